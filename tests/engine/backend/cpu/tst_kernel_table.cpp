#include "backend/cpu/kernels.h"

#include <algorithm>
#include <cstring>

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

    void tilesLeaveTheRestAsItIs() {
#if defined(__x86_64__)
        KernelTable table = amxKernels();
        QCOMPARE(table.level, IsaLevel::Amx);
        QVERIFY(table.beginTiles != nullptr && table.endTiles != nullptr && table.matmulBfloat != nullptr);
        QVERIFY(table.finishRows != nullptr && table.toBfloat != nullptr);
        QCOMPARE(std::ranges::count(table.unpackBfloat, nullptr),
                 ptrdiff_t(2));  // of F32 and F16, which come in halves
        QCOMPARE(std::ranges::count(table.unpackHalves, nullptr),
                 ptrdiff_t(std::size(table.unpackHalves) - 2));
        QVERIFY(table.roundedAttention.attend != avx512Kernels.roundedAttention.attend);
        QCOMPARE(table.roundedAttention.rows, size_t(192));
        // Without what only tiles do it is the other table, byte for byte.
        table.level = avx512Kernels.level;
        table.beginTiles = table.endTiles = nullptr;
        table.matmulBfloat = nullptr;
        table.finishRows = nullptr;
        table.toBfloat = nullptr;
        std::ranges::fill(table.unpackBfloat, nullptr);
        table.toHalves = nullptr;
        std::ranges::fill(table.unpackHalves, nullptr);
        table.roundedAttention = avx512Kernels.roundedAttention;
        QVERIFY(std::memcmp(&table, &avx512Kernels, sizeof table) == 0);
        QVERIFY(&amxKernels() == &amxKernels());
#else
        QSKIP("the kernels for tile registers are not in this build");
#endif
    }
};

QTEST_APPLESS_MAIN(TestKernelTable)
#include "tst_kernel_table.moc"
