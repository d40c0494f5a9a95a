#include "model/attention_shares.h"

#include <QtTest>
#include <cmath>
#include <numeric>

using namespace hearth;

namespace {

float sumOf(const std::vector<float>& shares, size_t first, size_t count) {
    const auto begin = shares.begin() + static_cast<ptrdiff_t>(first);
    return std::accumulate(begin, begin + static_cast<ptrdiff_t>(count), 0.0F);
}

}  // namespace

/// The softmax of a few scores that can be followed by hand.
class TestAttentionShares : public QObject {
    Q_OBJECT

private slots:
    void equalKeysHaveEqualShares() {
        const std::vector<float> query{1, 2, 3}, keys(3 * 5, 0.25F);
        const auto shares = attentionShares(
            {.query = query, .keys = keys, .positions = 5, .heads = 1, .kvHeads = 1, .keyDim = 3});
        QCOMPARE(shares.size(), size_t{5});
        for (const float share : shares) QVERIFY(std::abs(share - 0.2F) < 1e-6F);
    }

    /// Two heads share a key, and the other two the next one.
    void headsReadTheirKeys() {
        const std::vector<float> query{1, -1, 2, 0};
        const std::vector<float> keys{0, 10, std::log(3.0F), 10};
        const auto shares = attentionShares(
            {.query = query, .keys = keys, .positions = 2, .heads = 4, .kvHeads = 2, .keyDim = 1});
        const float expected[] = {0.25F, 0.75F, 0.75F, 0.25F, 0.5F, 0.5F, 0.5F, 0.5F};
        for (size_t i = 0; i < 8; ++i) QVERIFY(std::abs(shares[i] - expected[i]) < 1e-6F);
    }

    void scoresAreScaledAndCapped() {
        const std::vector<float> query{1}, keys{0, 8};
        SharesOf of{.query = query, .keys = keys, .positions = 2, .heads = 1, .kvHeads = 1, .keyDim = 1};
        of.scale = 0.5F;
        QVERIFY(std::abs(attentionShares(of)[1] - 1 / (1 + std::exp(-4.0F))) < 1e-6F);
        of.softCap = 2;
        const float capped = 2 * std::tanh(2.0F);
        QVERIFY(std::abs(attentionShares(of)[1] - 1 / (1 + std::exp(-capped))) < 1e-6F);
    }

    void aSinkTakesItsShare() {
        const std::vector<float> query{0, 0}, keys{1, 1, 1}, sinks{std::log(3.0F), -100};
        const auto shares = attentionShares({.query = query,
                                             .keys = keys,
                                             .positions = 3,
                                             .heads = 2,
                                             .kvHeads = 1,
                                             .keyDim = 1,
                                             .sinks = sinks});
        QVERIFY(std::abs(sumOf(shares, 0, 3) - 0.5F) < 1e-6F);
        QVERIFY(std::abs(sumOf(shares, 3, 3) - 1) < 1e-6F);
    }

    void largeScoresStayNumbers() {
        const std::vector<float> query{1000}, keys{1, -1, 1};
        const auto shares = attentionShares(
            {.query = query, .keys = keys, .positions = 3, .heads = 1, .kvHeads = 1, .keyDim = 1});
        QCOMPARE(shares, (std::vector<float>{0.5F, 0, 0.5F}));
    }
};

QTEST_GUILESS_MAIN(TestAttentionShares)
#include "tst_attention_shares.moc"
