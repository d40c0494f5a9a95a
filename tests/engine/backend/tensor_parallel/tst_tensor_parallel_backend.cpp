#include "backend/tensor_parallel/tensor_parallel_backend.h"

#include "../layer_split/reference_parts.h"
#include "backend/cpu/cpu_backend.h"
#ifdef HEARTH_EMULATED
#include "backend/cuda/cuda_backend.h"
#include "backend/cuda/cuda_peer_transport.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#endif
#include "hearth/gguf.h"
#include "model/family_table.h"
#include "placement/shard_choice.h"
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

std::optional<ShardPlan> planOf(const std::filesystem::path& base, size_t parts) {
    const GgufFile file = GgufFile::open(base.string() + ".gguf");
    if (findFamily(std::string(file.getString("general.architecture").value_or(""))) == nullptr)
        return std::nullopt;
    return shardPlan(file, ModelConfig::fromGguf(file), parts);
}

#ifdef HEARTH_EMULATED
/// The model on so many emulated GPUs, with ways between them or without; on one, as it is alone.
std::unique_ptr<Backend> onGpus(const ShardPlan& plan, size_t count, bool peers = true) {
    emulator::g_machine.configure({});
    emulator::configureDevices(std::vector<emulator::DeviceOptions>(count), peers);
    if (count == 1) return std::make_unique<cuda::CudaBackend>();
    SplitBackends cards;
    std::vector<Backend*> all;
    for (size_t i = 0; i < count; ++i) {
        cards.push_back(std::make_unique<cuda::CudaBackend>(static_cast<int>(i)));
        all.push_back(cards.back().get());
    }
    return std::make_unique<TensorParallelBackend>(std::move(cards), plan,
                                                   std::make_unique<cuda::CudaPeerTransport>(all));
}

/// The tokens that follow at temperature 0, and the logits of each.
struct Text {
    std::vector<TokenId> tokens;
    std::vector<float> logits;
};
Text textBehind(TinyModel& model, std::span<const TokenId> prompt, size_t count) {
    Text text;
    Batch batch;
    batch.sequences.push_back(model.makeSequence(prompt.size() + count));
    for (size_t i = 0; i < prompt.size(); ++i)
        batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = prompt[i]});
    while (text.tokens.size() < count) {
        batch.rows.back().wantLogits = true;
        const std::vector<float> logits = model.model().forward(batch, model.kv(), model.states());
        text.logits.insert(text.logits.end(), logits.begin(), logits.end());
        const auto best =
            static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin());
        text.tokens.push_back(best);
        batch.kind = RowKind::Decode;
        batch.rows = {{.slot = batch.rows.back().slot + 1, .token = best}};
    }
    return text;
}
#endif

double largestOf(std::span<const float> values) {
    double largest = 0;
    for (const float value : values) largest = std::max(largest, std::abs(double{value}));
    return largest;
}

}  // namespace

/// A model whose layers are shared by several backends gives what it gives on one.
class TestTensorParallelBackend : public QObject {
    Q_OBJECT

    /// Every model of the pack that divides, with the numbers of parts.
    static void addModels(const char* folder = "tiny") {
        QTest::addColumn<QString>("name");
        QTest::addColumn<size_t>("parts");
        const auto pack = goldenFolder();
        if (!pack) {
            QTest::newRow("none") << QString() << size_t{2};
            return;
        }
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(*pack / folder)) {
            if (entry.path().extension() != ".gguf") continue;
            const std::string name = std::string(folder) + "/" + entry.path().stem().string();
            for (const size_t parts : {size_t{2}, size_t{4}}) {
                if (!planOf(*pack / name, parts)) continue;
                QTest::addRow("%s, %zu", name.c_str(), parts) << QString::fromStdString(name) << parts;
                ++count;
            }
        }
        if (folder == std::string("tiny")) QVERIFY2(count >= 13, qPrintable(QString::number(count)));
    }

