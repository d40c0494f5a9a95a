#include <QtTest>
#include <cmath>
#include <filesystem>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "support/reference_pack.h"
#include "support/tiny_model.h"

using namespace hearth;
using namespace hearth::test;

namespace {

const std::filesystem::path fixtures = HEARTH_SOURCE_DIR "/tests/reference/guesses";
constexpr double exactly = 1e-3;  ///< of how far logits are from each other

std::unique_ptr<Backend> makeBackend(bool fast) {
    if (fast) return std::make_unique<CpuBackend>(CpuOptions{.threads = 2});
    return std::make_unique<ReferenceBackend>(1);
}

/// Standard deviation.
double spread(std::span<const float> values) {
    double sum = 0, squares = 0;
    for (const float value : values) sum += value, squares += double{value} * value;
    const double mean = sum / static_cast<double>(values.size());
    return std::sqrt(squares / static_cast<double>(values.size()) - mean * mean);
}

}  // namespace

/// Small random models with a layer that guesses, against the published formula in torch
/// (tests/reference/make_guess_models.py).
class TestMtpLayer : public QObject {
    Q_OBJECT

    /// The states in front of each row, zeros in front of the first.
    static std::vector<float> before(const std::vector<float>& states, size_t width) {
        std::vector<float> before(width);
        before.insert(before.end(), states.begin(), states.end() - static_cast<ptrdiff_t>(width));
        return before;
    }

private slots:
    void guessesAsTheFormulaSays_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("fast");
        for (const char* name :
             {"glm4moe.gguf", "deepseek3.gguf", "qwen35.gguf", "qwen35moe.gguf", "qwen3next.gguf", "glm4moe",
              "deepseek3", "mimo", "qwen35", "qwen35moe", "qwen3next"})
            for (const bool fast : {false, true})
                QTest::addRow("%s on %s", name, fast ? "cpu" : "reference") << name << fast;
    }
    void guessesAsTheFormulaSays() {
        QFETCH(QString, name);
        QFETCH(bool, fast);
        const std::filesystem::path file = fixtures / name.toStdString();
        const std::string base = (fixtures / file.stem()).string();
        const auto facts = readJson(base + ".json");
        const auto tokens = facts.at("tokens").get<std::vector<TokenId>>();
        const NpyArray expected = readNpy(base + ".npy"), chain = readNpy(base + ".chain.npy");
        const double most = exactly * spread(expected.values);
        TinyModel tiny(file, makeBackend(fast), KvType::F32);
        ForwardPass& pass = tiny.model().pass();
        const ModelConfig& config = tiny.model().config();
        QVERIFY(config.guesses);
        QCOMPARE(config.layers.size(), size_t{config.layerCount} + 1);
        QCOMPARE(tiny.kv().layers.size(), config.layers.size());

        Batch batch;
        batch.kind = RowKind::Prefill;
        batch.sequences.push_back(tiny.makeSequence(tokens.size() + chain.shape[0]));
        for (size_t i = 0; i < tokens.size(); ++i)
            batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = tokens[i]});
        // In two parts, as prompts come, of which the first has no logits.
        std::vector<float> states;
        for (const bool second : {false, true}) {
            Batch part = batch;
            if (second)
                part.rows.erase(part.rows.begin(), part.rows.begin() + 40);
            else
                part.rows.resize(40);
            part.rows.back().wantLogits = second;
            QCOMPARE(pass.compute(part, tiny.kv(), tiny.states(), {}), second ? size_t{1} : size_t{0});
            const std::vector<float> own = pass.states(part.rows.size());
            states.insert(states.end(), own.begin(), own.end());
        }
        for (BatchRow& row : batch.rows) row.wantLogits = true;
        std::vector<float> after = pass.guess(batch, before(states, config.embedding), tiny.kv());
        const std::vector<float> logits = pass.logits(tokens.size());
        const double worst = largestDifference(logits, expected.values);
        qInfo("%s: %.3g", qPrintable(name), worst);
        QVERIFY2(worst <= most, qPrintable(QString::number(worst)));

        // A draft after a draft comes from the layer's own state.
        const auto guesses = facts.at("guesses").get<std::vector<TokenId>>();
        after.erase(after.begin(), after.end() - config.embedding);
        for (size_t i = 1; i < chain.shape[0]; ++i) {
            Batch one;
            one.kind = RowKind::Decode;
            one.sequences = batch.sequences;
            one.rows.push_back({.slot = static_cast<int32_t>(tokens.size() + i - 1),
                                .token = guesses[i - 1],
                                .wantLogits = true});
            after = pass.guess(one, after, tiny.kv());
            QVERIFY(largestDifference(pass.logits(1), chain.row(i)) <= most);
        }
    }

    /// Filling the cache without logits and then guessing alone is the same.
    void fillsTheCacheWithoutLogits() {
        const std::filesystem::path file = fixtures / "glm4moe.gguf";
        const auto tokens = readJson(fixtures / "glm4moe.json").at("tokens").get<std::vector<TokenId>>();
        const NpyArray expected = readNpy(fixtures / "glm4moe.npy");
        TinyModel tiny(file, makeBackend(false), KvType::F32);
        ForwardPass& pass = tiny.model().pass();
        const size_t width = tiny.model().config().embedding;
        Batch batch;
        batch.sequences.push_back(tiny.makeSequence(tokens.size()));
        for (size_t i = 0; i + 1 < tokens.size(); ++i)
            batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = tokens[i]});
        batch.rows.back().wantLogits = true;
        (void)pass.compute(batch, tiny.kv(), nullptr, {});
        const std::vector<float> trunk = pass.logits(1), states = pass.states(batch.rows.size());
        batch.rows.back().wantLogits = false;
        QVERIFY(pass.guess(batch, before(states, width), tiny.kv()).empty());
        // The logits of the pass are still there.
        QCOMPARE(pass.logits(1), trunk);
        Batch one;
        one.sequences = batch.sequences;
        one.rows.push_back(
            {.slot = static_cast<int32_t>(tokens.size()) - 1, .token = tokens.back(), .wantLogits = true});
        (void)pass.guess(one, std::span(states).last(width), tiny.kv());
        QVERIFY(largestDifference(pass.logits(1), expected.row(tokens.size() - 1)) <=
                exactly * spread(expected.values));
    }

    /// A file of the layer alone, as converters write it, is not a model.
    void aFileOfTheLayerAloneIsTold() {
        const GgufFile file = GgufFile::open(fixtures / "qwen35-layer-alone.gguf");
        QString said;
        try {
            (void)ModelConfig::fromGguf(file);
        } catch (const Error& error) {
            said = error.what();
        }
        QVERIFY2(said.startsWith("The file has only the layer of a model that guesses"), qPrintable(said));
    }

    /// The weights of the layer are no part of what a token reads, and of the plan they are.
    void isCounted() {
        const ReferenceBackend backend;
        const GgufFile with = GgufFile::open(fixtures / "glm4moe.gguf");
        const GgufFile without = GgufFile::open(HEARTH_SOURCE_DIR "/tests/reference/families/glm4moe.gguf");
        QVERIFY(Model::sizes(with, backend, 64).weightsBytes >
                Model::sizes(without, backend, 64).weightsBytes);
        TinyModel guessing(with.path(), makeBackend(false), KvType::F32);
        TinyModel plain(without.path(), makeBackend(false), KvType::F32);
        QCOMPARE(guessing.model().decodeBytes(), plain.model().decodeBytes());
        QVERIFY(!plain.model().config().guesses);
    }
};

QTEST_GUILESS_MAIN(TestMtpLayer)
#include "tst_mtp_layer.moc"
