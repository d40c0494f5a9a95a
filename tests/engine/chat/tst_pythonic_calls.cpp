#include <nlohmann/json.hpp>

#include "chat/call_body.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

/// "name{arguments}" of each call; "no call" for what is none.
std::string read(std::optional<std::vector<ToolCall>> calls) {
    if (!calls) return "no call";
    std::string all;
    for (const ToolCall& call : *calls) all += call.name + call.argumentsJson;
    return all;
}

}  // namespace

class TestPythonicCalls : public QObject {
    Q_OBJECT

private slots:
    void literalsOfEveryKind() {
        QCOMPARE(
            read(parsePythonicCalls(
                "f(a=1, b=-2.5, c='x', d=True, e=None, g=[1, 'y'], h={'k': False}, i=(1, 2))")),
            std::string(
                "f{\"a\":1,\"b\":-2.5,\"c\":\"x\",\"d\":true,\"e\":null,\"g\":[1,\"y\"],\"h\":{\"k\":false},"
                "\"i\":[1,2]}"));
        QCOMPARE(read(parsePythonicCalls("f(s=\"it's\\n\\u00e9\")")), std::string("f{\"s\":\"it's\\né\"}"));
    }

    void textsThatEndAnywhere() {
        const std::string call = "[f(a='\\'x\\\\', b={'k': [\"y\\n\", True]})]",
                          gemma = "call:f{a b:<|\"|>x<|\"|>,b:{k:['y\\'',None]}}";
        QCOMPARE(read(parsePythonicCalls(call)),
                 std::string("f{\"a\":\"'x\\\\\",\"b\":{\"k\":[\"y\\n\",true]}}"));
        QCOMPARE(read(parseGemmaCalls(gemma)), std::string("f{\"a b\":\"x\",\"b\":{\"k\":[\"y'\",null]}}"));
        for (size_t size = 0; size < call.size(); ++size) QVERIFY(!parsePythonicCalls(call.substr(0, size)));
        for (size_t size = 0; size < gemma.size(); ++size) QVERIFY(!parseGemmaCalls(gemma.substr(0, size)));
        const std::string nested = "{'k': ['y\\'', None]}, rest";
        for (const auto kind : {grammar::Notation::Kind::Python, grammar::Notation::Kind::Gemma})
            for (size_t size = 1; size <= nested.size(); ++size) {
                const auto value = readNested(nested.substr(0, size), kind);
                QCOMPARE(value.has_value(), size >= nested.find('}') + 1);
                QVERIFY(!value || (value->size == nested.find('}') + 1 &&
                                   value->value.dump() == "{\"k\":[\"y'\",null]}"));
            }
    }

    void oneCallOrAList() {
        QCOMPARE(read(parsePythonicCalls("[f(a=1), g()]")), std::string("f{\"a\":1}g{}"));
        QCOMPARE(read(parsePythonicCalls(" f ( ) ")), std::string("f{}"));
        QCOMPARE(read(parsePythonicCalls("brave_search.call(query='x')")),
                 std::string("brave_search{\"query\":\"x\"}"));
    }

    void whatIsNoCall() {
        for (const char* text :
             {"", "f", "f(", "f(a)", "f(1)", "f(a=)", "f(a=1", "f(a=1) x", "[f(a=1)", "f(a='x)",
              "f(a=open('x'))", "f(a=b)", "f(a={1: 2})", "f(a=[1 2])", "1()", "f(a='\\x4')"})
            QVERIFY2(read(parsePythonicCalls(text)) == "no call" || std::string_view(text) == "1()", text);
        const std::string deep = "f(a=" + std::string(100'000, '[') + ")";
        QCOMPARE(read(parsePythonicCalls(deep)), std::string("no call"));
    }

    void gemmasNotation() {
        QCOMPARE(read(parseGemmaCalls("call:f{a:<|\"|>it's \"quoted\"<|\"|>,b:[1,true],c:{d:null}}")),
                 std::string("f{\"a\":\"it's \\\"quoted\\\"\",\"b\":[1,true],\"c\":{\"d\":null}}"));
        QCOMPARE(read(parseGemmaCalls("call:f{}")), std::string("f{}"));
        for (const char* text :
             {"", "f{}", "call:f", "call:f{a}", "call:f{a:<|\"|>open}", "call:f{a:1", "call:f{a:1} x"})
            QVERIFY2(read(parseGemmaCalls(text)) == "no call", text);
    }
};

QTEST_APPLESS_MAIN(TestPythonicCalls)
#include "tst_pythonic_calls.moc"
