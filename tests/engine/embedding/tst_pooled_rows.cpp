#include "embedding/pooled_rows.h"

#include <QtTest>

using namespace hearth;

class TestPooledRows : public QObject {
    Q_OBJECT
private slots:
    void takesTheMeanOrARow();
    void makesVectorsOfLengthOne();
};

void TestPooledRows::takesTheMeanOrARow() {
    const std::vector<float> rows{1, 2, 3, 6, 5, 10};
    QCOMPARE(pooledRows(Pooling::Mean, rows, 2), (std::vector<float>{3, 6}));
    QCOMPARE(pooledRows(Pooling::First, rows, 2), (std::vector<float>{1, 2}));
    QCOMPARE(pooledRows(Pooling::Last, rows, 2), (std::vector<float>{5, 10}));
}

void TestPooledRows::makesVectorsOfLengthOne() {
    std::vector<float> vector{3, 4}, nothing{0, 0};
    makeUnitLength(vector);
    makeUnitLength(nothing);
    QCOMPARE(vector, (std::vector<float>{0.6F, 0.8F}));
    QCOMPARE(nothing, (std::vector<float>{0, 0}));
}

QTEST_GUILESS_MAIN(TestPooledRows)
#include "tst_pooled_rows.moc"
