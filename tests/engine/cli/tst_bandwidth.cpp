#include "cli/bandwidth.h"

#include <QtTest>
#include <chrono>

class TestBandwidth : public QObject {
    Q_OBJECT
private slots:
    /// It reads what it says it reads: the best of six passes over 256 MB is at least what all of them took,
    /// and nothing reads as fast as a terabyte a second.
    void isBetweenItsOwnTimeAndTheImpossible() {
        const auto start = std::chrono::steady_clock::now();
        const double rate = hearth::cli::measureReadBandwidth(1);
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        QVERIFY2(rate >= 6.0 * (256 << 20) / seconds.count() && rate < 1e12,
                 qPrintable(QString::number(rate)));
    }
};

QTEST_APPLESS_MAIN(TestBandwidth)
#include "tst_bandwidth.moc"
