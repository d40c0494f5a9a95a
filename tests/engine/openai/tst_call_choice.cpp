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

    static CallChoice choice(const Json& value) {
        RequestNotes strict(UnknownFields::Refuse);
        return readCallChoice("f", value, strict);
    }

private slots:
    void choices() {
        QVERIFY(!choice("none").allowed);
        QVERIFY(choice("auto").allowed && !choice("auto").required);
        QVERIFY(choice("required").required);
        QCOMPARE(choice(Json::parse("{\"type\":\"function\",\"function\":{\"name\":\"a\"}}")).name,
                 std::string("a"));
        QCOMPARE(choice(Json::parse("{\"type\":\"function\",\"name\":\"a\"}")).name, std::string("a"));
        for (const char* bad :
             {"\"any\"", "1", "{\"type\":\"function\"}", "{\"type\":\"custom\",\"name\":\"a\"}",
              "{\"type\":\"function\",\"name\":\"a\",\"x\":1}",
              "{\"type\":\"function\",\"function\":{\"name\":\"a\",\"x\":1}}"})
            QVERIFY_THROWS_EXCEPTION(Refusal, (void)choice(Json::parse(bad)));
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
        // Nor has a reply that has to be calls.
        holdToCalls({.required = true}, m_tools, true, formed);
        QCOMPARE(formed.grammar.kind, ReplyGrammar::Kind::ToolCalls);
        GenerationRequest one;
        holdToCalls({.required = true, .name = "b"}, m_tools, true, one);
        QVERIFY(Json::parse(one.grammar.source)["tools"] == Json::parse("[{\"name\":\"b\"}]"));
        QVERIFY(Json::parse(one.grammar.source)["parallel"] == false);
    }
    void strictToolsAreHeldOrRefused() {
        const auto tools = [](const char* schema) {
            const Json function{{"name", "f"}, {"strict", true}, {"parameters", Json::parse(schema)}};
            return Json::array({{{"type", "function"}, {"function", function}}});
        };
        GenerationRequest request;
        holdToCalls({}, tools(R"({"properties":{"a":{"type":"string"}},"additionalProperties":false})"), true,
                    request);
        QCOMPARE(request.grammar.kind, ReplyGrammar::Kind::MayCallTools);
        try {
            GenerationRequest other;
            holdToCalls({}, tools(R"({"properties":{"a":{"type":"string","format":"phone"}}})"), true, other);
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, std::string("tools"));
            for (const char* named : {"\"f\"", "\"a\"", "\"format\""})
                QVERIFY2(refusal.message.find(named) != std::string::npos, refusal.message.c_str());
        }
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
