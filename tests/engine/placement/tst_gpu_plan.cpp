#include "placement/gpu_plan.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

constexpr uint64_t gib = uint64_t{1} << 30U;

/// So many layers of a GiB, a head of one, and half of one for activations. Besides, 384 MiB stay free.
LayerSizes model(size_t layers) {
    return {.layers = std::vector<uint64_t>(layers, gib), .others = gib, .scratch = gib / 2};
}

using Shares = std::vector<GpuPlan::Share>;

}  // namespace

/// Plans against cases that were worked out by hand.
class TestGpuPlan : public QObject {
    Q_OBJECT

private slots:
    void layersComeFromTheEnd() {
        LayerSizes sizes{.layers = {gib, gib, gib, 2 * gib}, .others = gib};
        QCOMPARE(layersThatFit(sizes, 0), 0U);
        QCOMPARE(layersThatFit(sizes, 3 * gib),
                 0U);  // the head and the last layer need 3 GiB and the reserve
        QCOMPARE(layersThatFit(sizes, 7 * gib / 2), 1U);
        QCOMPARE(layersThatFit(sizes, 11 * gib / 2), 3U);
        QCOMPARE(layersThatFit(sizes, 100 * gib), 4U);
        for (const uint64_t room : {uint64_t{0}, 3 * gib, 7 * gib / 2, 11 * gib / 2, 100 * gib}) {
            const GpuPlan plan = planGpus(sizes, std::vector<GpuRoom>{{.freeBytes = room}});
            QCOMPARE(4 - plan.hostLayers, layersThatFit(sizes, room));
        }
    }

    void equalCardsShareEqually() {
        const std::vector<GpuRoom> rooms(4, {.freeBytes = 24 * gib, .bytesPerS = 1e12});
        const GpuPlan plan = planGpus(model(16), rooms);
        QVERIFY(plan.shares == (Shares{{3, 4}, {2, 4}, {1, 4}, {0, 4}}));
        QCOMPARE(plan.hostLayers, 0U);
    }

    void aCardThatIsTwiceAsQuickHasTwiceAsMuch() {
        const std::vector<GpuRoom> rooms{{.freeBytes = 24 * gib, .bytesPerS = 500e9},
                                         {.freeBytes = 24 * gib, .bytesPerS = 1000e9}};
        const GpuPlan plan = planGpus(model(12), rooms);
        QVERIFY(plan.shares == (Shares{{0, 4}, {1, 8}}));
    }

    /// The quick GPU holds five layers beside the head; the slow one has the rest.
    void whatDoesNotFitGoesWhereThereIsRoom() {
        const std::vector<GpuRoom> rooms{{.freeBytes = 7 * gib, .bytesPerS = 1000e9},
                                         {.freeBytes = 24 * gib, .bytesPerS = 300e9}};
        const GpuPlan plan = planGpus(model(12), rooms);
        QVERIFY(plan.shares == (Shares{{1, 7}, {0, 5}}));
        QCOMPARE(plan.hostLayers, 0U);
    }

    /// The slow GPU holds three, so the quick one has more than its share.
    void whatOthersCannotHoldStays() {
        const std::vector<GpuRoom> rooms{{.freeBytes = 4 * gib, .bytesPerS = 1000e9},
                                         {.freeBytes = 24 * gib, .bytesPerS = 1000e9}};
        const GpuPlan plan = planGpus(model(12), rooms);
        QVERIFY(plan.shares == (Shares{{0, 3}, {1, 9}}));
    }

    void theHostHasTheFirstLayersThatFitNowhere() {
        const std::vector<GpuRoom> rooms{{.freeBytes = 7 * gib, .bytesPerS = 1000e9},
                                         {.freeBytes = 4 * gib, .bytesPerS = 300e9}};
        const GpuPlan plan = planGpus(model(12), rooms);
        QVERIFY(plan.shares == (Shares{{1, 3}, {0, 5}}));
        QCOMPARE(plan.hostLayers, 4U);
    }

    void unknownBandwidthsCountAsEqual() {
        const std::vector<GpuRoom> rooms{{.freeBytes = 24 * gib, .bytesPerS = 1000e9},
                                         {.freeBytes = 25 * gib}};
        const GpuPlan plan = planGpus(model(8), rooms);
        QVERIFY(plan.shares == (Shares{{0, 4}, {1, 4}}));
    }

    /// The head needs a GPU that holds a layer beside it.
    void aFullCardHasNoShare() {
        const std::vector<GpuRoom> rooms{{.freeBytes = gib, .bytesPerS = 1000e9},
                                         {.freeBytes = 24 * gib, .bytesPerS = 300e9}};
        const GpuPlan plan = planGpus(model(8), rooms);
        QVERIFY(plan.shares == (Shares{{1, 8}}));
        QVERIFY(planGpus(model(8), std::vector<GpuRoom>{{.freeBytes = gib}}).shares.empty());
        QCOMPARE(planGpus(model(8), {}).hostLayers, 8U);
    }

    void moreCardsThanLayers() {
        const std::vector<GpuRoom> rooms(4, {.freeBytes = 24 * gib, .bytesPerS = 1e12});
        const GpuPlan plan = planGpus(model(2), rooms);
        uint32_t layers = 0;
        for (const GpuPlan::Share& share : plan.shares) layers += share.layers;
        QCOMPARE(layers, 2U);
        QCOMPARE(plan.hostLayers, 0U);
    }
};

QTEST_APPLESS_MAIN(TestGpuPlan)
#include "tst_gpu_plan.moc"
