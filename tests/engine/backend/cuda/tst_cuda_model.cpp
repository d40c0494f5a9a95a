#include "backend/cpu/cpu_backend.h"
#include "backend/cuda/cuda_backend.h"
#include "embedding/pooled_rows.h"
#include "embedding/text_batches.h"
#include "emulator/device_emulated.h"
#include "emulator/machine.h"
#include "format/huggingface/folder_model.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "model/cache_shapes.h"
#include "model/family_table.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>
#include <optional>

using namespace hearth;
using namespace hearth::test;

namespace {

std::vector<TokenId> tokensOf(const nlohmann::json& sequence) {
    return sequence.at("tokens").get<std::vector<TokenId>>();
}

std::unique_ptr<Backend> makeBackend() {
    return std::make_unique<cuda::CudaBackend>();
}

/// nullopt: the kernels do not have the model's sizes.
std::optional<std::vector<float>> logitsOf(TinyModel& model, const std::vector<TokenId>& tokens) {
    try {
        return model.logits(tokens);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Unsupported) throw;
        return std::nullopt;
    }
}

}  // namespace

/// Whole models of the reference pack on the emulated CUDA backend, within the pack's tolerances for f16
/// caches.
class TestCudaModel : public QObject {
    Q_OBJECT

private slots:
    void init() {
        emulator::configureDevice({});
        emulator::g_machine.configure({});
    }
    void tiny_data();
    void tiny();
    void quantized_data();
    void quantized();
    void everyOrderGivesTheSameBits_data();
    void everyOrderGivesTheSameBits();
    void rowsDoNotDependOnTheirNeighbours_data();
    void rowsDoNotDependOnTheirNeighbours();
    void decodeLaunchesFewKernels_data();
    void decodeLaunchesFewKernels();
    void decodeStepsAreReplayed();
    void expertsInHostMemoryGiveTheSameBits_data();
    void expertsInHostMemoryGiveTheSameBits();
    void stepsWithExpertsInHostMemoryAreReplayed();
    void learnedPositionsMatchTransformers();
    void embeddingsMatchTransformers_data();
    void embeddingsMatchTransformers();
    void folderOfByteFloatsMatchesTransformers_data();
    void folderOfByteFloatsMatchesTransformers();
    void theStarterModelSaysWhatItSaysOnTheCpu();
};

void TestCudaModel::tiny_data() {
    QTest::addColumn<QString>("name");
    const auto pack = goldenFolder();
    if (!pack) return QTest::addRow("missing") << QString(), void();
    const auto manifest = readJson(*pack / "manifest.json");
    for (const auto& model : manifest.at("tiny")) {
        const std::string name = model.at("name");
        if (model.at("gguf").is_null()) {
            const auto config = readJson(*pack / "tiny" / (name + ".hf") / "config.json");
            const auto kind = config.at("model_type").get<std::string>();
            if (format::findFolderFamily(kind) == nullptr) continue;
        } else if (findFamily(model.at("arch").get<std::string>()) == nullptr) {
            continue;
        }
        QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
    }
}

void TestCudaModel::tiny() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    const auto base = pack / "tiny" / name.toStdString();
    const auto json = readJson(base.string() + ".json");
    const bool folder = json.at("gguf").is_null();
    const auto& noise = json.at("noise").at(folder ? "weights_f16" : "weights_f16_kv_f16");
    const double tolerance = std::max(0.05, 2 * noise.at("max_abs").get<double>());
    const double exact = name.startsWith("gemma") ? 1e-2 : 2e-3;
    const NpyArray all17 = readNpy(base.string() + ".all17.npy");
    const auto tokens = tokensOf(json.at("sequences")[1]);
    for (const KvType type : {KvType::F16, KvType::F32}) {
        TinyModel model(base.string() + (folder ? ".hf" : ".gguf"), makeBackend(), type);
        const auto made = logitsOf(model, tokens);
        if (!made) QSKIP("a small size that no published model has");
        const std::vector<float>& logits = *made;
        const double difference = largestDifference(logits, all17.values);
        qInfo("%s, %s cache: %.3g", qPrintable(name), type == KvType::F16 ? "f16" : "f32", difference);
        QVERIFY(difference <= (type == KvType::F16 ? tolerance : exact));
    }
}

