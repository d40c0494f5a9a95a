#include "model/cache_shapes.h"
#include "model/forward_pass.h"

#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "format/huggingface/folder_model.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/family_table.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {

std::unique_ptr<Backend> makeBackend(bool fast = false) {
    if (fast) return std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
    return std::make_unique<ReferenceBackend>(2);
}

/// Counts what the forward pass asks for.
class CountingBackend final : public ReferenceBackend {
public:
    using ReferenceBackend::ReferenceBackend;
    void attention(const AttentionArgs& args) override {
        ++attentions;
        ReferenceBackend::attention(args);
    }
    void keepLogitRows(std::span<const Slice> kept) override {
        ++narrowings;
        ReferenceBackend::keepLogitRows(kept);
    }
    uint32_t attentions = 0, narrowings = 0;
};

std::vector<TokenId> tokensOf(const nlohmann::json& sequence) {
    return sequence.at("tokens").get<std::vector<TokenId>>();
}

/// A model of the reference pack by its row: a file, or a folder whose name ends in ".hf".
struct PackModel {
    std::filesystem::path base, model;
};

PackModel packModel(const std::filesystem::path& pack, const QString& name) {
    const bool folder = name.endsWith(".hf");
    const auto base = pack / "tiny" / (folder ? name.chopped(3) : name).toStdString();
    return {base, base.string() + (folder ? ".hf" : ".gguf")};
}

bool isKnownFolder(const std::filesystem::path& folder) {
    return format::findFolderFamily(readJson(folder / "config.json").value("model_type", "")) != nullptr;
}

std::span<const float> rowsOf(const std::vector<float>& values, size_t columns, size_t first,
                              size_t count = 1) {
    return std::span(values).subspan(first * columns, count * columns);
}

/// The reference pack's README: by how much llama.cpp and transformers themselves differ.
double toleranceOf(const std::string& name) {
    return name.starts_with("gemma") ? 1e-2 : 2e-3;
}

/// Compares all positions of the pack's sequences, and the tokens of its greedy reply.
void holdAgainstThePack(TinyModel& model, const std::string& base) {
    const std::string name = std::filesystem::path(base).filename().string();
    const auto json = readJson(base + ".json");
    const size_t vocabulary = model.vocabSize();
    const double tolerance = toleranceOf(name);
    const NpyArray last = readNpy(base + ".last.npy"), all17 = readNpy(base + ".all17.npy");
    std::optional<NpyArray> exact;
    if (std::filesystem::exists(base + ".last.hf.npy")) exact = readNpy(base + ".last.hf.npy");
    for (size_t i = 0; i < json.at("sequences").size(); ++i) {
        const auto& sequence = json.at("sequences")[i];
        const auto tokens = tokensOf(sequence);
        const std::vector<float> logits = model.logits(tokens);
        const auto lastRow = rowsOf(logits, vocabulary, tokens.size() - 1);
        const double difference = largestDifference(lastRow, last.row(i));
        double toExact = 0;
        if (exact)
            toExact = largestDifference(
                lastRow.first(std::min(exact->shape[1], vocabulary)),
                std::span<const float>(exact->row(i)).first(std::min(exact->shape[1], vocabulary)));
        qInfo("%s: %zu tokens: %.3g from the oracle, %.3g from transformers", name.c_str(), tokens.size(),
              difference, toExact);
        QVERIFY2(difference <= tolerance,
                 qPrintable(QString("sequence %1 differs by %2").arg(i).arg(difference)));
        if (tokens.size() == 17) QVERIFY(largestDifference(logits, all17.values) <= tolerance);
        const auto& ids = sequence.at("top5_ids");
        for (size_t p = 0; p < tokens.size(); ++p) {
            const auto row = rowsOf(logits, vocabulary, p);
            for (size_t k = 0; k < 5; ++k) {
                const double expected = sequence.at("top5_logits")[p][k];
                const double actual = row[ids[p][k].get<size_t>()];
                QVERIFY2(std::abs(expected - actual) <= tolerance, qPrintable(QString("position %1").arg(p)));
            }
        }
    }
    const auto reply = json.at("greedy").at("ids").get<std::vector<TokenId>>();
    auto tokens = tokensOf(json.at("sequences")[1]);
    const size_t first = tokens.size() - 1;
    tokens.insert(tokens.end(), reply.begin(), reply.end());
    const std::vector<float> logits = model.logits(tokens, 1);
    for (size_t i = 0; i < reply.size(); ++i) {
        if (json.at("greedy").at("top1_top2_gap")[i].get<double>() <= 2 * tolerance) continue;
        const auto row = rowsOf(logits, vocabulary, first + i);
        const auto best = std::max_element(row.begin(), row.end()) - row.begin();
        QCOMPARE(static_cast<TokenId>(best), reply[i]);
    }
}

}  // namespace

