#include "emulator/warp_access.h"

#include <QtTest>

using namespace hearth::emulator;

namespace {

WarpAccess every(uint32_t bytes, uintptr_t step, uintptr_t base = 4096, uint32_t lanes = 0xffffffffU) {
    WarpAccess access{lanes, bytes, {}};
    for (size_t lane = 0; lane < 32; ++lane) access.address[lane] = base + lane * step;
    return access;
}
size_t sectors(const WarpAccess& access) {
    std::array<MemoryRange, 32> ranges;
    return sectorsOf(std::span(ranges).first(touchedRanges(access, ranges)));
}

}  // namespace

class TestWarpAccess : public QObject {
    Q_OBJECT

private slots:
    void rangesGrowTogether() {
        std::array<MemoryRange, 32> ranges;
        QCOMPARE(touchedRanges(every(4, 4), ranges), size_t{1});
        QCOMPARE(ranges[0].end - ranges[0].begin, uintptr_t{128});
        QCOMPARE(touchedRanges(every(4, 8), ranges), size_t{32});
        QCOMPARE(touchedRanges(every(4, 0), ranges), size_t{1});
        WarpAccess backwards = every(4, 4);
        std::reverse(backwards.address.begin(), backwards.address.end());
        QCOMPARE(touchedRanges(backwards, ranges), size_t{1});
        QCOMPARE(touchedRanges(every(4, 4, 4096, 0), ranges), size_t{0});
    }

    void sectorsCountOnce() {
        QCOMPARE(sectors(every(4, 4)), size_t{4});
        QCOMPARE(sectors(every(4, 4, 4100)), size_t{5});
        QCOMPARE(sectors(every(4, 8)), size_t{8});
        QCOMPARE(sectors(every(1, 1)), size_t{1});
        QCOMPARE(sectors(every(16, 16)), size_t{16});
        QCOMPARE(sectors(every(16, 64)), size_t{32});
    }

    void banks() {
        const auto use = [](const WarpAccess& access) {
            const BankUse found = bankUse(access);
            return QList{found.wavefronts, found.least};
        };
        QCOMPARE(use(every(4, 4)), (QList{1U, 1U}));
        QCOMPARE(use(every(4, 0)), (QList{1U, 1U}));
        QCOMPARE(use(every(4, 8)), (QList{2U, 1U}));
        QCOMPARE(use(every(4, 128)), (QList{32U, 1U}));
        QCOMPARE(use(every(2, 2)), (QList{1U, 1U}));
        QCOMPARE(use(every(8, 8)), (QList{2U, 2U}));
        QCOMPARE(use(every(16, 16)), (QList{4U, 4U}));
        QCOMPARE(use(every(16, 128)), (QList{32U, 4U}));
        QCOMPARE(use(every(16, 16, 4096, 0xffU)), (QList{1U, 1U}));
        QCOMPARE(use(every(4, 4, 4096, 0)), (QList{0U, 0U}));
    }
};

QTEST_GUILESS_MAIN(TestWarpAccess)
#include "tst_warp_access.moc"
