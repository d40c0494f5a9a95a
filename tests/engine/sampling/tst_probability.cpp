#include "sampling/probability.h"

#include <QtTest>
#include <cmath>
#include <limits>
#include <random>

using namespace hearth;

class TestProbability : public QObject {
    Q_OBJECT
private slots:
    void isTheSoftmax();
    void oddNumbers();
};

void TestProbability::isTheSoftmax() {
    std::mt19937 random(5);
    std::normal_distribution<float> normal(0, 4);
    for (const size_t count : {1U, 15U, 16U, 49157U}) {
        std::vector<float> logits(count);
        for (float& logit : logits) logit = normal(random) - 200;
        double largest = -1e30, total = 0;
        for (const float logit : logits) largest = std::max(largest, double{logit});
        for (const float logit : logits) total += std::exp(logit - largest);
        for (size_t i = 0; i < count; i += 1 + count / 50) {
            const double expected = std::exp(logits[i] - largest) / total;
            QVERIFY(std::abs(tokenProbability(logits, static_cast<TokenId>(i)) - expected) <=
                    1e-5 * expected);
        }
        QCOMPARE(largestLogit(logits), static_cast<float>(largest));
    }
}

void TestProbability::oddNumbers() {
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> logits{0.0F, NAN, -infinity, 0.0F};
    QCOMPARE(tokenProbability(logits, 0), 0.5F);
    QCOMPARE(tokenProbability(logits, 1), 0.0F);
    QCOMPARE(tokenProbability(logits, 2), 0.0F);
    QCOMPARE(tokenProbability(logits, 4), 0.0F);
    QCOMPARE(tokenProbability(logits, -1), 0.0F);
    QCOMPARE(tokenProbability(std::vector<float>{-infinity}, 0), 0.0F);
}

QTEST_GUILESS_MAIN(TestProbability)
#include "tst_probability.moc"
