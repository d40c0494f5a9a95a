#include "structure/chat_structure.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;
using Kind = ChatStructure::Kind;

class TestChatStructure : public QObject {
    Q_OBJECT

private slots:
    void nothingIsAnyText() {
        const ChatStructure structure = ChatStructure::of({});
        QVERIFY(!structure.on && structure.kind == Kind::Schema && !structure.holds());
        QVERIFY(structure.toJson().isEmpty());
    }

    void eachKindKeepsItsText() {
        ChatStructure structure{.on = true};
        structure.setSource("{\"type\":\"object\"}");
        structure.kind = Kind::Regex;
        structure.setSource("[0-9]+");
        structure.kind = Kind::Gbnf;
        structure.setSource("root ::= \"a\"");
        structure.kind = Kind::Object;
        structure.setSource("of no use");
        QVERIFY(structure.source().isEmpty());
        ChatStructure again = ChatStructure::of(structure.toJson());
        QCOMPARE(again, structure);
        QVERIFY(again.kind == Kind::Object && again.holds());
        again.kind = Kind::Regex;
        QCOMPARE(again.source(), QString("[0-9]+"));
    }

    void theRequestHasTheKindAndItsText() {
        ChatStructure structure{.on = true, .kind = Kind::Regex};
        QVERIFY(!structure.holds());
        structure.setSource("  \n");
        QVERIFY(!structure.holds());
        structure.setSource("a|b\n");
        QCOMPARE(structure.grammar(), (ReplyGrammar{ReplyGrammar::Kind::Regex, "a|b"}));
        structure.on = false;
        QVERIFY(!structure.holds());
        structure.kind = Kind::Object;
        QCOMPARE(structure.grammar(), ReplyGrammar{ReplyGrammar::Kind::JsonObject});
    }

    void recipesKeepIt() {
        for (const ReplyGrammar& grammar :
             {ReplyGrammar{ReplyGrammar::Kind::JsonSchema, "{}"},
              ReplyGrammar{ReplyGrammar::Kind::JsonObject}, ReplyGrammar{ReplyGrammar::Kind::Regex, "ä+"},
              ReplyGrammar{ReplyGrammar::Kind::Gbnf, "root ::= \"\""}})
            QCOMPARE(structureFromJson(structureToJson(grammar)), grammar);
        QVERIFY(structureToJson({}).isEmpty());
        QVERIFY(structureToJson({ReplyGrammar::Kind::MayCallTools, "[]"}).isEmpty());
        QCOMPARE(structureFromJson({{"kind", "of a later version"}}), ReplyGrammar());
    }

    void strangeJsonIsNothing() {
        const ChatStructure structure =
            ChatStructure::of({{"on", "yes"}, {"kind", 7}, {"schema", QJsonArray{1}}, {"regex", 3}});
        QCOMPARE(structure, ChatStructure());
    }
};

QTEST_GUILESS_MAIN(TestChatStructure)
#include "tst_chat_structure.moc"
