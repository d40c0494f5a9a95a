#include "cli/peak_memory.h"

#include <QtTest>
#include <vector>

using namespace hearth::cli;

class PeakMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void thePeakOutlivesWhatMadeItUntilTheCountIsRestarted() {
        constexpr size_t size = size_t{64} << 20U;
        restartPeakMemory();
        const uint64_t before = peakMemoryBytes();
        QVERIFY(before > 0);
        { const std::vector<char> large(size, 'x'); }
        const uint64_t after = peakMemoryBytes();
        QVERIFY2(after >= before + size / 2, qPrintable(QString::number(after - before)));
        restartPeakMemory();
        QVERIFY(peakMemoryBytes() < after - size / 2);
    }
};

QTEST_APPLESS_MAIN(PeakMemoryTest)
#include "tst_peak_memory.moc"
