#include "openai/call_choice.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::openai;

class CallChoiceTest : public QObject {
    Q_OBJECT

    const Json m_tools = Json::parse(
        "[{\"type\": \"function\", \"function\": {\"name\": \"a\"}}, {\"type\": \"function\", \"function\": "
        "{\"name\": \"b\"}}]");

private slots:
    void choices() {
        QVERIFY(!readCallChoice("f", "none").allowed);
        QVERIFY(readCallChoice("f", "auto").allowed && !readCallChoice("f", "auto").required);
        QVERIFY(readCallChoice("f", "required").required);
        QCOMPARE(
            readCallChoice("f", Json::parse("{\"type\":\"function\",\"function\":{\"name\":\"a\"}}")).name,
            std::string("a"));
        QCOMPARE(readCallChoice("f", Json::parse("{\"type\":\"function\",\"name\":\"a\"}")).name,
                 std::string("a"));
        for (const char* bad :
             {"\"any\"", "1", "{\"type\":\"function\"}", "{\"type\":\"custom\",\"name\":\"a\"}"})
            QVERIFY_THROWS_EXCEPTION(Refusal, (void)readCallChoice("f", Json::parse(bad)));
    }
    void holdsTheReply() {
        GenerationRequest request;
        holdToCalls({.allowed = false}, m_tools, true, request);
        holdToCalls({}, Json(), true, request);
        QCOMPARE(request.grammar.kind, ReplyGrammar::Kind::None);
        GenerationRequest free;
        holdToCalls({}, m_tools, true, free);
        QCOMPARE(free.grammar.kind, ReplyGrammar::Kind::MayCallTools);
        // A reply that has a form already may be nothing else.
        GenerationRequest formed;
        formed.grammar = {ReplyGrammar::Kind::JsonObject, {}};
        holdToCalls({}, m_tools, true, formed);
        QCOMPARE(formed.grammar.kind, ReplyGrammar::Kind::JsonObject);
        holdToCalls({.required = true}, m_tools, true, request);
        QCOMPARE(request.grammar.kind, ReplyGrammar::Kind::ToolCalls);
        const Json source = Json::parse(request.grammar.source);
        QVERIFY(source["tools"].size() == 2 && source["parallel"] == true);
        QVERIFY_THROWS_EXCEPTION(Refusal, holdToCalls({.required = true}, m_tools, true, request));
        GenerationRequest one;
        holdToCalls({.required = true, .name = "b"}, m_tools, true, one);
        QVERIFY(Json::parse(one.grammar.source)["tools"] == Json::parse("[{\"name\":\"b\"}]"));
        QVERIFY(Json::parse(one.grammar.source)["parallel"] == false);
    }
    void refusals() {
        GenerationRequest request;
        QVERIFY_THROWS_EXCEPTION(Refusal, holdToCalls({.required = true}, Json(), true, request));
        QVERIFY_THROWS_EXCEPTION(Refusal,
                                 holdToCalls({.required = true, .name = "c"}, m_tools, true, request));
    }
};

QTEST_GUILESS_MAIN(CallChoiceTest)
#include "tst_call_choice.moc"
