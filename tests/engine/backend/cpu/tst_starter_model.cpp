// The real starter model on the CPU backend, against llama.cpp's numbers in the reference pack.
#include <algorithm>
#include <cmath>

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"
#include "support/reference_pack.h"
#include "support/sanitized.h"
#include "support/tiny_model.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

namespace {

double logProbability(std::span<const float> logits, TokenId token) {
    const double largest = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const float logit : logits) total += std::exp(double(logit) - largest);
    return double(logits[static_cast<size_t>(token)]) - largest - std::log(total);
}

std::unique_ptr<TinyModel> load(const std::filesystem::path& file, IsaLevel level) {
    return std::make_unique<TinyModel>(
        file, std::make_unique<CpuBackend>(CpuOptions{.threads = 2, .isa = level}), KvType::F16, 1024, 32);
}

/// Logits after a prompt that is processed in one pass.
std::vector<float> lastLogits(TinyModel& model, const std::vector<TokenId>& ids) {
    Batch batch;
    batch.sequences.push_back(model.makeSequence(ids.size()));
    for (size_t i = 0; i < ids.size(); ++i)
        batch.rows.push_back({.sequence = 0,
                              .slot = static_cast<int32_t>(i),
                              .token = ids[i],
                              .wantLogits = i + 1 == ids.size()});
    const auto logits = model.model().forward(batch, model.kv());
    return {logits.begin(), logits.end()};
}

}  // namespace

class TestStarterModel : public QObject {
    Q_OBJECT

private slots:
    /// The pack's rule: perplexity within 1.5 % of llama.cpp's or of the exact one, single log-probabilities
    /// within 0.08 in the mean and 0.8 at most.
    void perplexity_data() {
        QTest::addColumn<int>("level");
        for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
            if (level >= IsaLevel::Avx2)
                QTest::addRow("%s", std::string(isaName(level)).c_str()) << static_cast<int>(level);
    }
    void perplexity() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        HEARTH_REQUIRE(file, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        if (threadSanitized) QSKIP("too long under this sanitizer; the replies go through the same threads");
        QFETCH(int, level);
        const auto json = readJson(pack / "smollm2/logprob.json");
        const auto ids = json.at("ids").get<std::vector<TokenId>>();
        const auto peer = json.at("logprob").get<std::vector<double>>();
        const auto model = load(file, static_cast<IsaLevel>(level));
        const auto logits = model->logits(ids);
        const size_t vocabulary = model->vocabSize();
        double sum = 0;
        double difference = 0;
        double worst = 0;
        for (size_t i = 0; i + 1 < ids.size(); ++i) {
            const double value =
                logProbability(std::span(logits).subspan(i * vocabulary, vocabulary), ids[i + 1]);
            sum += value;
            difference += std::abs(value - peer[i]);
            worst = std::max(worst, std::abs(value - peer[i]));
        }
        const auto count = static_cast<double>(ids.size() - 1);
        const double perplexity = std::exp(-sum / count);
        const double toPeer = std::abs(perplexity / json.at("perplexity").get<double>() - 1);
        const double toExact = std::abs(perplexity / json.at("exact_f32_perplexity").get<double>() - 1);
        qInfo(
            "perplexity %.4f (%.2f %% from llama.cpp, %.2f %% from exact), log-probabilities differ by %.4f, "
            "at most %.3f",
            perplexity, 100 * toPeer, 100 * toExact, difference / count, worst);
        QVERIFY(std::min(toPeer, toExact) <= 0.015);
        QVERIFY(difference / count <= 0.08);
        QVERIFY(worst <= 0.8);
    }

    /// The first word of a reply to a short question often hangs on a tenth of a logit, so short prompts are
    /// rounded to sixteen bits where long ones are to eight.
    void shortPrompts_data() {
        QTest::addColumn<int>("level");
        // Tile registers multiply bfloat16.
        for (const IsaLevel level : isaLevelsUpTo(detectIsa()))
            if (level >= IsaLevel::Avx2 && level < IsaLevel::Amx)
                QTest::addRow("%s", std::string(isaName(level)).c_str()) << static_cast<int>(level);
    }
    void shortPrompts() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        HEARTH_REQUIRE(file, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        if (threadSanitized) QSKIP("too long under this sanitizer; the replies go through the same threads");
        QFETCH(int, level);
        const auto model = load(file, static_cast<IsaLevel>(level));
        TinyModel exact(file, std::make_unique<ReferenceBackend>(), KvType::F32, 1024, 32);
        const size_t vocabulary = model->vocabSize();
        int compared = 0;
        const auto json = readJson(pack / "smollm2/greedy.json");
        for (const auto& prompt : json.at("runs")) {
            const auto ids = prompt.at("prompt_ids").get<std::vector<TokenId>>();
            if (ids.size() <= Backend::fewRows || ids.size() > 64) continue;
            ++compared;
            const auto found = lastLogits(*model, ids);
            const auto wanted = lastLogits(exact, ids);
            float most = 0;
            for (size_t i = 0; i < vocabulary; ++i) most = std::max(most, std::abs(found[i] - wanted[i]));
            qInfo("%zu tokens: at most %.4f from exact", ids.size(), double(most));
            QVERIFY(most < 0.1F);
        }
        QVERIFY(compared > 1);
    }

    /// Fed llama.cpp's own replies token by token, the best token is the same wherever it was clearly best.
    void greedyReplies() {
        HEARTH_REQUIRE(pack, goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        HEARTH_REQUIRE(file, starterModel(), "the starter model ($HEARTH_STARTER_MODEL)");
        const auto model = load(file, detectIsa());
        const size_t vocabulary = model->vocabSize();
        int compared = 0;
        const auto json = readJson(pack / "smollm2/greedy.json");
        const size_t most = threadSanitized ? 8 : SIZE_MAX;
        for (const auto& prompt : json.at("runs")) {
            auto ids = prompt.at("prompt_ids").get<std::vector<TokenId>>();
            const auto reply = prompt.at("ids").get<std::vector<TokenId>>();
            const auto gaps = prompt.at("top1_top2_gap").get<std::vector<double>>();
            Batch batch;
            batch.sequences.push_back(model->makeSequence(ids.size() + reply.size()));
            int32_t position = 0;
            const auto forward = [&](std::span<const TokenId> tokens) {
                batch.kind = position == 0 ? RowKind::Prefill : RowKind::Decode;
                batch.rows.clear();
                for (size_t i = 0; i < tokens.size(); ++i)
                    batch.rows.push_back({.sequence = 0,
                                          .slot = position++,
                                          .token = tokens[i],
                                          .wantLogits = i + 1 == tokens.size()});
                return model->model().forward(batch, model->kv());
            };
            auto logits = forward(ids);
            for (size_t i = 0; i < std::min({most, reply.size(), gaps.size()}); ++i) {
                QCOMPARE(logits.size(), vocabulary);
                const auto best = std::max_element(logits.begin(), logits.end()) - logits.begin();
                if (gaps[i] > 0.5) {
                    QCOMPARE(static_cast<TokenId>(best), reply[i]);
                    ++compared;
                }
                logits = forward(std::span(reply).subspan(i, 1));
            }
        }
        qInfo("%d tokens compared", compared);
        QVERIFY(compared > (threadSanitized ? 20 : 200));
    }
};

QTEST_GUILESS_MAIN(TestStarterModel)
#include "tst_starter_model.moc"