class TestForwardPass : public QObject {
    Q_OBJECT
private slots:
    void matchesTheReferencePack_data();
    void matchesTheReferencePack();
    void statesSurvivePiecesAndCompany_data();
    void statesSurvivePiecesAndCompany();
    void companyAndChunksChangeNothing_data() { matchesTheReferencePack_data(); }
    void companyAndChunksChangeNothing();
    void tokenByTokenEqualsOneBatch();
    void sequencesInOneBatchDoNotDisturbEachOther();
    void wantsOfOnlySomeRows_data() { matchesTheReferencePack_data(); }
    void wantsOfOnlySomeRows();
    void doesNotComputeWhatNobodyReads();
    void stopsBeforeALayer();
    void refusesBatchesThatDoNotFit();
    void learnedPositionsAreNotMoved();
};

void TestForwardPass::matchesTheReferencePack_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("fast");
    const auto pack = goldenFolder();
    if (!pack) return QTest::addRow("missing") << QString() << false, void();
    const auto manifest = readJson(*pack / "manifest.json");
    const auto addRows = [](const std::string& name) {
        for (const bool fast : {false, true})
            QTest::addRow("%s on %s", name.c_str(), fast ? "cpu" : "reference")
                << QString::fromStdString(name) << fast;
    };
    for (const auto& model : manifest.at("tiny")) {
        const std::string name = model.at("name");
        if (!model.at("gguf").is_null() && findFamily(model.at("arch").get<std::string>()) != nullptr)
            addRows(name);
        // Families that only transformers runs, and folders of the others.
        if (!model.value("hf_folder", nlohmann::json()).is_null() &&
            isKnownFolder(*pack / "tiny" / (name + ".hf")))
            addRows(name + ".hf");
    }
}

void TestForwardPass::matchesTheReferencePack() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    QFETCH(bool, fast);
    const auto [base, file] = packModel(pack, name);
    TinyModel model(file, makeBackend(fast), KvType::F32);
    holdAgainstThePack(model, base.string());
}

void TestForwardPass::companyAndChunksChangeNothing() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    QFETCH(bool, fast);
    const auto [base, file] = packModel(pack, name);
    TinyModel model(file, makeBackend(fast), KvType::F32);
    const size_t vocabulary = model.vocabSize();
    const auto json = readJson(base.string() + ".json");
    const auto a = tokensOf(json.at("sequences")[1]), b = tokensOf(json.at("sequences")[2]);
    const auto aloneA = model.logits(a), aloneB = model.logits(b);
    QVERIFY(largestDifference(aloneB, model.logits(b, 33)) <= 1e-3);
    Batch batch;
    batch.sequences = {model.makeSequence(a.size()), model.makeSequence(b.size())};
    for (size_t i = 0; i < a.size(); ++i) batch.rows.push_back({0, static_cast<int32_t>(i), a[i], true});
    for (size_t i = 0; i < b.size(); ++i) batch.rows.push_back({1, static_cast<int32_t>(i), b[i], true});
    const auto logits = model.model().forward(batch, model.kv(), model.states());
    QCOMPARE(largestDifference(rowsOf(logits, vocabulary, 0, a.size()), aloneA), 0.0);
    QCOMPARE(largestDifference(rowsOf(logits, vocabulary, a.size(), b.size()), aloneB), 0.0);
}

void TestForwardPass::statesSurvivePiecesAndCompany_data() {
    matchesTheReferencePack_data();
}

