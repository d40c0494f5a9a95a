#include "backend/split/split_placement.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Which side holds which part of a model.
class TestSplitPlacement : public QObject {
    Q_OBJECT

    static WeightSource of(WeightRole role, int32_t layer = WeightId::noLayer, uint64_t rows = 8) {
        WeightSource source;
        source.id = {.role = role, .layer = layer};
        source.rows = rows;
        return source;
    }

private slots:
    void theLastLayersAreOnTheDevice() {
        const SplitPlacement placement{.layers = 5, .deviceLayers = 2};
        for (uint32_t layer = 0; layer < 5; ++layer)
            QCOMPARE(placement.sideOfLayer(layer) == SplitSide::Device, layer >= 3);
        QVERIFY(placement.holds(of(WeightRole::Query, 3), SplitSide::Device));
        QVERIFY(!placement.holds(of(WeightRole::Query, 3), SplitSide::Host));
        QVERIFY(placement.holds(of(WeightRole::Query, 2, 1), SplitSide::Host));
    }

    void vectorsOfNoLayerAreOnBothSides() {
        const SplitPlacement placement{.layers = 5, .deviceLayers = 2};
        for (const SplitSide side : splitSides) {
            QVERIFY(placement.holds(of(WeightRole::OutputNorm, WeightId::noLayer, 1), side));
            QVERIFY(placement.holds(of(WeightRole::QueryNorm, 0, 1), side));
        }
    }

    void theEmbeddingsMayStayOnTheHost() {
        SplitPlacement placement{.layers = 5, .deviceLayers = 2, .embeddingsOnDevice = false};
        QVERIFY(placement.holds(of(WeightRole::TokenEmbedding), SplitSide::Host));
        QVERIFY(!placement.holds(of(WeightRole::TokenEmbedding), SplitSide::Device));
        QVERIFY(placement.holds(of(WeightRole::Output), SplitSide::Device));
        placement.embeddingsOnDevice = true;
        QVERIFY(placement.holds(of(WeightRole::TokenEmbedding), SplitSide::Device));
    }
};

QTEST_APPLESS_MAIN(TestSplitPlacement)
#include "tst_split_placement.moc"
