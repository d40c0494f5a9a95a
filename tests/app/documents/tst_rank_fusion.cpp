#include "documents/rank_fusion.h"

#include <QtTest>

using namespace hearth::app;

class TestRankFusion : public QObject {
    Q_OBJECT

private slots:
    void sumsOfReciprocalRanks() {
        // 3 is second in both, which is more than first in one.
        const auto fused = fuseRanks({{{1, 9.0}, {3, 5.0}}, {{2, 0.9}, {3, 0.8}, {3, 0.1}}}, 10);
        QCOMPARE(fused.size(), size_t{3});
        QCOMPARE(fused[0].passageId, qint64{3});
        QCOMPARE(fused[0].score, 2.0 / 62);
        QCOMPARE(fused[0].scores, (std::vector<double>{5.0, 0.8}));
        QCOMPARE(fused[0].ranks, (std::vector<int>{2, 2}));
        QCOMPARE(fused[1].passageId, qint64{1});
        QCOMPARE(fused[2].passageId, qint64{2});
        QCOMPARE(fused[2].ranks, (std::vector<int>{0, 1}));
        QCOMPARE(fuseRanks({{{1, 9.0}, {3, 5.0}}}, 1).size(), size_t{1});
        QVERIFY(fuseRanks({}, 5).empty());
        QVERIFY(fuseRanks({{{1, 1.0}}}, 0).empty());
    }
};

QTEST_APPLESS_MAIN(TestRankFusion)
#include "tst_rank_fusion.moc"
