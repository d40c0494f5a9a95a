// Held against the sampler of the engine, which does the same to all logits of a vocabulary.
#include "inspector/next_token_filter.h"

#include <QtTest>
#include <cmath>
#include <random>

using namespace hearth;
using namespace hearth::app;

class TestNextTokenFilter : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTheSampler() {
        std::mt19937 random(7);
        std::normal_distribution<float> normal(0, 3);
        int compared = 0;
        for (int round = 0; round < 300; ++round) {
            std::vector<float> logits(48);
            for (float& logit : logits) logit = normal(random);
            SamplingParams params;
            params.temperature = std::array{0.0F, 0.3F, 0.7F, 1.0F, 2.0F}[random() % 5];
            params.topK = std::array{0, 1, 5, 20, 48}[random() % 5];
            params.topP = std::array{1.0F, 0.95F, 0.6F}[random() % 3];
            params.minP = std::array{0.0F, 0.05F, 0.3F}[random() % 3];
            const auto expected = Sampler(params, 48).distribution(logits, 48);
            std::vector<TokenChance> chances;
            for (const TokenCandidate& candidate : expected)
                chances.push_back({candidate.token, candidate.plainProbability});
            const auto found = filterTokens(chances, params);
            QCOMPARE(found.size(), expected.size());
            for (size_t i = 0; i < found.size(); ++i) {
                QVERIFY2(std::abs(found[i].chance - expected[i].probability) < 2e-4F,
                         qPrintable(QStringLiteral("round %1, token %2: %3 and %4")
                                        .arg(round)
                                        .arg(i)
                                        .arg(found[i].chance)
                                        .arg(expected[i].probability)));
                const QString cut = expected[i].cutBy ? QString::fromLatin1(expected[i].cutBy) : QString();
                const QString ours = found[i].cut == FilteredToken::Cut::TopK   ? QStringLiteral("top-k")
                                     : found[i].cut == FilteredToken::Cut::TopP ? QStringLiteral("top-p")
                                     : found[i].cut == FilteredToken::Cut::MinP ? QStringLiteral("min-p")
                                                                                : QString();
                QCOMPARE(ours, cut);
                ++compared;
            }
        }
        QCOMPARE(compared, 300 * 48);
    }

    void whatWasNotKeptTakesItsShare() {
        SamplingParams params;
        params.temperature = 1;
        params.topK = 0;
        params.topP = 1;
        params.minP = 0;
        const auto found = filterTokens({{1, 0.5F}, {2, 0.25F}}, params);
        QVERIFY(std::abs(found[0].chance - 0.5F) < 1e-6F);
        QVERIFY(std::abs(found[1].chance - 0.25F) < 1e-6F);
        QVERIFY(filterTokens({}, params).empty());
    }

    void entropy() {
        QCOMPARE(entropyBits({{1, 1.0F}}), 0.0);
        QVERIFY(std::abs(entropyBits({{1, 0.5F}, {2, 0.5F}}) - 1) < 1e-9);
        QVERIFY(std::abs(entropyBits({{1, 0.25F}, {2, 0.25F}, {3, 0.25F}}) - 2) < 1e-9);
    }
};

QTEST_GUILESS_MAIN(TestNextTokenFilter)
#include "tst_next_token_filter.moc"