void TestCudaModel::quantized_data() {
    QTest::addColumn<QString>("name");
    const auto pack = goldenFolder();
    if (!pack) return QTest::addRow("missing") << QString(), void();
    const auto manifest = readJson(*pack / "manifest.json");
    for (const auto& model : manifest.at("quant")) {
        const std::string name = model.at("name");
        QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
    }
}

/// Passes when either the exact result or llama.cpp's is within 1.5 times the distance between those two (the
/// pack's README).
void TestCudaModel::quantized() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    const auto base = pack / "quant" / name.toStdString();
    const auto json = readJson(base.string() + ".json");
    const NpyArray exact = readNpy(base.string() + ".exact.all17.npy"),
                   llama = readNpy(base.string() + ".all17.npy");
    TinyModel model(base.string() + ".gguf", makeBackend(), KvType::F32);
    const auto logits = model.logits(tokensOf(json.at("sequences")[1]));
    const auto rms = [](std::span<const float> a, std::span<const float> b) {
        double squares = 0;
        for (size_t i = 0; i < a.size(); ++i) squares += (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
        return std::sqrt(squares / static_cast<double>(a.size()));
    };
    QCOMPARE(logits.size(), exact.values.size());
    const double noise = std::max(rms(exact.values, llama.values), 0.004);
    const double toExact = rms(logits, exact.values), toLlama = rms(logits, llama.values);
    qInfo("%s: rms %.3g from exact, %.3g from llama.cpp; these differ by %.3g", qPrintable(name), toExact,
          toLlama, noise);
    QVERIFY(std::min(toExact, toLlama) <= 1.5 * noise);
}

void TestCudaModel::everyOrderGivesTheSameBits_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("dense, f32") << "tiny/llama3-untied";
    QTest::newRow("experts, K types") << "quant/qmoe-q4_k_m";
    QTest::newRow("5 bits") << "quant/qbase-q5_0";
}

/// Whole steps, with their graphs: once each forward with streams that run at once, in reverse and in a
/// seeded order with late ones. Every order of every kernel is what the tests of the kernels run.
void TestCudaModel::everyOrderGivesTheSameBits() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    const auto base = pack / name.toStdString();
    auto tokens = tokensOf(readJson(base.string() + ".json").at("sequences")[1]);
    tokens.resize(6);
    std::vector<float> first;
    using emulator::CopyArrival, emulator::Order;
    const emulator::MachineOptions orders[] = {{Order::Forward, CopyArrival::AtIssue, 1},
                                               {Order::Reverse, CopyArrival::AtWait, 1},
                                               {Order::Seeded, CopyArrival::Seeded, 1}};
    for (const auto& options : orders) {
        emulator::g_machine.configure(options);
        emulator::configureDevice({.lazyStreams = options.order != Order::Forward});
        TinyModel model(base.string() + ".gguf", makeBackend(), KvType::Q8_0);
        const auto logits = model.logits(tokens, 5);
        if (first.empty()) first = logits;
        QCOMPARE(largestDifference(logits, first), 0.0);
    }
}

void TestCudaModel::rowsDoNotDependOnTheirNeighbours_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("type");
    QTest::newRow("f32 weights, f16 cache") << "tiny/llama3-untied" << static_cast<int>(KvType::F16);
    QTest::newRow("q4_k, q8_0 cache") << "quant/qbase-q4_k_m" << static_cast<int>(KvType::Q8_0);
    QTest::newRow("f16 weights, f32 cache") << "quant/qbase-f16" << static_cast<int>(KvType::F32);
    QTest::newRow("experts, q4_0 cache") << "quant/qmoe-q4_k_m" << static_cast<int>(KvType::Q4_0);
}

