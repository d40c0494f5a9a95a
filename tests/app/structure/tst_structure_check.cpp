#include "structure/structure_check.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestStructureCheck : public QObject {
    Q_OBJECT

private slots:
    void theEngineSaysWhatIsWrong() {
        StructureCheck check;
        QSignalSpy checked(&check, &StructureCheck::checked);
        check.check({ReplyGrammar::Kind::JsonSchema, "{\"type\": \"object\"}"});
        QVERIFY(checked.wait());
        QCOMPARE(checked.takeFirst().at(0).toString(), QString());
        check.check({ReplyGrammar::Kind::JsonSchema, "{\"uniqueItems\": true}"});
        QVERIFY(checked.wait());
        QVERIFY(checked.takeFirst().at(0).toString().contains("\"uniqueItems\""));
        check.check({ReplyGrammar::Kind::Gbnf, "root ::= other"});
        QVERIFY(checked.wait());
        QVERIFY(checked.takeFirst().at(0).toString().contains("\"other\""));
        QVERIFY(!check.isRunning());
    }

    void onlyTheLastCounts() {
        StructureCheck check;
        QSignalSpy checked(&check, &StructureCheck::checked);
        check.check({ReplyGrammar::Kind::Regex, "("});
        check.check({ReplyGrammar::Kind::Regex, "["});
        check.check({ReplyGrammar::Kind::Regex, "a"});
        QVERIFY(check.isRunning());
        QTRY_VERIFY(!check.isRunning());
        QCOMPARE(checked.count(), 1);
        QCOMPARE(checked.at(0).at(0).toString(), QString());
    }

    void whatIsForgottenIsNotTold() {
        StructureCheck check;
        QSignalSpy checked(&check, &StructureCheck::checked);
        check.check({ReplyGrammar::Kind::Regex, "("});
        check.forget();
        QTRY_VERIFY(!check.isRunning());
        QVERIFY(checked.isEmpty());
    }

    void itEndsInTheMiddle() {
        StructureCheck check;
        check.check({ReplyGrammar::Kind::Regex, "(a{1,100}){1,100}"});
    }
};

QTEST_GUILESS_MAIN(TestStructureCheck)
#include "tst_structure_check.moc"
