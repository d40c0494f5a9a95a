#include "backend/split/split_placement.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Which side holds which part of a model.
class TestSplitPlacement : public QObject {
    Q_OBJECT

    static WeightSource named(const char* name, uint64_t rows = 8) {
        WeightSource source;
        source.name = name;
        source.rows = rows;
        return source;
    }

private slots:
    void theLastLayersAreOnTheDevice() {
        const SplitPlacement placement{.layers = 5, .deviceLayers = 2};
        for (uint32_t layer = 0; layer < 5; ++layer)
            QCOMPARE(placement.sideOfLayer(layer) == SplitSide::Device, layer >= 3);
        QVERIFY(placement.holds(named("blk.3.attn_q.weight"), SplitSide::Device));
        QVERIFY(!placement.holds(named("blk.3.attn_q.weight"), SplitSide::Host));
        QVERIFY(placement.holds(named("blk.2.attn_q.weight", 1), SplitSide::Host));
    }

    void vectorsOfNoLayerAreOnBothSides() {
        const SplitPlacement placement{.layers = 5, .deviceLayers = 2};
        for (const SplitSide side : splitSides) {
            QVERIFY(placement.holds(named("output_norm.weight", 1), side));
            QVERIFY(placement.holds(named("blk.0.attn_q_norm.weight", 1), side));
        }
    }

    void theEmbeddingsMayStayOnTheHost() {
        SplitPlacement placement{.layers = 5, .deviceLayers = 2, .embeddingsOnDevice = false};
        QVERIFY(placement.holds(named("token_embd.weight"), SplitSide::Host));
        QVERIFY(!placement.holds(named("token_embd.weight"), SplitSide::Device));
        QVERIFY(placement.holds(named("output.weight"), SplitSide::Device));
        placement.embeddingsOnDevice = true;
        QVERIFY(placement.holds(named("token_embd.weight"), SplitSide::Device));
    }
};

QTEST_APPLESS_MAIN(TestSplitPlacement)
#include "tst_split_placement.moc"
