#include "backend/layer_split/layer_split_backend.h"

#include "backend/cpu/cpu_backend.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/cuda_peer_transport.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif
#include "reference_parts.h"
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

SplitBackends parts(std::unique_ptr<Backend> first, std::unique_ptr<Backend> last) {
    SplitBackends both;
    both.push_back(std::move(first));
    both.push_back(std::move(last));
    return both;
}

}  // namespace

/// A model whose layers lie on several backends gives what it gives on one.
class TestLayerSplitBackend : public QObject {
    Q_OBJECT

private slots:
    void equalsOneBackend_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("tied");
        QTest::addColumn<uint32_t>("crossings");  // at most
        // The hidden state goes to the device; with the embeddings there it first comes from it.
        QTest::newRow("llama") << "llama3-untied" << false << 1U;
        QTest::newRow("tied embeddings") << "llama2-spm-tied" << true << 2U;
        QTest::newRow("experts") << "mixtral" << false << 1U;
        QTest::newRow("shared experts") << "qwen2moe" << false << 1U;
        QTest::newRow("windows, norms behind") << "gemma2" << true << 2U;
        // Queries go to the cache and results come back, for every layer whose owner is on the host.
        QTest::newRow("layers that read the cache of others") << "gemma4" << true << 20U;
        QTest::newRow("query norms") << "qwen3" << true << 2U;
        QTest::newRow("short convolutions") << "lfm2" << true << 2U;
        // A recurrent layer's output keeps the neighbouring columns, which are copied along the first time.
        QTest::newRow("delta nets") << "qwen35" << true << 4U;
    }
    void equalsOneBackend() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        QFETCH(bool, tied);
        QFETCH(uint32_t, crossings);
        const auto base = pack / "tiny" / name.toStdString();
        const auto tokens = tokensOf(base);
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F16);
        const auto expected = whole.logits(tokens);
        const uint32_t layers = whole.model().config().layerCount;
        for (uint32_t onDevice = 1; onDevice < layers; ++onDevice) {
            auto owned = std::make_unique<LayerSplitBackend>(
                referenceParts(2),
                SplitPlacement{.layers = {layers - onDevice, onDevice}, .embeddingsOn = tied ? 1U : 0U});
            LayerSplitBackend& split = *owned;
            TinyModel model(base.string() + ".gguf", std::move(owned), KvType::F16);
            QCOMPARE(largestDifference(model.logits(tokens), expected), 0.0);
            QCOMPARE(largestDifference(model.logits(tokens, 5), expected), 0.0);
            QVERIFY2(split.crossings() >= 1 && split.crossings() <= crossings,
                     qPrintable(QString::number(split.crossings())));
        }
    }

    /// In place of embeddings and behind layers, whichever part has them.
    void rowsThatAreGiven() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto base = pack / "tiny" / "llama2-spm-tied";
        const auto tokens = tokensOf(base);
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F16);
        const uint32_t layers = whole.model().config().layerCount;
        const std::vector<float> given(size_t{layers + 1} * whole.model().config().embedding, 0.25F);
        const auto logits = [&](TinyModel& model) {
            Batch batch;
            batch.sequences.push_back(model.makeSequence(tokens.size()));
            for (size_t i = 0; i < tokens.size(); ++i)
                batch.rows.push_back(
                    {.slot = static_cast<int32_t>(i),
                     .token = tokens[i],
                     .wantLogits = true,
                     .given = i % 3 == 1 ? std::span<const float>(given) : std::span<const float>()});
            return model.model().forward(batch, model.kv(), model.states());
        };
        const auto expected = logits(whole);
        QVERIFY(largestDifference(whole.logits(tokens), expected) > 1e-3);
        for (uint32_t onDevice = 1; onDevice < layers; ++onDevice) {
            TinyModel model(base.string() + ".gguf",
                            std::make_unique<LayerSplitBackend>(
                                referenceParts(2),
                                SplitPlacement{.layers = {layers - onDevice, onDevice}, .embeddingsOn = 1}),
                            KvType::F16);
            QCOMPARE(largestDifference(logits(model), expected), 0.0);
        }
    }

    /// Configurations for a GPU with too little memory: states are kept with their layers, and a table of
    /// positions with the embeddings.
    void smallModelsOnCudaAndCpu_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"lfm2", "qwen35", "granitehybrid", "granitehybrid-groups", "gpt2"})
            QTest::newRow(name) << name;
    }
    void smallModelsOnCudaAndCpu() {
#ifdef HEARTH_EMULATED
        QFETCH(QString, name);
        emulator::configureDevice({});
        emulator::g_machine.configure({});
        const auto base =
            std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" / name.toStdString();
        const auto tokens = readJson(base.string() + ".json").at("tokens").get<std::vector<TokenId>>();
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F32, 48);
        const auto expected = whole.logits(tokens);
        const uint32_t layers = whole.model().config().layerCount;
        for (uint32_t onDevice = 1; onDevice < layers; ++onDevice) {
            TinyModel model(base.string() + ".gguf",
                            std::make_unique<LayerSplitBackend>(
                                parts(std::make_unique<CpuBackend>(CpuOptions{.threads = 1}),
                                      std::make_unique<cuda::CudaBackend>()),
                                SplitPlacement{.layers = {layers - onDevice, onDevice}, .embeddingsOn = 1}),
                            KvType::F32, 48);
            for (const size_t chunk : {size_t{512}, size_t { 7 }}) {
                const double difference = largestDifference(model.logits(tokens, chunk), expected);
                QVERIFY2(difference < 0.05, qPrintable(QString::number(difference)));
            }
        }
