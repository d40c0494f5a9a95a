#include "model/pass_context.h"

#include <QtTest>

#include "backend/reference/reference_backend.h"
#include "model/family_table.h"

using namespace hearth;

namespace {

/// Three layers of attention, the last of which reads the cache of the first.
ModelConfig config() {
    ModelConfig config;
    config.family = &allFamilies().front();
    config.layerCount = 3;
    config.embedding = 8;
    config.vocabSize = 4;
    config.layers.assign(3, {.heads = 2, .kvHeads = 1, .keyDim = 4, .valueDim = 4, .feedForward = 8});
    config.layers[2].cacheOf = 0;
    return config;
}

/// Notes whether rows were dropped.
class NarrowingBackend final : public ReferenceBackend {
public:
    void keepLogitRows(std::span<const Slice> kept) override { slices = kept.size(); }
    size_t slices = 0;
};

}  // namespace

class TestPassContext : public QObject {
    Q_OBJECT
private slots:
    void layersKnowTheirCache() {
        ReferenceBackend backend;
        const ModelConfig of = config();
        const ModelWeights weights;
        PassContext pass(backend, of, weights, 4, 1);
        const auto kv = backend.makePagedKvCache({{1, 4, 4, 0}}, KvType::F16, 1);
        QCOMPARE(pass.kvWrite(1, *kv).layer, 1U);
        QCOMPARE(pass.kvWrite(2, *kv).layer, 0U);
        pass.together = true;
        QCOMPARE(pass.kvWrite(1, *kv).layer, 0U);
    }

    void narrowsBehindTheLastLayerThatWrites() {
        NarrowingBackend backend;
        const ModelConfig of = config();
        const ModelWeights weights;
        PassContext pass(backend, of, weights, 4, 1);
        QCOMPARE(pass.lastWriter, 1U);
        pass.logitRows = 1;
        QVERIFY(pass.narrowToLogitRows(1, {}));  // the batch keeps its rows
        pass.narrows = true;
        QVERIFY(pass.narrowToLogitRows(0, {}));
        QCOMPARE(backend.slices, size_t{0});
        QVERIFY(pass.narrowToLogitRows(1, {{}, {pass.buffers.branch.get(), 0, 8}}));
        QCOMPARE(backend.slices, size_t{2});  // with the residual stream, without the slice of nothing
        pass.logitRows = 0;
        QVERIFY(!pass.narrowToLogitRows(1, {}));
    }

    void normsThatAModelLacksAreNone() {
        ReferenceBackend backend;
        const ModelConfig of = config();
        const ModelWeights weights;
        const PassContext pass(backend, of, weights, 4, 1);
        QCOMPARE(pass.norm({}).kind, NormKind::None);
        QCOMPARE(pass.headNorm(nullptr).kind, NormKind::None);
        const Weight weight;
        QCOMPARE(pass.norm({&weight, nullptr}).kind, of.family->norm);
        LayerConfig still = of.layers[0];
        still.rotates = false;
        QCOMPARE(pass.rope(still).pairing, RopePairing::None);
    }
};

QTEST_APPLESS_MAIN(TestPassContext)
#include "tst_pass_context.moc"