void TestCudaModel::rowsDoNotDependOnTheirNeighbours() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    QFETCH(int, type);
    const auto base = pack / name.toStdString();
    const auto json = readJson(base.string() + ".json");
    const auto a = tokensOf(json.at("sequences")[1]), b = tokensOf(json.at("sequences")[2]);
    const size_t ahead = 16, decoded = 3;
    // Alone: a's first rows as one chunk, then single tokens. Together: the same with b's chunks and tokens
    // in the batches.
    std::vector<float> alone;
    for (const size_t others : {0, 1, 7, 40}) {
        TinyModel model(base.string() + ".gguf", makeBackend(), static_cast<KvType>(type));
        Batch batch;
        batch.sequences = {model.makeSequence(a.size()), model.makeSequence(b.size())};
        std::vector<float> all;
        size_t nextOfB = 0;
        for (size_t step = 0; step <= decoded - 2; ++step) {
            const size_t first = step == 0 ? 0 : ahead - 1 + step, last = step == 0 ? ahead : first + 1;
            batch.rows.clear();
            for (size_t i = 0; i < others; ++i, ++nextOfB)
                batch.rows.push_back({1, static_cast<int32_t>(nextOfB), b[nextOfB], false});
            for (size_t i = first; i < last; ++i)
                batch.rows.push_back({0, static_cast<int32_t>(i), a[i], i + 1 == last});
            const auto logits = model.model().forward(batch, model.kv());
            all.insert(all.end(), logits.begin(), logits.end());
        }
        if (alone.empty()) alone = all;
        QCOMPARE(largestDifference(all, alone), 0.0);
    }
}

void TestCudaModel::decodeLaunchesFewKernels_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("most");
    QTest::newRow("dense") << "llama3-untied" << 5;
    QTest::newRow("experts") << "qwen3moe" << 6;
}

void TestCudaModel::decodeLaunchesFewKernels() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    QFETCH(int, most);
    TinyModel model(pack / "tiny" / (name.toStdString() + ".gguf"), makeBackend(), KvType::F16);
    Batch batch;
    batch.sequences = {model.makeSequence(2)};
    batch.rows = {{0, 0, 1, true}};
    (void)model.model().forward(batch, model.kv());
    (void)emulator::takeLaunches();
    batch.rows = {{0, 1, 2, true}};
    (void)model.model().forward(batch, model.kv());
    const auto launches = emulator::takeLaunches();
    const size_t layers = model.model().config().layers.size();
    qInfo("%zu launches for %zu layers, embedding and head", launches.size(), layers);
    QVERIFY(launches.size() - 2 <= static_cast<size_t>(most) * layers);
}

void TestCudaModel::decodeStepsAreReplayed() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    const auto json = readJson(pack / "quant/qbase-q4_0.json");
    const auto tokens = tokensOf(json.at("sequences")[1]);
    auto owned = makeBackend();
    auto& backend = static_cast<cuda::CudaBackend&>(*owned);
    TinyModel model(pack / "quant/qbase-q4_0.gguf", std::move(owned), KvType::F16);
    const auto single = model.logits(tokens, 1);
    QVERIFY(backend.recorder().graphsReplayed() >= tokens.size() - 3);
    backend.setGraphRows(0);
    QCOMPARE(largestDifference(model.logits(tokens, 1), single), 0.0);
}

void TestCudaModel::expertsInHostMemoryGiveTheSameBits_data() {
    QTest::addColumn<QString>("name");
    const auto pack = goldenFolder();
    if (!pack) return QTest::addRow("missing") << QString(), void();
    const auto manifest = readJson(*pack / "manifest.json");
    for (const char* kind : {"tiny", "quant"}) {
        for (const auto& model : manifest.at(kind)) {
            const std::string name = std::string(kind) + "/" + model.at("name").get<std::string>();
            if (model.at("gguf").is_null()) continue;
            const GgufFile file = GgufFile::open(*pack / (name + ".gguf"));
            const bool isMixture =
                findFamily(std::string(file.getString("general.architecture").value_or(""))) != nullptr &&
                ModelConfig::fromGguf(file).experts.count > 1;
            if (isMixture) QTest::addRow("%s", name.c_str()) << QString::fromStdString(name);
        }
    }
}

