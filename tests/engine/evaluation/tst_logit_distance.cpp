#include "evaluation/logit_distance.h"

#include <QtTest>
#include <array>
#include <cmath>

using namespace hearth;

/// Against values worked out by hand: logits are logarithms of odds.
class LogitDistanceTest : public QObject {
    Q_OBJECT

private slots:
    void surpriseOfAToken() {
        // Odds 1 : 3 : 4.
        const std::array<float, 3> logits{0.0F, std::log(3.0F), std::log(4.0F)};
        QVERIFY(std::abs(negativeLogProbability(logits, 0) - std::log(8.0)) < 1e-6);
        QVERIFY(std::abs(negativeLogProbability(logits, 1) - std::log(8.0 / 3)) < 1e-6);
        QVERIFY(std::abs(negativeLogProbability(logits, 2) - std::log(2.0)) < 1e-6);
    }

    void largeLogitsDoNotOverflow() {
        const std::array<float, 2> logits{5000.0F, 4990.0F};
        QVERIFY(std::abs(negativeLogProbability(logits, 1) - 10.0000454) < 1e-4);
        const std::array<float, 2> other{-5000.0F, -4990.0F};
        QVERIFY(std::isfinite(klDivergence(logits, other)));
    }

    void divergenceOfTwoCoins() {
        // 1/2, 1/2 from 1/4, 3/4: ln(2)/2 + ln(2/3)/2.
        const std::array<float, 2> exact{1.0F, 1.0F}, other{0.0F, std::log(3.0F)};
        QVERIFY(std::abs(klDivergence(exact, other) - 0.5 * std::log(4.0 / 3)) < 1e-6);
        // And the other way round: 1/4 ln(1/2) + 3/4 ln(3/2).
        QVERIFY(std::abs(klDivergence(other, exact) - (0.25 * std::log(0.5) + 0.75 * std::log(1.5))) < 1e-6);
    }

    void nothingIsLostOnAShift() {
        const std::array<float, 3> logits{0.5F, -1.0F, 2.0F}, shifted{7.5F, 6.0F, 9.0F};
        QVERIFY(klDivergence(logits, shifted) >= 0);
        QVERIFY(klDivergence(logits, shifted) < 1e-9);
    }
};

QTEST_GUILESS_MAIN(LogitDistanceTest)
#include "tst_logit_distance.moc"
