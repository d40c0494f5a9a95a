#include "backend/cpu/expert_visits.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest/QtTest>

using namespace hearth;
using namespace hearth::cpu;

class TestExpertVisits : public QObject {
    Q_OBJECT

private slots:
    void gathersByExpertAndKeepsEachRowsOrder() {
        ExpertVisits visits;
        // The second round must not see anything of the first.
        for (int round = 0; round < 2; ++round) {
            visits.begin(4);
            visits.add({.experts = {2, 0}, .weights = {0.75F, 0.25F}});
            visits.add({.experts = {2, 3}, .weights = {0.5F, 0.125F}});
            visits.gather();
            QCOMPARE(visits.size(), size_t(4));
            QCOMPARE(visits.of(0).size(), size_t(1));
            QCOMPARE(visits.of(1).size(), size_t(0));
            QCOMPARE(visits.of(2).size(), size_t(2));
            QCOMPARE(visits.first(3), size_t(3));
            QCOMPARE(visits.of(2)[0].row, 0U);
            QCOMPARE(visits.of(2)[1].row, 1U);
            const auto places = visits.placesOf(0);
            QCOMPARE(places.size(), size_t(2));
            QCOMPARE(visits.at(places[0]).expert, 2U);
            QCOMPARE(visits.at(places[0]).weight, 0.75F);
            QCOMPARE(visits.at(places[1]).expert, 0U);
            QCOMPARE(visits.at(visits.placesOf(1)[1]).weight, 0.125F);
        }
    }
    void rowsMayChooseNothing() {
        ExpertVisits visits;
        visits.begin(2);
        visits.add({});
        visits.gather();
        QCOMPARE(visits.size(), size_t(0));
        QCOMPARE(visits.placesOf(0).size(), size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestExpertVisits)
#include "tst_expert_visits.moc"
