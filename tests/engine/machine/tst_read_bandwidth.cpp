#include "machine/read_bandwidth.h"

#include <QtTest>

// Every read that a sanitizer watches takes several times as long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double slowest = 1e7;
#else
constexpr double slowest = 1e9;
#endif

class ReadBandwidthTest : public QObject {
    Q_OBJECT

private slots:
    /// No memory in use today is slower than 1 GB/s or faster than 2 TB/s for a program that adds what it
    /// reads.
    void isPlausible() {
        for (const int threads : {0, 1}) {
            const double rate = hearth::measureReadBandwidth(threads);
            QVERIFY2(rate > slowest && rate < 2e12, qPrintable(QString::number(rate)));
        }
    }
};

QTEST_GUILESS_MAIN(ReadBandwidthTest)
#include "tst_read_bandwidth.moc"
