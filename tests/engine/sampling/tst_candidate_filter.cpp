#include "sampling/candidate_filter.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "hearth/error.h"

using namespace hearth;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<float> randomLogits(size_t count, unsigned seed, float spread) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, spread);
    std::vector<float> logits(count);
    for (float& logit : logits) logit = std::round(normal(random) * 64) / 64;  // with ties
    return logits;
}

SamplingParams withCuts(int topK, float topP, float minP) {
    SamplingParams params;
    params.topK = topK, params.topP = topP, params.minP = minP;
    return params;
}

/// The definition: sort everything, then cut by each setting in turn.
std::vector<TokenId> byDefinition(const std::vector<float>& logits, const SamplingParams& params) {
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](TokenId a, TokenId b) { return logits[size_t(a)] > logits[size_t(b)]; });
    if (params.topK > 0) order.resize(std::min(order.size(), static_cast<size_t>(params.topK)));
    std::vector<double> weights;
    for (const TokenId token : order)
        weights.push_back(std::exp(double{logits[size_t(token)]} - logits[size_t(order[0])]));
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    size_t kept = 0;
    for (double sum = 0; kept < order.size() && (kept == 0 || sum < double{params.topP} * total); ++kept)
        sum += weights[kept];
    if (params.topP >= 1) kept = order.size();
    while (kept > 1 && weights[kept - 1] < double{params.minP} * (1 - 1e-6)) --kept;
    order.resize(kept);
    return order;
}

}  // namespace

class TestCandidateFilter : public QObject {
    Q_OBJECT
private slots:
    void agreesWithTheDefinition_data();
    void agreesWithTheDefinition();
    void keepsTheBestInOrder();
    void leavesOutNanAndMinusInfinity();
    void refusesWhenNothingIsLeft();
};

void TestCandidateFilter::agreesWithTheDefinition_data() {
    QTest::addColumn<int>("topK");
    QTest::addColumn<float>("topP");
    QTest::addColumn<float>("minP");
    for (const int topK : {0, 1, 40, 300, 100000}) {
        for (const float topP : {0.0F, 0.3F, 0.95F, 0.9999F, 1.0F}) {
            for (const float minP : {0.0F, 0.05F, 1.0F}) {
                QTest::addRow("k %d p %g min %g", topK, double{topP}, double{minP}) << topK << topP << minP;
            }
        }
    }
}

void TestCandidateFilter::agreesWithTheDefinition() {
    QFETCH(int, topK);
    QFETCH(float, topP);
    QFETCH(float, minP);
    for (const float spread : {0.2F, 3.0F}) {
        const auto logits = randomLogits(20000, 7, spread);
        const SamplingParams params = withCuts(topK, topP, minP);
        const auto kept = filterCandidates(logits, params);
        const auto expected = byDefinition(logits, params);
        // Sums in another order may move a border of the nucleus by one candidate of equal probability.
        QVERIFY(std::abs(static_cast<double>(kept.size()) - static_cast<double>(expected.size())) <= 1.0);
        for (size_t i = 0; i < std::min(kept.size(), expected.size()); ++i)
            QCOMPARE(kept[i].token, expected[i]);
    }
}

void TestCandidateFilter::keepsTheBestInOrder() {
    const auto logits = randomLogits(50000, 3, 2.0F);
    const auto best = bestCandidates(logits, 1000);
    QCOMPARE(best.size(), size_t{1000});
    const auto expected = byDefinition(logits, withCuts(1000, 1, 0));
    for (size_t i = 0; i < best.size(); ++i) QCOMPARE(best[i].token, expected[i]);
    QCOMPARE(bestToken(logits), expected[0]);
    QVERIFY(bestCandidates(logits, 0).empty());
}

void TestCandidateFilter::leavesOutNanAndMinusInfinity() {
    const std::vector<float> logits{NAN, -infinity, 1.0F, NAN, 0.5F, -infinity};
    const auto kept = filterCandidates(logits, withCuts(0, 1, 0));
    QCOMPARE(kept.size(), size_t{2});
    QCOMPARE(kept[0].token, 2);
    QCOMPARE(kept[1].token, 4);
    QCOMPARE(bestToken(logits), 2);
    QCOMPARE(filterCandidates(logits, withCuts(5, 0.99F, 0)).size(), size_t{2});
}

void TestCandidateFilter::refusesWhenNothingIsLeft() {
    QVERIFY_THROWS_EXCEPTION(Error, (void)bestToken(std::vector<float>{NAN, -infinity}));
    QVERIFY_THROWS_EXCEPTION(Error, (void)filterCandidates({}, withCuts(0, 1, 0)));
}

QTEST_GUILESS_MAIN(TestCandidateFilter)
#include "tst_candidate_filter.moc"
