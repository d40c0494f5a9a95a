#include "chat/recipe_shifts.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestRecipeShifts : public QObject {
    Q_OBJECT

private slots:
    void cutsComeBackAsTheyWere() {
        const std::vector<ContextShift> cuts{{32, 256, 430}, {32, 512, 700}};
        QVERIFY(shiftsFromJson(toJson(cuts)) == cuts);
        QVERIFY(shiftsFromJson({}).empty());
    }

    void whatIsNoListOfCutsIsNone() {
        const QJsonArray good{32, 256, 430};
        for (const QJsonValue& bad :
             {QJsonValue("x"), QJsonValue(), QJsonValue(QJsonArray{32, 256}),
              QJsonValue(QJsonArray{-1, 5, 5}), QJsonValue(QJsonArray{32, 1e300, 5}),
              QJsonValue(QJsonArray{64, 64, 70}), QJsonValue(QJsonArray{"a", "b", "c"})})
            QVERIFY(shiftsFromJson({good, bad}).empty());
    }
};

QTEST_GUILESS_MAIN(TestRecipeShifts)
#include "tst_recipe_shifts.moc"
