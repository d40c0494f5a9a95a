#include "chat/call_schema.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class CallSchemaTest : public QObject {
    Q_OBJECT

    const Json m_city = Json::parse(R"({"type":"object","properties":{"city":{"enum":["Rome","Oslo"]},
        "days":{"type":"integer"}},"required":["city"]})");

    static bool fits(const Json& parameters, const char* arguments, const char* name = "f") {
        const Json function{{"name", "f"}, {"parameters", parameters}};
        return fitsDeclaration({name, arguments, {}},
                               Json::array({{{"type", "function"}, {"function", function}}}));
    }

private slots:
    void argumentsFitTheSchema() {
        QVERIFY(fits(m_city, R"({"city":"Rome"})"));
        QVERIFY(fits(m_city, R"({"days":2,"city":"Oslo"})"));  // in any order
        QVERIFY(!fits(m_city, R"({"city":"Paris"})"));
        QVERIFY(!fits(m_city, R"({"days":2})"));
        QVERIFY(!fits(m_city, R"({"city":"Rome","days":"2"})"));
        QVERIFY(!fits(m_city, "[]"));
        QVERIFY(!fits(m_city, R"({"city":"Rome"})", "g"));
    }
    void withoutASchemaAnyObjectFits() {
        QVERIFY(fits(Json::object(), R"({"any":1})"));
        QVERIFY(fits(Json(), R"({"any":1})"));
    }
    void referencesAreFollowed() {
        const Json schema{{"$ref", "#/$defs/a"},
                          {"$defs", {{"a", {{"type", "object"}, {"required", {"x"}}}}}}};
        QVERIFY(fits(schema, R"({"x":1})"));
        QVERIFY(!fits(schema, "{}"));
    }
    /// Keywords to which replies are not held decide nothing; the others do.
    void keywordsThatCannotBeHeld() {
        const Json schema =
            Json::parse(R"({"properties":{"a":{"type":"string","format":"phone","maxLength":2}}})");
        QVERIFY(fits(schema, R"({"a":"12"})"));
        QVERIFY(!fits(schema, R"({"a":"123"})"));
    }
};

QTEST_GUILESS_MAIN(CallSchemaTest)
#include "tst_call_schema.moc"