#else
        QSKIP("NOT TESTED: the emulator of CUDA cannot be built here.");
#endif
    }

    /// Three parts, the host among them or not.
    void layersOfSeveralCards_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("exchange");
        for (const char* name : {"llama-f32", "qwen3-f16", "llama-moe"})
            for (const bool exchange : {false, true})
                QTest::addRow("%s%s", name, exchange ? "" : ", through the host") << name << exchange;
    }
    void layersOfSeveralCards() {
#ifdef HEARTH_EMULATED
        QFETCH(QString, name);
        QFETCH(bool, exchange);
        const std::string path = (tinyModelsFolder() / name.toStdString()).string() + ".gguf";
        const std::vector<TokenId> tokens{5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53};
        emulator::g_machine.configure({});
        emulator::configureDevice({});
        const std::vector<size_t> chunks{512, 5, 1};
        std::vector<std::vector<float>> expected;
        {
            TinyModel whole(path, std::make_unique<cuda::CudaBackend>(), KvType::F16, 48);
            for (const size_t chunk : chunks) expected.push_back(whole.logits(tokens, chunk));
        }
        emulator::configureDevices({{.lazyStreams = true}, {}}, false);
        auto cards = parts(std::make_unique<cuda::CudaBackend>(1), std::make_unique<cuda::CudaBackend>(0));
        std::vector<Backend*> both{cards[0].get(), cards[1].get()};
        auto owned = std::make_unique<LayerSplitBackend>(
            std::move(cards), SplitPlacement{.layers = {1, 1}, .embeddingsOn = 1},
            exchange ? std::make_unique<cuda::CudaPeerTransport>(both) : nullptr);
        LayerSplitBackend& split = *owned;
        TinyModel model(path, std::move(owned), KvType::F16, 48);
        QVERIFY(emulator::allocatedBytes(0) > 0 && emulator::allocatedBytes(1) > 0);
        for (size_t i = 0; i < chunks.size(); ++i) {
            QCOMPARE(largestDifference(model.logits(tokens, chunks[i]), expected[i]), 0.0);
            QCOMPARE(split.crossings(), 2U);
        }
#else
        QSKIP("NOT TESTED: the emulator of CUDA cannot be built here.");
#endif
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
            std::make_unique<LayerSplitBackend>(parts(cpu(), std::make_unique<ReferenceBackend>()),
                                                SplitPlacement{.layers = {layers - 1, 1}, .embeddingsOn = 1}),
            KvType::F16);
        QVERIFY(largestDifference(model.logits(tokens), whole.logits(tokens)) < 0.5);
    }

    void blocksTravelWhole() {
        LayerSplitBackend split(referenceParts(2), {.layers = {3, 1}, .embeddingsOn = 1});
        const std::vector<KvLayerShape> shapes(4, {.kvHeads = 2, .keyDim = 8, .valueDim = 8, .group = 0});
        const auto store = split.makePagedKvCache(shapes, KvType::F32, 3);
        std::vector<std::byte> in(store->blockBytes(0)), out(in.size());
        QCOMPARE(in.size() * 3, store->sizeBytes);
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i % 61);
        store->loadBlock(0, 1, in);
        store->copyBlock(0, 1, 2, 32);
        store->saveBlock(0, 2, out);
        QVERIFY(in == out);
    }

    void statesTravelWhole() {
        LayerSplitBackend split(parts(std::make_unique<CpuBackend>(CpuOptions{.threads = 1}),
                                      std::make_unique<ReferenceBackend>()),
                                {.layers = {2, 2}, .embeddingsOn = 1});
        const auto store = split.makeStateStore({12, 0, 5, 7}, 3);
        QCOMPARE(store->slotBytes(), uint64_t{24 * 4});
        std::vector<std::byte> in(store->slotBytes()), out(in.size()), empty(in.size());
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i + 1);
        store->load(1, in);
        store->copy(1, 2);
        store->save(2, out);
        QVERIFY(in == out);
        store->save(0, out);
        QVERIFY(out == empty);
    }
};

QTEST_GUILESS_MAIN(TestLayerSplitBackend)
#include "tst_layer_split_backend.moc"
