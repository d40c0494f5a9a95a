#include <nlohmann/json.hpp>

#include "chat/call_body.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestCallJson : public QObject {
    Q_OBJECT

    static std::string read(const char* text) {
        const auto json = parseBoundedJson(text);
        const auto calls = json ? callsOfJson(*json) : std::nullopt;
        if (!calls) return "no call";
        std::string all;
        for (const ToolCall& call : *calls) all += call.name + call.argumentsJson + call.id;
        return all;
    }

private slots:
    void theShapesThatModelsWrite() {
        QCOMPARE(read("{\"name\": \"f\", \"arguments\": {\"a\": 1}}"), std::string("f{\"a\":1}"));
        QCOMPARE(read("{\"name\": \"f\", \"parameters\": {\"b\": [true]}}"), std::string("f{\"b\":[true]}"));
        QCOMPARE(read("{\"name\": \"f\", \"arguments\": \"{\\\"a\\\": 1}\"}"), std::string("f{\"a\":1}"));
        QCOMPARE(read("{\"type\": \"function\", \"id\": \"7\", \"function\": {\"name\": \"f\", "
                      "\"arguments\": {}}}"),
                 std::string("f{}7"));
        QCOMPARE(read("{\"function\": \"f\", \"args\": {\"x\": null}}"), std::string("f{\"x\":null}"));
        QCOMPARE(read("{\"name\": \"f\"}"), std::string("f{}"));
        QCOMPARE(read("[{\"name\": \"f\"}, {\"name\": \"g\", \"arguments\": null}]"), std::string("f{}g{}"));
    }

    void whatIsNoCall() {
        for (const char* text : {"", "{", "5", "[]", "[5]", "{}", "{\"name\": 5}", "[[{\"name\": \"f\"}]]",
                                 "{\"name\": \"f\", \"arguments\": 5}",
                                 "{\"name\": \"f\", \"arguments\": \"[1]\"}", "[{\"name\": \"f\"}, 5]"})
            QVERIFY2(read(text) == "no call", text);
    }

    void depthIsBounded() {
        QVERIFY(parseBoundedJson(std::string(100, '[') + std::string(100, ']')).has_value());
        QVERIFY(!parseBoundedJson(std::string(101, '[') + std::string(101, ']')).has_value());
        QVERIFY(
            parseBoundedJson("\"" + std::string(1000, '[') + "\"").has_value());  // in a string they are text
    }

    void argumentsAreAnObject() {
        QCOMPARE(argumentsText(" "), std::optional<std::string>("{}"));
        QCOMPARE(argumentsText(" {\"a\" : 1 } "), std::optional<std::string>("{\"a\":1}"));
        QVERIFY(!argumentsText("[1]") && !argumentsText("x") && !argumentsText("{"));
    }

    void plainTextBecomesWhatTheSchemaSays() {
        const Json tools = Json::parse(
            "[{\"function\": {\"name\": \"f\", \"parameters\": {\"properties\": {\"s\": {\"type\": "
            "\"string\"}, "
            "\"n\": {\"type\": \"integer\"}}}}}]");
        QCOMPARE(looseArgument("5", tools, "f", "s").dump(), std::string("\"5\""));
        QCOMPARE(looseArgument("5", tools, "f", "n").dump(), std::string("5"));
        const Json flag = Json::parse(
            "[{\"name\": \"f\", \"parameters\": {\"properties\": {\"b\": {\"type\": \"boolean\"}}}}]");
        QCOMPARE(looseArgument("True", flag, "f", "b").dump(), std::string("true"));
        QCOMPARE(looseArgument("False\n", flag, "f", "b").dump(), std::string("false"));
        QCOMPARE(looseArgument("True", nullptr, "f", "b").dump(), std::string("\"True\""));
        QCOMPARE(looseArgument(" [1] ", tools, "g", "s").dump(), std::string("[1]"));
        QCOMPARE(looseArgument("five", nullptr, "f", "n").dump(), std::string("\"five\""));
        QCOMPARE(looseArgument("\"quoted\"", nullptr, "f", "n").dump(), std::string("\"\\\"quoted\\\"\""));
    }

    void brokenBytesAreReplaced() { QCOMPARE(dump(Json("a\xFF")), std::string("\"a\xEF\xBF\xBD\"")); }
};

QTEST_APPLESS_MAIN(TestCallJson)
#include "tst_call_json.moc"
