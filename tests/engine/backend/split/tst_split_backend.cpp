#include "backend/split/split_backend.h"

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::test;

namespace {

std::vector<TokenId> tokensOf(const std::filesystem::path& base) {
    const auto json = readJson(base.string() + ".json");
    return json.at("sequences")[1].at("tokens").get<std::vector<TokenId>>();
}

}  // namespace

/// A model whose layers lie on two backends gives what it gives on one.
class TestSplitBackend : public QObject {
    Q_OBJECT

private slots:
    void equalsOneBackend_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("tied");
        QTest::newRow("llama") << "llama3-untied" << false;
        QTest::newRow("tied embeddings") << "llama2-spm-tied" << true;
        QTest::newRow("experts") << "mixtral" << false;
        QTest::newRow("shared experts") << "qwen2moe" << false;
        QTest::newRow("windows, norms behind") << "gemma2" << true;
    }
    void equalsOneBackend() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        QFETCH(bool, tied);
        const auto base = pack / "tiny" / name.toStdString();
        const auto tokens = tokensOf(base);
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F16);
        const auto expected = whole.logits(tokens);
        const uint32_t layers = whole.model().config().layerCount;
        for (uint32_t onDevice = 1; onDevice < layers; ++onDevice) {
            auto owned = std::make_unique<SplitBackend>(
                std::make_unique<ReferenceBackend>(), std::make_unique<ReferenceBackend>(),
                SplitBackend::Placement{
                    .layers = layers, .deviceLayers = onDevice, .embeddingsOnDevice = tied});
            SplitBackend& split = *owned;
            TinyModel model(base.string() + ".gguf", std::move(owned), KvType::F16);
            QCOMPARE(largestDifference(model.logits(tokens), expected), 0.0);
            QCOMPARE(largestDifference(model.logits(tokens, 5), expected), 0.0);
            // The hidden state goes to the device; with the embeddings there it first comes from it.
            QCOMPARE(split.crossings(), tied ? 2U : 1U);
        }
    }

    void mixesRealBackends() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto base = pack / "quant/qbase-q4_k_m";
        const auto tokens = tokensOf(base);
        const auto cpu = [] { return std::make_unique<CpuBackend>(CpuOptions{.threads = 1}); };
        TinyModel whole(base.string() + ".gguf", cpu(), KvType::F16);
        const uint32_t layers = whole.model().config().layerCount;
        TinyModel model(
            base.string() + ".gguf",
            std::make_unique<SplitBackend>(
                std::make_unique<ReferenceBackend>(), cpu(),
                SplitBackend::Placement{.layers = layers, .deviceLayers = 1, .embeddingsOnDevice = true}),
            KvType::F16);
        QVERIFY(largestDifference(model.logits(tokens), whole.logits(tokens)) < 0.5);
    }

    void blocksTravelWhole() {
        SplitBackend split(std::make_unique<ReferenceBackend>(), std::make_unique<ReferenceBackend>(),
                           {.layers = 4, .deviceLayers = 1, .embeddingsOnDevice = true});
        const std::vector<KvLayerShape> shapes(4, {.kvHeads = 2, .keyDim = 8, .valueDim = 8, .group = 0});
        const auto store = split.makeKvStore(shapes, KvType::F32, 3);
        std::vector<std::byte> in(split.blockBytes(*store, 0)), out(in.size());
        QCOMPARE(in.size() * 3, store->sizeBytes);
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i % 61);
        split.loadBlock(*store, 0, 1, in);
        split.copyBlock(*store, 0, 1, 2, 32);
        split.saveBlock(*store, 0, 2, out);
        QVERIFY(in == out);
    }
};

QTEST_GUILESS_MAIN(TestSplitBackend)
#include "tst_split_backend.moc"
