#include "host/read_bandwidth.h"

#include <QtTest>

#include "support/plausible_bandwidth.h"

class ReadBandwidthTest : public QObject {
    Q_OBJECT

private slots:
    /// No memory in use today is slower than 1 GB/s or faster than 2 TB/s for a program that adds what it
    /// reads.
    void isPlausible() {
        for (const int threads : {0, 1}) {
            const double rate = hearth::measureReadBandwidth(threads);
            QVERIFY2(rate > hearth::test::leastReadBandwidth && rate < 2e12,
                     qPrintable(QString::number(rate)));
        }
    }
};

QTEST_GUILESS_MAIN(ReadBandwidthTest)
#include "tst_read_bandwidth.moc"
