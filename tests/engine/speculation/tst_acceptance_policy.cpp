#include "speculation/acceptance_policy.h"

#include <QtTest>

using namespace hearth;

class TestAcceptancePolicy : public QObject {
    Q_OBJECT

    /// In how many of so many steps it asks when each that asks brings this.
    static int asked(AcceptancePolicy& worth, int steps, double gained, double cost) {
        int count = 0;
        for (int i = 0; i < steps; ++i) {
            if (!worth.asks()) continue;
            ++count;
            worth.settle(gained, cost);
        }
        return count;
    }

private slots:
    void whatPaysGoesOn() {
        AcceptancePolicy worth;
        QCOMPARE(asked(worth, 1000, 2, 1), 1000);
    }
    void whatDoesNotPayEndsSoon() {
        AcceptancePolicy worth;
        const int first = asked(worth, 100, 0, 1);
        QVERIFY2(first >= 2 && first <= 6, qPrintable(QString::number(first)));
        // From time to time it is tried again, ever more seldom.
        const int later = asked(worth, 4000, 0, 1);
        QVERIFY2(later >= 3 && later < 20, qPrintable(QString::number(later)));
    }
    /// A bad patch is no verdict, and a text that suits it better brings it back.
    void comesBack() {
        AcceptancePolicy worth;
        (void)asked(worth, 300, 0, 1);
        int steps = 0;
        while (asked(worth, 20, 2, 1) < 20) steps += 20;
        QVERIFY2(steps <= 500, qPrintable(QString::number(steps)));
        QCOMPARE(asked(worth, 500, 2, 1), 500);
        // Then the next wait is a short one again.
        while (worth.asks()) worth.settle(0, 5);
        int wait = 1;
        while (!worth.asks()) ++wait;
        QVERIFY2(wait < 60, qPrintable(QString::number(wait)));
    }
    void kindsFollowTheProbability() {
        QCOMPARE(AcceptancePolicy::kindOf(0), size_t{0});
        QCOMPARE(AcceptancePolicy::kindOf(1), AcceptancePolicy::kinds - 1);
        QCOMPARE(AcceptancePolicy::kindOf(std::nanf("")), AcceptancePolicy::kinds - 1);
        size_t last = 0;
        AcceptancePolicy worth;
        for (float probability = 0; probability <= 1; probability += 0.01F) {
            const size_t kind = AcceptancePolicy::kindOf(probability);
            QVERIFY(kind == last || kind == last + 1);
            QVERIFY(kind < AcceptancePolicy::kinds);
            if (kind > last) QVERIFY(worth.record(kind).chance() > worth.record(last).chance());
            last = kind;
        }
        QCOMPARE(last, AcceptancePolicy::kinds - 1);
    }
    void learnsEachKindOnItsOwn() {
        AcceptancePolicy worth;
        const double sure = worth.record(5).chance(), usual = worth.usualChance();
        for (int i = 0; i < 100; ++i) worth.note(1, true);
        QVERIFY(worth.record(1).chance() > 0.9);
        QCOMPARE(worth.record(5).chance(), sure);
        QVERIFY(worth.usualChance() > usual);
        for (int i = 0; i < 100; ++i) worth.note(1, false);
        QVERIFY(worth.record(1).chance() < 0.1);
        QVERIFY(worth.usualChance() < 0.1);
    }
};

QTEST_GUILESS_MAIN(TestAcceptancePolicy)
#include "tst_acceptance_policy.moc"
