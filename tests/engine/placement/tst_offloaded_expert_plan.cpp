#include "placement/offloaded_expert_plan.h"

#include <QtTest>

using namespace hearth;

namespace {

constexpr uint64_t mib = uint64_t{1} << 20U;
constexpr uint64_t reserve = 384 * mib;

/// Four layers of 10 MiB with two experts on the GPU, 1 MiB for one more; the first has none.
OffloadSizes sizes() {
    return {
        .least = {.layers = {10 * mib, 10 * mib, 10 * mib, 10 * mib}, .others = 6 * mib, .scratch = 2 * mib},
        .oneExpert = {0, mib, mib, mib},
        .leastExperts = 2,
        .experts = 16};
}

}  // namespace

class OffloadedExpertPlanTest : public QObject {
    Q_OBJECT

private slots:
    void fillsWhatIsFree_data() {
        QTest::addColumn<quint64>("spare");
        QTest::addColumn<int>("onGpu");
        QTest::newRow("nothing more") << quint64{0} << 2;
        QTest::newRow("not one in each layer") << quint64{3 * mib} << 2;
        QTest::newRow("one in each layer, an eighth free") << quint64{24 * mib / 7 + 8} << 3;
        QTest::newRow("eight") << quint64{8 * 24 * mib / 7 + 8} << 10;
        QTest::newRow("all") << quint64{1000 * mib} << 16;
    }
    void fillsWhatIsFree() {
        QFETCH(quint64, spare);
        QFETCH(int, onGpu);
        const GpuRoom room{.freeBytes = reserve + 46 * mib + spare};
        const auto plan = planOffloadedExperts(sizes(), std::span(&room, 1));
        QVERIFY(plan);
        QCOMPARE(plan->cards, (GpuPlan{.shares = {{0, 4}}, .hostLayers = 0}));
        QCOMPARE(plan->onGpu, std::vector<uint32_t>{static_cast<uint32_t>(onGpu)});
    }

    void theLeastHasToFit() {
        const GpuRoom room{.freeBytes = reserve + 46 * mib - 1};
        QVERIFY(!planOffloadedExperts(sizes(), std::span(&room, 1)));
        QVERIFY(!planOffloadedExperts(sizes(), {}));
    }

    /// Each GPU with what it has room for; the one with the first two layers has one with experts.
    void cardsFillTheirOwnMemory() {
        const GpuRoom rooms[] = {{.freeBytes = reserve + 22 * mib + 4 * mib},
                                 {.freeBytes = reserve + 26 * mib + 16 * mib}};
        const auto plan = planOffloadedExperts(sizes(), rooms);
        QVERIFY(plan);
        QCOMPARE(plan->cards, (GpuPlan{.shares = {{0, 2}, {1, 2}}, .hostLayers = 0}));
        QCOMPARE(plan->onGpu, (std::vector<uint32_t>{2 + 3, 2 + 7}));
    }

    /// Half as many fit where the layer behind the last has as many as three layers.
    void aLayerBehindTheLastCounts() {
        OffloadSizes own = sizes();
        own.oneMoreBehind = 3 * mib;
        const GpuRoom room{.freeBytes = reserve + 46 * mib + 8 * 48 * mib / 7 + 8};
        QCOMPARE(planOffloadedExperts(own, std::span(&room, 1))->onGpu, std::vector<uint32_t>{2 + 8});
    }

    void aCardWithoutExpertsNeedsNone() {
        OffloadSizes own = sizes();
        own.oneExpert = {0, 0, mib, mib};
        const GpuRoom rooms[] = {{.freeBytes = reserve + 30 * mib}, {.freeBytes = reserve + 26 * mib}};
        const auto plan = planOffloadedExperts(own, rooms);
        QVERIFY(plan && plan->cards.shares.size() == 2);
        const auto& shares = plan->cards.shares;
        QCOMPARE(shares.front().layers, 2U);
        QCOMPARE(plan->onGpu.front(), 0U);
        QVERIFY(plan->onGpu.back() >= 2);
    }
};

QTEST_GUILESS_MAIN(OffloadedExpertPlanTest)
#include "tst_offloaded_expert_plan.moc"