private slots:
    void sharesGiveWhatTheWholeGives_data() { addModels(); }
    void sharesGiveWhatTheWholeGives() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        QFETCH(size_t, parts);
        const auto base = pack / name.toStdString();
        const auto tokens = tokensOf(base);
        const auto plan = planOf(base, parts);
        QVERIFY(plan);
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F32);
        TinyModel shared(base.string() + ".gguf",
                         std::make_unique<TensorParallelBackend>(referenceParts(parts), *plan), KvType::F32);
        const auto expected = whole.logits(tokens);
        const auto once = shared.logits(tokens);
        const double difference = largestDifference(once, expected) / largestOf(expected);
        QVERIFY2(difference < 2e-5, qPrintable(QString::number(difference)));
        // The same bits whatever the batch.
        QCOMPARE(largestDifference(shared.logits(tokens, 5), once), 0.0);
    }

    /// In place of embeddings and behind layers: each part has them as a whole.
    void rowsThatAreGiven() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto base = pack / "tiny" / "llama3-untied";
        const auto tokens = tokensOf(base);
        const auto plan = planOf(base, 2);
        QVERIFY(plan);
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F32);
        TinyModel shared(base.string() + ".gguf",
                         std::make_unique<TensorParallelBackend>(referenceParts(2), *plan), KvType::F32);
        const std::vector<float> given(size_t{2} * whole.model().config().embedding, 0.25F);
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
        QVERIFY(largestDifference(logits(shared), expected) / largestOf(expected) < 2e-5);
    }

    void cardsShareALayer_data() { addModels(); }
    void cardsShareALayer() {
#ifdef HEARTH_EMULATED
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        QFETCH(size_t, parts);
        const auto base = pack / name.toStdString();
        auto tokens = tokensOf(base);
        tokens.resize(std::min<size_t>(tokens.size(), 9));
        const auto plan = planOf(base, parts);
        QVERIFY(plan);
        emulator::g_machine.configure({});
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F32, 48);
        const auto expected = whole.logits(tokens);
        std::vector<float> first;
        for (const bool peers : {true, false}) {
            std::vector<emulator::DeviceOptions> devices(parts);
            devices.front().lazyStreams = peers;
            emulator::configureDevices(devices, peers);
            SplitBackends cards;
            std::vector<Backend*> all;
            for (size_t i = 0; i < parts; ++i) {
                cards.push_back(std::make_unique<cuda::CudaBackend>(static_cast<int>(i)));
                all.push_back(cards.back().get());
            }
            auto exchange = std::make_unique<cuda::CudaPeerTransport>(all);
            QCOMPARE(exchange->isDirect(), peers);
            TinyModel shared(
                base.string() + ".gguf",
                std::make_unique<TensorParallelBackend>(std::move(cards), *plan, std::move(exchange)),
                KvType::F32, 48);
            const auto once = shared.logits(tokens);
            const double difference = largestDifference(once, expected) / largestOf(expected);
            QVERIFY2(difference < 0.02, qPrintable(QString::number(difference)));
            // The same bits whatever the batch, and whatever way sums take.
            QCOMPARE(largestDifference(shared.logits(tokens, 4), once), 0.0);
            if (first.empty()) first = once;
            QCOMPARE(largestDifference(first, once), 0.0);
        }
#else
        QSKIP("NOT TESTED: the emulator of CUDA cannot be built here.");
#endif
    }

    void textOverCardsIsThatOfOne_data() {
        addModels();
        addModels("quant");
    }
    /// At temperature 0; logits within what the pack allows for rounding. Sums over GPUs are added in
    /// another order. Where activations are rounded to 8 bits, that turns one of them now and then, and what
    /// follows is as far from one GPU's as that is from what nobody rounds: that much is allowed there.
    void textOverCardsIsThatOfOne() {
#ifdef HEARTH_EMULATED
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, name);
        QFETCH(size_t, parts);
        const auto base = pack / name.toStdString();
        auto tokens = tokensOf(base);
        tokens.resize(std::min<size_t>(tokens.size(), 9));
        const auto plan = planOf(base, parts);
        QVERIFY(plan);
        std::optional<Text> one;
        {
            TinyModel model(base.string() + ".gguf", onGpus(*plan, 1), KvType::F32, 48);
            one = textBehind(model, tokens, 12);
        }
        TinyModel model(base.string() + ".gguf", onGpus(*plan, parts), KvType::F32, 48);
        const Text several = textBehind(model, tokens, 12);
        const double difference = largestDifference(several.logits, one->logits);
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F32, 48);
        tokens.insert(tokens.end(), one->tokens.begin(), one->tokens.end() - 1);
        const std::vector<float> plain = whole.logits(tokens);
        const double alone = largestDifference(std::span(plain).last(one->logits.size()), one->logits);
        qInfo("%s on %zu cards: %.3g from one (largest %.3g; one from the reference %.3g)", qPrintable(name),
              parts, difference, largestOf(one->logits), alone);
        QCOMPARE(several.tokens, one->tokens);
        const double exact = name.contains("gemma") ? 1e-2 : 2e-3;
        QVERIFY(difference <= (name.startsWith("tiny/") ? exact : std::max(exact, alone)));