/// Slots for 10, 50 and 100 % of the experts, with a prompt and a reply: a prompt needs more than there are.
void TestCudaModel::expertsInHostMemoryGiveTheSameBits() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    const auto file = pack / (name.toStdString() + ".gguf");
    const uint32_t experts = ModelConfig::fromGguf(GgufFile::open(file)).experts.count;
    auto tokens = tokensOf(readJson(pack / (name.toStdString() + ".json")).at("sequences")[1]);
    tokens.resize(12);
    std::vector<float> expected;
    for (const uint32_t percent : {100U, 50U, 10U}) {
        const uint32_t onGpu = std::max(experts * percent / 100, 1U);
        auto backend = makeBackend();
        QVERIFY(backend->hostExperts(onGpu));
        TinyModel model(file, std::move(backend), KvType::F16);
        const auto made = logitsOf(model, tokens);
        if (!made) QSKIP("a small size that no published model has");
        std::vector<float> logits = *made;
        const auto reply = model.logits(tokens, 1);
        logits.insert(logits.end(), reply.begin(), reply.end());
        if (expected.empty()) expected = logits;
        QCOMPARE(largestDifference(logits, expected), 0.0);
        const ExpertTraffic traffic = model.backend().expertTraffic();
        QCOMPARE(traffic.isUsed(), onGpu < experts);
        if (traffic.isUsed())
            qInfo("%u of %u experts on the card: %.0f %% found", onGpu, experts, 100 * traffic.hitRate());
    }
}

/// Such a step is a graph a layer; those of one token come back with the next one, and what was copied for
/// either is no part of them.
void TestCudaModel::stepsWithExpertsInHostMemoryAreReplayed() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    auto tokens = tokensOf(readJson(pack / "tiny/qwen3moe.json").at("sequences")[1]);
    tokens.resize(16);
    auto owned = makeBackend();
    auto& backend = static_cast<cuda::CudaBackend&>(*owned);
    QVERIFY(backend.hostExperts(7));
    TinyModel model(pack / "tiny/qwen3moe.gguf", std::move(owned), KvType::F16);
    const auto single = model.logits(tokens, 1);
    const uint64_t recorded = backend.recorder().graphsRecorded(),
                   replayed = backend.recorder().graphsReplayed();
    qInfo("%llu graphs recorded, %llu replayed", static_cast<unsigned long long>(recorded),
          static_cast<unsigned long long>(replayed));
    QVERIFY(replayed > 2 * recorded);
    backend.setGraphRows(0);
    QCOMPARE(largestDifference(model.logits(tokens, 1), single), 0.0);
    QCOMPARE(backend.recorder().graphsRecorded(), recorded);
}

/// GPT-2 (tests/reference/make_gpt2_model.py): two tables are read and added before the first layer, in steps
/// that are replayed too.
void TestCudaModel::learnedPositionsMatchTransformers() {
    const auto base = std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families/gpt2";
    const auto facts = readJson(base.string() + ".json");
    const auto positions = facts.at("positions").at("").get<std::vector<size_t>>();
    const NpyArray expected = readNpy(base.string() + ".npy");
    TinyModel model(base.string() + ".gguf", makeBackend(), KvType::F32, 48);
    for (const size_t chunk : {size_t{512}, size_t{7}, size_t{1}}) {
        const auto logits = model.logits(tokensOf(facts), chunk);
        for (size_t i = 0; i < positions.size(); ++i) {
            const auto row = std::span(logits).subspan(positions[i] * model.vocabSize(), model.vocabSize());
            QVERIFY(largestDifference(row, expected.row(i)) <= 2e-3);
        }
    }
}

void TestCudaModel::embeddingsMatchTransformers_data() {
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"bert-cls", "xlm-roberta", "nomic-bert", "modernbert", "embedding-gemma", "qwen3-embedding"})
        QTest::newRow(name) << QString(name);
}

