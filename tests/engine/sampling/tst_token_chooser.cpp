#include "sampling/token_chooser.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "hearth/sampling.h"
#include "sampling/best_logits.h"

using namespace hearth;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<float> randomRow(size_t size, float width, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, width);
    std::vector<float> row(size);
    for (float& value : row) value = std::round(normal(random) * 64) / 64;  // many are equal
    return row;
}

SamplingParams settings(float temperature, int topK, float topP, float minP) {
    SamplingParams params;
    params.temperature = temperature, params.topK = topK, params.topP = topP, params.minP = minP;
    params.seed = 7;
    return params;
}

}  // namespace

/// Choosing from the few best logits, held against the sampler on whole rows.
class TestTokenChooser : public QObject {
    Q_OBJECT

private slots:
    void nothingFiniteIsNotEnough() {
        const std::vector<float> row(10, -infinity);
        const BestLogits result = bestLogitsOf(row, {.count = 3, .columns = 10, .penalties = {}});
        QVERIFY(result.best.empty());
        QVERIFY(!TokenChooser(settings(0, 0, 1, 0), 10).isEnough(result, 0));
    }

    void theSamplerAgrees_data() {
        QTest::addColumn<float>("temperature");
        QTest::addColumn<int>("topK");
        QTest::addColumn<float>("topP");
        QTest::addColumn<float>("minP");
        QTest::addColumn<bool>("always");  // whether the few best suffice for every row
        QTest::newRow("greedy") << 0.0F << 40 << 0.95F << 0.05F << true;
        QTest::newRow("the app's") << 0.8F << 40 << 0.95F << 0.05F << true;
        QTest::newRow("top-k alone") << 1.5F << 128 << 1.0F << 0.0F << true;
        QTest::newRow("top-p alone") << 1.0F << 0 << 0.9F << 0.0F << false;
        QTest::newRow("min-p alone") << 1.0F << 0 << 1.0F << 0.05F << false;
        QTest::newRow("top-p and min-p") << 0.7F << 0 << 0.8F << 0.1F << false;
        QTest::newRow("nothing") << 1.0F << 0 << 1.0F << 0.0F << false;
    }
    void theSamplerAgrees() {
        QFETCH(float, temperature);
        QFETCH(int, topK);
        QFETCH(float, topP);
        QFETCH(float, minP);
        QFETCH(bool, always);
        const int vocabulary = 2000;
        for (const bool penalties : {false, true}) {
            SamplingParams params = settings(temperature, topK, topP, minP);
            if (penalties) {
                params.repeatPenalty = 1.3F;
                params.presencePenalty = 0.2F;
                params.frequencyPenalty = -0.1F;
            }
            Sampler whole(params, vocabulary);
            TokenChooser few(params, vocabulary);
            int enough = 0;
            const int rounds = 300;
            for (int i = 0; i < rounds; ++i) {
                const float width = i % 3 == 0 ? 0.5F : i % 3 == 1 ? 2.0F : 6.0F;
                const auto row = randomRow(static_cast<size_t>(vocabulary), width, static_cast<unsigned>(i));
                const auto query = few.query(5);
                QVERIFY(query.has_value());
                const BestLogits best = bestLogitsOf(row, *query);
                const TokenId expected = whole.sample(row);
                const auto candidates = whole.distribution(row, 5);
                if (!few.isEnough(best, 5)) {
                    QCOMPARE(few.sample(row), expected);
                } else {
                    ++enough;
                    QCOMPARE(few.sample(best), expected);
                    const auto fewCandidates = few.distribution(best, 5);
                    QCOMPARE(fewCandidates.size(), candidates.size());
                    for (size_t c = 0; c < candidates.size(); ++c) {
                        QCOMPARE(fewCandidates[c].token, candidates[c].token);
                        QCOMPARE(QString(fewCandidates[c].cutBy), QString(candidates[c].cutBy));
                        QVERIFY(std::abs(fewCandidates[c].probability - candidates[c].probability) < 1e-6F);
                        QVERIFY(std::abs(fewCandidates[c].plainProbability - candidates[c].plainProbability) <
                                1e-5F);
                    }
                }
                whole.accept(expected);
                few.accept(expected);
            }
            if (always) QCOMPARE(enough, rounds);
            if (topK == 0 && minP == 0 && topP == 1)
                QCOMPARE(enough, 0);
            else
                QVERIFY(enough >= rounds / 3);
        }
    }

    void whatIsNotAllowedIsNeverChosen() {
        const std::vector<float> row = randomRow(200, 2, 3);
        std::vector<uint64_t> allowed(4);
        for (const size_t token : {3, 64, 65, 199}) allowed[token / 64] |= uint64_t{1} << (token % 64);
        TokenChooser hot(settings(2, 0, 1, 0), 200);
        std::map<TokenId, int> counts;
        for (int i = 0; i < 2000; ++i) ++counts[hot.sample(row, allowed)];
        QCOMPARE(counts.size(), size_t{4});
        // Among the allowed ones with the chances that they have there.
        double total = 0;
        for (const TokenId token : {3, 64, 65, 199}) total += std::exp(row[static_cast<size_t>(token)] / 2);
        for (const auto& [token, count] : counts)
            QVERIFY(std::abs(count / 2000.0 - std::exp(row[static_cast<size_t>(token)] / 2) / total) < 0.05);
        TokenChooser greedy(settings(0, 40, 0.9F, 0.1F), 200);
        TokenId best = 3;
        for (const TokenId token : {64, 65, 199})
            if (row[static_cast<size_t>(token)] > row[static_cast<size_t>(best)]) best = token;
        QCOMPARE(greedy.sample(row, allowed), best);
        QCOMPARE(greedy.distribution(row, 1, allowed).front().token, best);
    }
    /// A query after drafted tokens equals the query once they are accepted.
    void queriesIncludeTheDraftedTokens() {
        SamplingParams params = settings(0.8F, 40, 0.95F, 0);
        params.frequencyPenalty = 0.5F;
        params.penaltyLastN = 4;
        TokenChooser now(params, 1000), later(params, 1000);
        for (const TokenId token : {1, 2, 3}) now.accept(token), later.accept(token);
        const std::vector<TokenId> ahead{3, 7};
        for (const TokenId token : ahead) later.accept(token);
        const auto subtracted = [](const std::optional<BestLogitsQuery>& query) {
            std::map<TokenId, float> by;
            for (const BestLogitsQuery::Penalty& penalty : query->penalties)
                by[penalty.token] = penalty.subtracted;
            return by;
        };
        QVERIFY(subtracted(now.query(0, ahead)) == subtracted(later.query(0)));
        QCOMPARE(subtracted(now.query(0, ahead)).at(3), 1.0F);
        QCOMPARE(subtracted(now.query(0)).at(3), 0.5F);
    }

    void queriesAskForNoMoreThanABackendPicks() {
        QVERIFY(!TokenChooser(settings(1, 129, 1, 0), 1000).query(0).has_value());
        QVERIFY(!TokenChooser(settings(0, 40, 1, 0), 1000).query(500).has_value());
        QCOMPARE(TokenChooser(settings(0, 40, 1, 0), 1000).query(0)->count, 1U);
        QCOMPARE(TokenChooser(settings(1, 40, 1, 0), 1000).query(60)->count, 60U);
        QCOMPARE(TokenChooser(settings(1, 0, 0.9F, 0), 1000).query(0)->count, mostBestLogits);
    }
};

QTEST_GUILESS_MAIN(TestTokenChooser)
#include "tst_token_chooser.moc"
