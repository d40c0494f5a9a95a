#include "hearth/kv_type_cost.h"

#include <QtTest>
#include <array>
#include <cmath>

#include "evaluation/logit_distance.h"
#include "hearth/cache_admin.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "support/reference_pack.h"

using namespace hearth;
using namespace hearth::test;

class TestKvTypeCost : public QObject {
    Q_OBJECT

    static std::unique_ptr<Engine> load() {
        EngineOptions options;
        options.model = tinyModelsFolder() / "llama-f32.gguf";
        options.threads = 2;
        return Engine::load(options);
    }

    static KvTypeCost costOf(Engine& engine, const KvTypeCostOptions& options,
                             const std::stop_token& stop = {}) {
        constexpr std::array types{KvTypes(KvType::Q8_0)};
        return kvTypeCosts(engine, types, options, stop).front();
    }

private slots:
    void fewerBitsMoveThePerplexity() {
        const auto engine = load();
        constexpr std::array types{KvTypes(KvType::F16), KvTypes(KvType::Q8_0), KvTypes(KvType::Q4_0)};
        const auto costs = kvTypeCosts(*engine, types);
        QCOMPARE(costs.size(), types.size());
        const KvTypeCost none = costs[0], eight = costs[1], four = costs[2];
        QVERIFY(none.tokens > 100);
        QCOMPARE(none.divergence, 0.0);
        QCOMPARE(none.more(), 0.0);
        QCOMPARE(eight.tokens, none.tokens);
        QVERIFY(eight.divergence > 0 && eight.more() < 0.001);
        QVERIFY(four.more() > 3 * eight.more());
        // The weights are in float32, and nothing is rounded but the cache.
        QVERIFY(eight.chance > 0 && eight.chance < 0.1 * eight.divergence);
        QCOMPARE(four.chance, eight.chance);
        QVERIFY(std::abs(eight.more() - std::expm1(eight.divergence - eight.chance)) < 1e-12);
        // Nothing of it stays in the cache.
        QCOMPARE(engine->cache()->stats().cachedTokens, size_t{0});
    }

    /// Only likely tokens are kept of the first pass; that has to come to nearly the same.
    void itIsTheDivergenceOfTheLogits() {
        const auto engine = load();
        const std::string_view text = comparisonText();
        auto tokens = promptsOf(*engine).tokenizer().encode(text, {.addSpecial = true});
        tokens.resize(200);
        std::vector<float> exact, rounded;
        const auto into = [](std::vector<float>& all) {
            return [&all](size_t, std::span<const float> part) {
                all.insert(all.end(), part.begin(), part.end());
            };
        };
        engine->probe()->readLogits({.tokens = tokens, .kvTypes = KvType::F16}, into(exact));
        engine->probe()->readLogits({.tokens = tokens, .kvTypes = KvType::Q8_0}, into(rounded));
        const auto vocabulary = static_cast<size_t>(engine->info().vocabSize);
        QCOMPARE(exact.size(), tokens.size() * vocabulary);
        double sum = 0;
        for (size_t i = 0; i < exact.size(); i += vocabulary)
            sum += klDivergence(std::span(exact).subspan(i, vocabulary),
                                std::span(rounded).subspan(i, vocabulary));
        const double mean = sum / static_cast<double>(tokens.size());
        const KvTypeCost cost = costOf(*engine, {.tokens = 200});
        QCOMPARE(cost.tokens, tokens.size());
        QVERIFY2(cost.divergence > 0.9 * mean && cost.divergence < 1.001 * mean,
                 qPrintable(QStringLiteral("%1 %2").arg(cost.divergence).arg(mean)));
    }

    void theTimeIsBounded() {
        const auto engine = load();
        const KvTypeCost cost = costOf(*engine, {.seconds = 0});
        QVERIFY(cost.tokens >= 64);
        QVERIFY(cost.divergence > 0 && cost.chance < cost.divergence);
        QCOMPARE(costOf(*engine, {.tokens = 30}).tokens, size_t{30});
    }

    void stopsAndRefuses() {
        const auto engine = load();
        std::stop_source stopped;
        stopped.request_stop();
        try {
            (void)costOf(*engine, {}, stopped.get_token());
            QFAIL("It went on.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
        try {
            (void)costOf(*engine, {.text = ""});
            QFAIL("There is nothing to score.");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::BadInput);
        }
    }
};

QTEST_APPLESS_MAIN(TestKvTypeCost)
#include "tst_kv_type_cost.moc"
