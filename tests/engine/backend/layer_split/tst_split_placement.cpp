#include "backend/layer_split/split_placement.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

/// Which part holds which part of a model.
class TestSplitPlacement : public QObject {
    Q_OBJECT

    static WeightSource of(WeightRole role, int32_t layer = WeightId::noLayer, uint64_t rows = 8) {
        WeightSource source;
        source.id = {.role = role, .layer = layer};
        source.rows = rows;
        return source;
    }

private slots:
    void layersAreInOrder() {
        const SplitPlacement placement{.layers = {3, 1, 2}};
        std::vector<size_t> parts;
        for (uint32_t layer = 0; layer < 6; ++layer) parts.push_back(placement.partOfLayer(layer));
        QCOMPARE(parts, (std::vector<size_t>{0, 0, 0, 1, 2, 2}));
        QVERIFY(placement.holds(of(WeightRole::Query, 3), 1));
        QVERIFY(!placement.holds(of(WeightRole::Query, 3), 0));
        QVERIFY(placement.holds(of(WeightRole::Query, 2, 1), 0));
        QVERIFY(placement.holds(of(WeightRole::Query, 5), 2));
    }

    void vectorsOfNoLayerAreOnEveryPart() {
        const SplitPlacement placement{.layers = {1, 2, 2}};
        for (size_t part = 0; part < 3; ++part) {
            QVERIFY(placement.holds(of(WeightRole::OutputNorm, WeightId::noLayer, 1), part));
            QVERIFY(placement.holds(of(WeightRole::QueryNorm, 0, 1), part));
        }
    }

    void theHeadIsOnTheLastPartAndTheEmbeddingsWhereTheyAreToBe() {
        SplitPlacement placement{.layers = {3, 2}, .embeddingsOn = 0};
        QVERIFY(placement.holds(of(WeightRole::TokenEmbedding), 0));
        QVERIFY(!placement.holds(of(WeightRole::TokenEmbedding), 1));
        QVERIFY(placement.holds(of(WeightRole::Output), 1));
        QVERIFY(!placement.holds(of(WeightRole::Output), 0));
        placement.embeddingsOn = 1;
        QVERIFY(placement.holds(of(WeightRole::TokenEmbedding), 1));
    }
};

QTEST_APPLESS_MAIN(TestSplitPlacement)
#include "tst_split_placement.moc"
