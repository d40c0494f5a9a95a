#include <QtTest>
#include <cmath>
#include <limits>

#include "hearth/routing.h"

using namespace hearth;
using Verdict = FirstTokens::Verdict;

class TestFirstTokens : public QObject {
    Q_OBJECT

    static FirstTokens watching(int tokens, double least) {
        RoutingRule rule;
        rule.firstTokens = tokens;
        rule.leastMeanLogProbability = least;
        return FirstTokens(rule);
    }

private slots:
    void certainWhenAllAreThere() {
        FirstTokens first = watching(3, -1);
        QVERIFY(first.add(0.5) == Verdict::Open);
        QVERIFY(first.add(0.25) == Verdict::Open);
        QVERIFY(first.add(0.9) == Verdict::Certain);
        QCOMPARE(first.count(), 3);
        QVERIFY(std::abs(first.meanLogProbability() - (std::log(0.5) + std::log(0.25) + std::log(0.9)) / 3) <
                1e-12);
    }
    void uncertainAsSoonAsItCannotBeCertainAnyMore() {
        // The sum of three may be -3: what follows adds nothing.
        FirstTokens first = watching(3, -1);
        QVERIFY(first.add(std::exp(-2.9)) == Verdict::Open);
        QVERIFY(first.add(std::exp(-0.2)) == Verdict::Uncertain);
        QCOMPARE(first.count(), 2);
        // It stays so.
        QVERIFY(first.add(1) == Verdict::Uncertain);
        QVERIFY(first.end() == Verdict::Uncertain);
        QCOMPARE(first.count(), 2);
    }
    void theThresholdItselfIsCertain() {
        FirstTokens first = watching(2, 0);
        QVERIFY(first.add(1) == Verdict::Open);
        QVERIFY(first.add(1) == Verdict::Certain);
    }
    void aShortReplyCountsByWhatItHas() {
        FirstTokens sure = watching(12, -1);
        QVERIFY(sure.add(0.9) == Verdict::Open);
        QVERIFY(sure.end() == Verdict::Certain);
        FirstTokens unsure = watching(12, -1);
        QVERIFY(unsure.add(0.1) == Verdict::Open);
        QVERIFY(unsure.end() == Verdict::Uncertain);
        FirstTokens empty = watching(12, -1);
        QVERIFY(empty.end() == Verdict::Certain);
        QCOMPARE(empty.meanLogProbability(), 0.0);
    }
    void numbersThatAreNoneAreUnlikely() {
        for (const double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
            FirstTokens first = watching(1, -10);
            QVERIFY(first.add(bad) == Verdict::Uncertain);
        }
        FirstTokens more = watching(1, -1);
        QVERIFY(more.add(7) == Verdict::Certain);
        QCOMPARE(more.meanLogProbability(), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestFirstTokens)
#include "tst_first_tokens.moc"