#else
        QSKIP("NOT TESTED: the emulator of CUDA cannot be built here.");
#endif
    }

    /// The steps between two sums are replayed, on each GPU, with the same result as the first time.
    void stepsBetweenSumsAreReplayed() {
#ifdef HEARTH_EMULATED
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto base = pack / "tiny" / "llama3-untied";
        emulator::g_machine.configure({});
        emulator::configureDevices(std::vector<emulator::DeviceOptions>(2));
        SplitBackends cards;
        std::vector<Backend*> all;
        std::vector<const cuda::CudaBackend*> own;
        for (int i = 0; i < 2; ++i) {
            auto card = std::make_unique<cuda::CudaBackend>(i);
            own.push_back(card.get());
            all.push_back(card.get());
            cards.push_back(std::move(card));
        }
        auto exchange = std::make_unique<cuda::CudaPeerTransport>(all);
        TinyModel model(
            base.string() + ".gguf",
            std::make_unique<TensorParallelBackend>(std::move(cards), *planOf(base, 2), std::move(exchange)),
            KvType::F32, 64);
        Batch batch;
        batch.kind = RowKind::Decode;
        batch.sequences.push_back(model.makeSequence(40));
        const size_t sums = 2 * model.model().config().layerCount;
        for (int32_t i = 0; i < 12; ++i) {
            batch.rows = {{.slot = i, .token = 5 + i, .wantLogits = true }};
            const auto recorded = own[0]->recorder().graphsRecorded();
            const auto replayed = own[0]->recorder().graphsReplayed();
            (void)model.model().forward(batch, model.kv());
            if (i < 2) continue;
            for (const cuda::CudaBackend* card : own) QCOMPARE(card->recorder().graphsRecorded(), recorded);
            QCOMPARE(own[0]->recorder().graphsReplayed() - replayed, sums + 1);
        }
#else
        QSKIP("NOT TESTED: the emulator of CUDA cannot be built here.");
#endif
    }

    void blocksTravelWhole() {
        TensorParallelBackend shared(referenceParts(2), {.parts = 2});
        const auto store =
            shared.makePagedKvCache({{.kvHeads = 2, .keyDim = 8, .valueDim = 8}}, KvType::F32, 3);
        std::vector<std::byte> in(store->blockBytes(0)), out(in.size());
        QCOMPARE(in.size() * 3, store->sizeBytes);
        for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i % 61);
        store->loadBlock(0, 1, in);
        store->copyBlock(0, 1, 2, 32);
        store->saveBlock(0, 2, out);
        QVERIFY(in == out);
    }

    /// The digest of a model does not depend on how many backends have it.
    void weightsAreReadOnce() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const auto base = pack / "tiny" / "llama3-untied";
        TinyModel whole(base.string() + ".gguf", std::make_unique<ReferenceBackend>(), KvType::F32);
        TinyModel shared(base.string() + ".gguf",
                         std::make_unique<TensorParallelBackend>(referenceParts(2), *planOf(base, 2)),
                         KvType::F32);
        QVERIFY(whole.model().weightsDigest() == shared.model().weightsDigest());
    }
};

QTEST_GUILESS_MAIN(TestTensorParallelBackend)
#include "tst_tensor_parallel_backend.moc"
