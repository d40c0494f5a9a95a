#include "grammar/left_recursion.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "grammar/gbnf.h"

using namespace hearth;
using namespace hearth::grammar;

class LeftRecursionTest : public QObject {
    Q_OBJECT

private slots:
    void names() {
        QFETCH(QString, text);
        QFETCH(QString, rule);
        const QString refusal = refusalOf([&] {
            const Rules rules = readGbnf(text.toStdString());
            refuseLeftRecursion(rules, EmptyTexts(rules));
            return 0;
        });
        QCOMPARE(refusal.contains("begin with itself"), !rule.isEmpty());
        if (!rule.isEmpty()) QVERIFY2(refusal.contains("\"" + rule + "\""), qPrintable(refusal));
    }
    void names_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("rule");
        QTest::newRow("itself") << "root ::= root \"a\" | \"b\""
                                << "root";
        QTest::newRow("over another") << "root ::= a\na ::= b \"x\"\nb ::= a | \"y\""
                                      << "a";
        QTest::newRow("behind what may be empty") << "root ::= \"x\"? root \"a\" | \"b\""
                                                  << "root";
        QTest::newRow("behind an empty rule") << "root ::= e root | \"b\"\ne ::= \"x\"*"
                                              << "root";
        QTest::newRow("at its end") << "root ::= \"a\" root | \"b\""
                                    << "";
        QTest::newRow("behind a character") << "root ::= \"x\" a\na ::= \"(\" root \")\" | \"y\""
                                            << "";
    }
    void knowsWhatCanBeEmpty() {
        const Rules rules = readGbnf("root ::= a b\na ::= \"x\"*\nb ::= a a | \"y\"");
        const EmptyTexts empty(rules);
        for (const Rules::Rule& rule : rules.all()) QVERIFY(empty.fit(*rule.body));
        const Rules none = readGbnf("root ::= \"x\"{2,70}");
        QVERIFY(!EmptyTexts(none).fit(*none.all().front().body));
    }
    void followsLongChains() {
        Rules rules;
        std::vector<Rules::RuleId> ids;
        for (int i = 0; i < 100'000; ++i) ids.push_back(rules.declare("r" + std::to_string(i)));
        for (size_t i = 0; i + 1 < ids.size(); ++i) rules.define(ids[i], rules.rule(ids[i + 1]));
        rules.define(ids.back(), rules.rule(ids.front()));
        QVERIFY(!refusalOf([&] {
                     refuseLeftRecursion(rules, EmptyTexts(rules));
                     return 0;
                 }).isEmpty());
    }
};

QTEST_GUILESS_MAIN(LeftRecursionTest)
#include "tst_left_recursion.moc"
