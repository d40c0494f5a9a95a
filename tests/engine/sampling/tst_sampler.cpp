#include <QtTest>
#include <cmath>
#include <map>

#include "hearth/error.h"
#include "hearth/sampling.h"

using namespace hearth;

namespace {

const std::vector<float> fiveLogits{1.0F, 3.0F, 2.0F, -1.0F, 0.0F};

SamplingParams plain(float temperature) {
    SamplingParams params;
    params.temperature = temperature, params.topK = 0, params.topP = 1, params.minP = 0, params.seed = 42;
    return params;
}

}  // namespace

class TestSampler : public QObject {
    Q_OBJECT
private slots:
    void greedyTakesTheLargest();
    void sameSeedSameTokens();
    void frequenciesFollowTheSoftmax_data();
    void frequenciesFollowTheSoftmax();
    void penaltiesFollowTheirFormulas();
    void penaltiesForgetOldTokens();
    void distributionNamesWhatCuts();
    void refusesAnotherVocabulary();
};

void TestSampler::greedyTakesTheLargest() {
    Sampler sampler(plain(0), 5);
    for (int i = 0; i < 10; ++i) QCOMPARE(sampler.sample(fiveLogits), 1);
    QCOMPARE(sampler.seed(), uint64_t{42});
}

void TestSampler::sameSeedSameTokens() {
    std::vector<float> logits(1000);
    for (size_t i = 0; i < logits.size(); ++i) logits[i] = std::sin(static_cast<float>(i));
    const auto draw = [&](uint64_t seed) {
        SamplingParams params;
        params.temperature = 1.5F, params.seed = seed;
        Sampler sampler(params, 1000);
        std::vector<TokenId> tokens;
        for (int i = 0; i < 200; ++i) tokens.push_back(sampler.sample(logits));
        return tokens;
    };
    QCOMPARE(draw(1), draw(1));
    QVERIFY(draw(1) != draw(2));
    // Without a seed two samplers differ, and the seed they report repeats their tokens.
    SamplingParams params;
    params.temperature = 1.5F;
    Sampler a(params, 1000), b(params, 1000);
    QVERIFY(a.seed() != b.seed());
    QVERIFY(a.seed() < (uint64_t{1} << 53U));
    QCOMPARE(draw(a.seed())[0], a.sample(logits));
}

void TestSampler::frequenciesFollowTheSoftmax_data() {
    QTest::addColumn<float>("temperature");
    QTest::newRow("0.5") << 0.5F;
    QTest::newRow("1") << 1.0F;
    QTest::newRow("2") << 2.0F;
}

void TestSampler::frequenciesFollowTheSoftmax() {
    QFETCH(float, temperature);
    Sampler sampler(plain(temperature), 5);
    constexpr int draws = 200'000;
    std::array<int, 5> counts{};
    for (int i = 0; i < draws; ++i) ++counts[static_cast<size_t>(sampler.sample(fiveLogits))];
    double total = 0, chiSquare = 0;
    for (const float logit : fiveLogits) total += std::exp(logit / temperature);
    for (size_t i = 0; i < counts.size(); ++i) {
        const double expected = draws * std::exp(fiveLogits[i] / temperature) / total;
        chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    QVERIFY2(chiSquare < 18.5, qPrintable(QString::number(chiSquare)));  // 4 degrees of freedom, p = 0.001
}

void TestSampler::penaltiesFollowTheirFormulas() {
    // Probabilities at temperature 1 tell the penalised logits.
    SamplingParams params = plain(1);
    params.repeatPenalty = 1.5F, params.presencePenalty = 0.25F, params.frequencyPenalty = 0.5F;
    Sampler sampler(params, 5);
    for (const TokenId token : {1, 1, 3}) sampler.accept(token);
    const std::array<double, 5> expected{1.0, 3.0 / 1.5 - 0.25 - 1.0, 2.0, -1.0 * 1.5 - 0.25 - 0.5, 0.0};
    double total = 0, plainTotal = 0;
    for (const double logit : expected) total += std::exp(logit);
    for (const float logit : fiveLogits) plainTotal += std::exp(logit);
    const auto all = sampler.distribution(fiveLogits, 5);
    QCOMPARE(all.size(), size_t{5});
    QCOMPARE(all[0].token, 2);
    for (const TokenCandidate& candidate : all) {
        const auto token = static_cast<size_t>(candidate.token);
        QVERIFY(std::abs(candidate.probability - std::exp(expected[token]) / total) < 1e-5);
        QVERIFY(std::abs(candidate.plainProbability - std::exp(fiveLogits[token]) / plainTotal) < 1e-5);
        QVERIFY(candidate.cutBy == nullptr);
    }
}

void TestSampler::penaltiesForgetOldTokens() {
    SamplingParams params = plain(0);
    params.presencePenalty = 2, params.penaltyLastN = 2;
    Sampler sampler(params, 5);
    sampler.accept(1);
    QCOMPARE(sampler.sample(fiveLogits), 2);
    sampler.accept(4);
    sampler.accept(4);  // now 1 is out of sight
    QCOMPARE(sampler.sample(fiveLogits), 1);
    params.penaltyLastN = -1;
    Sampler all(params, 5);
    all.accept(1);
    for (int i = 0; i < 500; ++i) all.accept(4);
    QCOMPARE(all.sample(fiveLogits), 2);
}

void TestSampler::distributionNamesWhatCuts() {
    SamplingParams params = plain(1);
    params.topK = 3;
    params.minP = 0.2F;
    const auto all = Sampler(params, 5).distribution(fiveLogits, 5);
    QCOMPARE(all[0].token, 1);
    QVERIFY(all[0].cutBy == nullptr);
    QVERIFY(all[1].cutBy == nullptr);          // exp(-1) = 0.37 of the best
    QCOMPARE(QString(all[2].cutBy), "min-p");  // exp(-2) = 0.14
    QCOMPARE(QString(all[3].cutBy), "top-k");
    params.minP = 0, params.topP = 0.5F;
    QCOMPARE(QString(Sampler(params, 5).distribution(fiveLogits, 5)[1].cutBy), "top-p");
}

void TestSampler::refusesAnotherVocabulary() {
    Sampler sampler(plain(1), 6);
    QVERIFY_THROWS_EXCEPTION(Error, (void)sampler.sample(fiveLogits));
    SamplingParams bad;
    bad.temperature = -1;
    QVERIFY_THROWS_EXCEPTION(Error, Sampler(bad, 5));
}

QTEST_GUILESS_MAIN(TestSampler)
#include "tst_sampler.moc"
