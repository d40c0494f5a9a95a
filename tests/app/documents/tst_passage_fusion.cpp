#include "documents/passage_fusion.h"

#include <QtTest>
#include <cmath>

using namespace hearth::app;

class TestPassageFusion : public QObject {
    Q_OBJECT

    static std::vector<qint64> idsOf(const std::vector<FusedPassage>& passages) {
        std::vector<qint64> ids;
        for (const FusedPassage& passage : passages) ids.push_back(passage.passageId);
        return ids;
    }

private slots:
    void bothCount() {
        const auto fused = fusePassages({{1, 9.0, 0.5}, {3, 5.0, 0.4}}, {{2, 0.9}, {3, 0.7}, {4, 0.1}}, 10);
        QCOMPARE(fused.size(), size_t{4});
        // g = 0.4
        QCOMPARE(idsOf(fused), (std::vector<qint64>{2, 3, 1, 4}));
        QCOMPARE(fused[0].score, 0.6);
        QCOMPARE(fused[1].score, 0.4 * std::pow(0.4, 1.25) + 0.6 * 0.75);
        QCOMPARE(fused[1].scores, (std::vector<double>{5.0, 0.7}));
        QCOMPARE(fused[1].ranks, (std::vector<int>{2, 2}));
        QCOMPARE(fused[2].ranks, (std::vector<int>{1, 0}));
        QCOMPARE(fused[3].score, 0.0);
    }

    void wordsLeadWhereAllOfThemStand() {
        QCOMPARE(idsOf(fusePassages({{1, 9.0, 1}, {2, 5.0, 0.5}}, {{3, 0.9}, {2, 0.8}, {4, 0.1}}, 2)),
                 (std::vector<qint64>{1, 2}));
        // With few of them, meaning does.
        QCOMPARE(idsOf(fusePassages({{1, 9.0, 0.2}, {2, 5.0, 0.1}}, {{3, 0.9}, {2, 0.8}, {4, 0.1}}, 2)),
                 (std::vector<qint64>{3, 2}));
    }

    void oneAloneKeepsItsOrder() {
        QCOMPARE(idsOf(fusePassages({{1, 9.0, 0.1}, {2, 5.0, 0.9}}, {}, 10)), (std::vector<qint64>{1, 2}));
        QCOMPARE(idsOf(fusePassages({}, {{5, 0.9}, {4, 0.9}}, 10)), (std::vector<qint64>{5, 4}));
        QCOMPARE(idsOf(fusePassages({}, {{5, 0.9}}, 10)), (std::vector<qint64>{5}));
        QVERIFY(fusePassages({}, {}, 5).empty());
        QVERIFY(fusePassages({{1, 1.0, 1}}, {}, 0).empty());
        QCOMPARE(fusePassages({{1, 1.0, 1}, {1, 0.5, 1}}, {}, 5).size(), size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestPassageFusion)
#include "tst_passage_fusion.moc"
