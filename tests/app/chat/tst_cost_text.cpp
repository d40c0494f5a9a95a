#include "chat/cost_text.h"

#include <QtTest>

using namespace hearth::app;

class TestCostText : public QObject {
    Q_OBJECT

private slots:
    void somethingIsSeenOfSmallCosts() {
        QCOMPARE(costText(0), QString("0.00"));
        QCOMPARE(costText(0.0042), QString("0.0042"));
        QCOMPARE(costText(0.25), QString("0.25"));
        QCOMPARE(costText(12.345), QString("12.35"));
        QCOMPARE(costText(0.00000001), QString("0.000000"));
    }
};

QTEST_APPLESS_MAIN(TestCostText)
#include "tst_cost_text.moc"
