#include "backend/cpu/kernels.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::cpu;

class TestKernelTable : public QObject {
    Q_OBJECT

private slots:
    void neverMoreThanTheProcessorHas() {
        const IsaLevel best = detectIsa();
        QVERIFY(&kernelTable(IsaLevel::Amx) == &kernelTable(best));
        QVERIFY(&kernelTable(IsaLevel::Portable) == &portableKernels);
    }

    void everyLevelHasItsOwn() {
        const auto levels = isaLevelsUpTo(detectIsa());
        for (size_t i = 1; i < levels.size(); ++i)
            QVERIFY(&kernelTable(levels[i]) != &kernelTable(levels[i - 1]));
    }
};

QTEST_APPLESS_MAIN(TestKernelTable)
#include "tst_kernel_table.moc"
