#include "vision/tower_positions.h"

#include <QtTest>
#include <cmath>

using namespace hearth;

class TestTowerPositions : public QObject {
    Q_OBJECT
private slots:
    void rowsFollowTheOrderOfPatches() {
        QCOMPARE(rasterOrder({2, 4}, 2), (std::vector<uint32_t>{0, 1, 4, 5, 2, 3, 6, 7}));
        QCOMPARE(rasterOrder({2, 2}, 1), (std::vector<uint32_t>{0, 1, 2, 3}));
        const std::vector<float> table{0, 0.5F, 1, 1.5F, 2, 2.5F, 3, 3.5F};
        QCOMPARE(tablePositions(table, 2, {2, 2}, 1), table);
    }
    void aTableOfTheSameGridStays() {
        const std::vector<float> table{1, 2, 3, 4, 5, 6, 7, 8, 9};
        QCOMPARE(resizedPositions(table, 1, {3, 3}, 1), table);
    }
    void tablesAreStretched() {
        // torch.nn.functional.interpolate(mode="bilinear", antialias=True) of [[0, 1], [2, 3]] to 1 x 2 and 2
        // x 4.
        const std::vector<float> table{0, 1, 2, 3};
        const auto small = resizedPositions(table, 1, {1, 2}, 1);
        QVERIFY(std::abs(small[0] - 1) < 1e-6 && std::abs(small[1] - 2) < 1e-6);
        const std::vector<float> wide{0, 0.25F, 0.75F, 1, 2, 2.25F, 2.75F, 3};
        const auto stretched = resizedPositions(table, 1, {2, 4}, 1);
        for (size_t i = 0; i < wide.size(); ++i) QVERIFY(std::abs(stretched[i] - wide[i]) < 1e-6);
    }
    void cubicPositionsReachOverTheBorder() {
        // The same grid is met in its own entries, which the polynomial goes through.
        const std::vector<float> table{1, 2, 3, 4, 5, 6, 7, 8, 9};
        const auto same = cubicPositions(table, 1, {3, 3}, 1);
        for (size_t i = 0; i < table.size(); ++i) QVERIFY(std::abs(same[i] - table[i]) < 1e-5);
        // Of a single entry all are copies.
        const std::vector<float> one{5};
        QVERIFY(std::abs(cubicPositions(one, 1, {2, 2}, 1)[3] - 5) < 1e-5);
        // Half way between two entries, by a = -0.75: 0.59375 of either and -0.09375 of those beyond.
        const auto wide = cubicPositions(std::vector<float>{0, 1, 0, 1}, 1, {2, 1}, 1);
        QVERIFY(std::abs(wide[0] - 0.5F) < 1e-5);
    }
    void axesAreAdded() {
        // Columns 1, 2, 3 and rows 10, 20, 30.
        const std::vector<float> tables{1, 2, 3, 10, 20, 30};
        QCOMPARE(axisPositions(tables, 1, {2, 2}, 1), (std::vector<float>{11, 12, 21, 22}));
        QCOMPARE(axisPositions(tables, 1, {2, 2}, 2), (std::vector<float>{11, 12, 21, 22}));
        QCOMPARE(axisPositions(tables, 1, {1, 3}, 1), (std::vector<float>{11, 12, 13}));
    }
    void cornersStay() {
        const std::vector<float> table{0, 1, 2, 3};
        const std::vector<float> wide{0, 0.5F, 1, 1, 1.5F, 2, 2, 2.5F, 3};
        const auto stretched = cornerPositions(table, 1, {3, 3}, 1);
        for (size_t i = 0; i < wide.size(); ++i) QVERIFY(std::abs(stretched[i] - wide[i]) < 1e-6);
        QCOMPARE(cornerPositions(table, 1, {1, 1}, 1), std::vector<float>{0});
    }
};

QTEST_GUILESS_MAIN(TestTowerPositions)
#include "tst_tower_positions.moc"