/// All texts in one pass, some of whose rows attend one by one and some in tiles.
void TestCudaModel::embeddingsMatchTransformers() {
    QFETCH(QString, name);
    const auto folder = tinyModelsFolder().parent_path() / "embeddings" / name.toStdString();
    const auto expected = readJson(folder / "expected.json");
    const auto texts = expected.at("tokens").get<std::vector<std::vector<TokenId>>>();
    const auto backend = makeBackend();
    const auto model = Model::load(GgufFile::open(folder), *backend, 128, {.rows = 256, .logitRows = 0});
    const ModelConfig& config = model->config();
    const auto scratch = backend->makePagedKvCache({togetherLayer(config)}, KvType::F16, 16);
    scratch->commitAll();
    std::vector<BatchText> all;
    std::vector<size_t> order;
    for (const auto& text : texts) {
        order.push_back(all.size());
        all.push_back({text});
    }
    const Batch batch = batchOf(all, order);
    model->pass().encode(batch, *scratch, {});
    const std::vector<float> rows = model->pass().encoded(batch.rows.size());
    std::vector<float> pooled;
    size_t first = 0;
    for (const auto& text : texts) {
        const auto own = std::span(rows).subspan(first * config.embedding, text.size() * config.embedding);
        const std::vector<float> one = pooledRows(config.pooling, own, config.embedding);
        pooled.insert(pooled.end(), one.begin(), one.end());
        first += text.size();
    }
    pooled = model->pass().finish(std::move(pooled));
    const size_t width = config.pooledWidth();
    for (size_t i = 0; i < texts.size(); ++i) {
        const auto wanted = expected.at("vectors")[i].get<std::vector<float>>();
        QCOMPARE(wanted.size(), width);
        const auto own = std::span(pooled).subspan(i * width, width);
        makeUnitLength(own);
        double cosine = 0;
        for (size_t j = 0; j < width; ++j) cosine += double{own[j]} * wanted[j];
        // The cache and the products of many rows are in float16.
        QVERIFY2(cosine >= 0.9999, qPrintable(QString("text %1: cosine %2").arg(i).arg(cosine, 0, 'g', 8)));
    }
}

void TestCudaModel::folderOfByteFloatsMatchesTransformers_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"fp8-blocks", "compressed-fp8-rows", "compressed-e5m2"})
        QTest::addRow("%s", name) << QString(name);
}

/// Folders in FP8 against transformers' logits of the weights that they stand for, replies and prompts alike.
void TestCudaModel::folderOfByteFloatsMatchesTransformers() {
    QFETCH(QString, name);
    const std::filesystem::path folder = HEARTH_SOURCE_DIR "/tests/reference/packed/" + name.toStdString();
    const auto facts = readJson(folder / "expected.json");
    const auto positions = facts.at("positions").at("").get<std::vector<size_t>>();
    const NpyArray expected = readNpy(folder / "expected.npy");
    for (const size_t chunk : {size_t{1}, size_t{512}}) {
        TinyModel model(folder, makeBackend(), KvType::F32, 128);
        const auto logits = model.logits(tokensOf(facts), chunk);
        double difference = 0;
        for (size_t i = 0; i < positions.size(); ++i) {
            const auto row = std::span(logits).subspan(positions[i] * model.vocabSize(), model.vocabSize());
            difference = std::max(difference, largestDifference(row, expected.row(i)));
        }
        qInfo("%s, %zu at once: %.3g", qPrintable(name), chunk, difference);
        QVERIFY(difference <= 1e-3);
    }
}

void TestCudaModel::theStarterModelSaysWhatItSaysOnTheCpu() {
    HEARTH_REQUIRE(file, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
    const GgufFile gguf = GgufFile::open(file);
    const auto tokenizer = Tokenizer::fromGguf(gguf);
    std::vector<std::vector<TokenId>> replies;
    for (const bool emulated : {false, true}) {
        TinyModel model(file,
                        emulated ? makeBackend() : std::make_unique<CpuBackend>(CpuOptions{.threads = 2}),
                        KvType::F16, 64, 4);
        std::vector<TokenId> tokens = tokenizer->encode("The capital of France is");
        Batch batch;
        batch.sequences = {model.makeSequence(32)};
        auto& reply = replies.emplace_back();
        for (size_t done = 0; reply.size() < 3;) {
            batch.rows.clear();
            for (; done < tokens.size(); ++done)
                batch.rows.push_back(
                    {0, static_cast<int32_t>(done), tokens[done], done + 1 == tokens.size()});
            const auto logits = model.model().forward(batch, model.kv());
            tokens.push_back(
                static_cast<TokenId>(std::max_element(logits.begin(), logits.end()) - logits.begin()));
            reply.push_back(tokens.back());
        }
    }
    qInfo("%s", tokenizer->decode(replies[1]).c_str());
    QVERIFY(replies[0] == replies[1]);
}

QTEST_GUILESS_MAIN(TestCudaModel)
#include "tst_cuda_model.moc"
