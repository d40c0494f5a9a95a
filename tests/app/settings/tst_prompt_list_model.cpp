#include "settings/prompt_list_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace hearth::app;

class TestPromptListModel : public QObject {
    Q_OBJECT

private slots:
    void keepsAndFindsPrompts() {
        const auto store = store::Store::inMemory();
        PromptListModel model(*store);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(model.save("  Short   answers ", "Be brief."));
        QVERIFY(model.save("Editor", "Correct my text."));
        QVERIFY(!model.save("  ", "x"));
        QVERIFY(!model.save("x", " \n "));
        QCOMPARE(model.count(), 2);
        QCOMPARE(model.data(model.index(1), PromptListModel::NameRole).toString(),
                 QStringLiteral("Short answers"));
        QCOMPARE(model.textOf("Editor"), QStringLiteral("Correct my text."));
        QCOMPARE(model.nameOf("Be brief."), QStringLiteral("Short answers"));
        QCOMPARE(model.nameOf("unknown"), QString());
        QVERIFY(model.save("Editor", "Correct it."));
        model.remove("Short answers");
        PromptListModel fresh(*store);
        QCOMPARE(fresh.count(), 1);
        QCOMPARE(fresh.textOf("Editor"), QStringLiteral("Correct it."));
    }
};

QTEST_GUILESS_MAIN(TestPromptListModel)
#include "tst_prompt_list_model.moc"