/// Recurrent models token by token, in pieces and next to another sequence; and what they say greedily.
void TestForwardPass::statesSurvivePiecesAndCompany() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    QFETCH(bool, fast);
    const auto [base, file] = packModel(pack, name);
    TinyModel model(file, makeBackend(fast), KvType::F32);
    if (!model.model().config().recurrent()) return;
    const auto json = readJson(base.string() + ".json");
    const auto tokens = tokensOf(json.at("sequences")[2]), other = tokensOf(json.at("sequences")[1]);
    const std::vector<float> whole = model.logits(tokens);
    QVERIFY(largestDifference(whole, model.logits(tokens, 33)) <= 1e-3);
    QVERIFY(largestDifference(whole, model.logits(tokens, 1)) <= 1e-3);

    // The first part alone, then row by row with those of another sequence.
    const size_t vocabulary = model.vocabSize(), ahead = tokens.size() - other.size();
    Batch batch;
    batch.sequences = {model.makeSequence(other.size()), model.makeSequence(tokens.size())};
    for (size_t i = 0; i < ahead; ++i) batch.rows.push_back({1, static_cast<int32_t>(i), tokens[i], false});
    QVERIFY(model.model().forward(batch, model.kv(), model.states()).empty());
    const std::vector<float> alone = model.logits(other);
    batch.kind = RowKind::Decode;
    for (size_t i = 0; i < other.size(); ++i) {
        batch.rows = {{0, static_cast<int32_t>(i), other[i], true},
                      {1, static_cast<int32_t>(ahead + i), tokens[ahead + i], true}};
        const auto both = model.model().forward(batch, model.kv(), model.states());
        QVERIFY(largestDifference(rowsOf(both, vocabulary, 0), rowsOf(alone, vocabulary, i)) <= 1e-3);
        QVERIFY(largestDifference(rowsOf(both, vocabulary, 1), rowsOf(whole, vocabulary, ahead + i)) <= 1e-3);
    }

    if (!json.contains("greedy")) return;
    const auto said = json.at("greedy").at("ids").get<std::vector<TokenId>>();
    const auto gaps = json.at("greedy").at("top1_top2_gap").get<std::vector<double>>();
    std::vector<TokenId> text = other;
    text.insert(text.end(), said.begin(), said.end());
    const std::vector<float> logits = model.logits(text, 1);
    for (size_t i = 0; i < said.size(); ++i) {
        if (gaps[i] < 4e-3) continue;
        const auto row = rowsOf(logits, vocabulary, other.size() - 1 + i);
        QCOMPARE(static_cast<TokenId>(std::max_element(row.begin(), row.end()) - row.begin()), said[i]);
    }
}

void TestForwardPass::tokenByTokenEqualsOneBatch() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    for (const char* name : {"llama3-untied", "mixtral"}) {
        TinyModel model(pack / "tiny" / (std::string(name) + ".gguf"), makeBackend(), KvType::F16);
        const auto tokens =
            tokensOf(readJson(pack / "tiny" / (std::string(name) + ".json")).at("sequences")[2]);
        const auto whole = model.logits(tokens), single = model.logits(tokens, 1),
                   chunks = model.logits(tokens, 33);
        QCOMPARE(largestDifference(whole, single), 0.0);
        QCOMPARE(largestDifference(whole, chunks), 0.0);
    }
}

void TestForwardPass::sequencesInOneBatchDoNotDisturbEachOther() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    TinyModel model(pack / "tiny/llama3-untied.gguf", makeBackend(), KvType::F16);
    const auto json = readJson(pack / "tiny/llama3-untied.json");
    const auto a = tokensOf(json.at("sequences")[1]), b = tokensOf(json.at("sequences")[2]);
    const auto aloneA = model.logits(a), aloneB = model.logits(b);
    // b's first part goes ahead; then its rest and all of a run together.
    Batch batch;
    batch.sequences = {model.makeSequence(a.size()), model.makeSequence(b.size())};
    const size_t ahead = 50;
    for (size_t i = 0; i < ahead; ++i) batch.rows.push_back({1, static_cast<int32_t>(i), b[i], false});
    QVERIFY(model.model().forward(batch, model.kv()).empty());
    batch.rows.clear();
    for (size_t i = 0; i < a.size(); ++i)
        batch.rows.push_back({0, static_cast<int32_t>(i), a[i], i % 2 == 0});
    for (size_t i = ahead; i < b.size(); ++i)
        batch.rows.push_back({1, static_cast<int32_t>(i), b[i], i + 1 == b.size()});
    const auto logits = model.model().forward(batch, model.kv());
    const size_t vocabulary = model.vocabSize(), wantedOfA = (a.size() + 1) / 2;
    QCOMPARE(logits.size(), (wantedOfA + 1) * vocabulary);
    for (size_t i = 0; i < wantedOfA; ++i) {
        QCOMPARE(largestDifference(rowsOf(logits, vocabulary, i), rowsOf(aloneA, vocabulary, 2 * i)), 0.0);
    }
    QCOMPARE(
        largestDifference(rowsOf(logits, vocabulary, wantedOfA), rowsOf(aloneB, vocabulary, b.size() - 1)),
        0.0);
}

// Rows that want no logits are left out where nothing but their own logits would come of them.
void TestForwardPass::wantsOfOnlySomeRows() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    QFETCH(QString, name);
    QFETCH(bool, fast);
    const auto [base, file] = packModel(pack, name);
    TinyModel model(file, makeBackend(fast), KvType::F32);
    const auto tokens = tokensOf(readJson(base.string() + ".json").at("sequences")[2]);
    const std::vector<float> whole = model.logits(tokens);
    const size_t vocabulary = model.vocabSize();
    // A prompt in two pieces, of which the first wants nothing and the second two rows that do not lie
    // together.
    const size_t first = tokens.size() / 2;
    const size_t wanted[2] = {first + 3, tokens.size() - 1};
    Batch batch;
    batch.sequences = {model.makeSequence(tokens.size())};
    const auto run = [&](size_t begin, size_t end) {
        batch.rows.clear();
        for (size_t i = begin; i < end; ++i)
            batch.rows.push_back({0, static_cast<int32_t>(i), tokens[i], i == wanted[0] || i == wanted[1]});
        return model.model().forward(batch, model.kv(), model.states());
    };
    QVERIFY(run(0, first).empty());
    const std::vector<float> two = run(first, tokens.size());
    QCOMPARE(two.size(), 2 * vocabulary);
    for (size_t i = 0; i < 2; ++i) {
        const double difference =
            largestDifference(rowsOf(two, vocabulary, i), rowsOf(whole, vocabulary, wanted[i]));
        QVERIFY2(difference <= 1e-3,
                 qPrintable(QString("row %1 differs by %2").arg(wanted[i]).arg(difference)));
    }
}

void TestForwardPass::doesNotComputeWhatNobodyReads() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    auto backend = std::make_unique<CountingBackend>(2);
    CountingBackend& counted = *backend;
    TinyModel model(pack / "tiny/llama3-untied.gguf", std::move(backend), KvType::F16);
    const uint32_t layers = model.model().config().layerCount;
    // Rows that want logits, of four: attention in the last layer is for them, and they go on without the
    // others. Rows of a prompt say so even where there are no others.
    for (const size_t wanted : {0UL, 1UL, 4UL}) {
        Batch batch;
        batch.sequences = {model.makeSequence(4)};
        for (size_t i = 0; i < 4; ++i)
            batch.rows.push_back({0, static_cast<int32_t>(i), static_cast<TokenId>(i + 1), i + wanted >= 4});
        counted.attentions = counted.narrowings = 0;
        QCOMPARE(model.model().forward(batch, model.kv()).size(), wanted * model.vocabSize());
        QCOMPARE(counted.attentions, wanted == 0 ? layers - 1 : layers);
        QCOMPARE(counted.narrowings, wanted == 0 ? 0U : 1U);
    }
}

void TestForwardPass::stopsBeforeALayer() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    TinyModel model(pack / "tiny/llama3-untied.gguf", makeBackend(), KvType::F16);
    Batch batch;
    batch.sequences = {model.makeSequence(1)};
    batch.rows.push_back({0, 0, 1, true});
    std::stop_source source;
    source.request_stop();
    try {
        (void)model.model().forward(batch, model.kv(), source.get_token());
        QFAIL("ran to the end");
    } catch (const Error& error) {
        QCOMPARE(error.code(), ErrorCode::Cancelled);
    }
}

void TestForwardPass::refusesBatchesThatDoNotFit() {
    HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
    TinyModel model(pack / "tiny/llama3-untied.gguf", makeBackend(), KvType::F16);
    Batch batch;
    batch.sequences = {model.makeSequence(600)};
    QVERIFY_THROWS_EXCEPTION(Error, (void)model.model().forward(batch, model.kv()));
    batch.rows = {{0, 0, 512, true}};
    QVERIFY_THROWS_EXCEPTION(Error, (void)model.model().forward(batch, model.kv()));
    batch.rows = {{0, 0, -1, true}};
    QVERIFY_THROWS_EXCEPTION(Error, (void)model.model().forward(batch, model.kv()));
    batch.rows.assign(513, {0, 0, 1, false});
    QVERIFY_THROWS_EXCEPTION(Error, (void)model.model().forward(batch, model.kv()));
}

/// The keys of GPT-2 do not say where they stand by a rotation that could be turned further.
void TestForwardPass::learnedPositionsAreNotMoved() {
    const auto moves = [](const char* family) {
        const auto config = ModelConfig::fromGguf(
            GgufFile::open(std::filesystem::path(HEARTH_SOURCE_DIR) / "tests/reference/families" /
                           (std::string(family) + ".gguf")));
        return canMoveKeys(config, *makeBackend());
    };
    QVERIFY(moves("llama3"));
    QVERIFY(!moves("gpt2"));
    // Chunks begin at slots.
    QVERIFY(!moves("llama4"));
}

QTEST_GUILESS_MAIN(TestForwardPass)
#include "tst_forward_pass.moc"
