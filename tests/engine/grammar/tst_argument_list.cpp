#include "grammar/argument_list.h"

#include <QtTest>

using namespace hearth::grammar;

class ArgumentListTest : public QObject {
    Q_OBJECT

    static ArgumentList listOf(const char* text) { return argumentListOf(Json::parse(text)); }
    /// "a*, b": a has to be there.
    static std::string shown(const ArgumentList& list) {
        std::string out;
        for (const DeclaredArgument& one : list.arguments)
            out += (out.empty() ? "" : ", ") + one.key + (one.required ? "*" : "");
        return out;
    }
    static std::string keywordsOf(const ArgumentList& list) {
        std::string out;
        for (const LeftOut& one : list.leftOut) out += (out.empty() ? "" : ", ") + one.keyword;
        return out;
    }

private slots:
    void propertiesInTheirOrder() {
        const ArgumentList list = listOf(
            "{\"type\": \"object\", \"title\": \"T\", \"properties\": {\"b\": {\"type\": \"null\"}, \"a\": "
            "true}, "
            "\"required\": [\"a\"], \"additionalProperties\": {\"type\": \"string\"}, \"minProperties\": 0}");
        QCOMPARE(shown(list), std::string("b, a*"));
        QCOMPARE(list.arguments[0].schema, Json::parse("{\"type\": \"null\"}"));
        QVERIFY(list.leftOut.empty());
    }
    void whatHasNone() {
        for (const char* none : {"{}", "null", "[]", "true", "{\"properties\": []}", "{\"required\": [1]}"})
            QVERIFY2(listOf(none).arguments.empty() && listOf(none).leftOut.empty(), none);
    }
    /// As programs make them of classes that refer to themselves or inherit.
    void referencesAndPartsAreJoined() {
        const ArgumentList list = listOf(
            "{\"allOf\": [{\"$ref\": \"#/$defs/Base\"}, {\"properties\": {\"x\": {\"type\": \"integer\"}, "
            "\"id\": {\"minLength\": 1}}, \"required\": [\"x\"]}], \"$defs\": {\"Base\": {\"type\": "
            "\"object\", "
            "\"properties\": {\"id\": {\"type\": \"string\"}}, \"required\": [\"id\"]}}}");
        QCOMPARE(shown(list), std::string("id*, x*"));
        QCOMPARE(list.arguments[0].schema,
                 Json::parse("{\"allOf\": [{\"type\": \"string\"}, {\"minLength\": 1}]}"));
        QVERIFY(list.leftOut.empty());
        QCOMPARE(shown(listOf(
                     "{\"$ref\": \"#/$defs/N\", \"$defs\": {\"N\": {\"properties\": {\"next\": {\"$ref\": "
                     "\"#/$defs/N\"}}, \"required\": [\"next\"]}}}")),
                 std::string("next*"));
        // One that refers to itself and nothing else ends as well.
        QVERIFY(listOf("{\"$ref\": \"#\"}").arguments.empty());
        QCOMPARE(keywordsOf(listOf("{\"$ref\": \"#/nowhere\"}")), std::string("$ref"));
    }
    void alternativesMayComeAndNeedNot() {
        const ArgumentList list = listOf(
            "{\"properties\": {\"a\": {}}, \"required\": [\"a\"], \"oneOf\": [{\"properties\": {\"b\": {}}, "
            "\"required\": [\"b\"]}, {\"properties\": {\"c\": {}}, \"required\": [\"c\"]}]}");
        QCOMPARE(shown(list), std::string("a*, b, c"));
        QCOMPARE(keywordsOf(list), std::string("oneOf"));
        QCOMPARE(shown(listOf("{\"anyOf\": [{\"properties\": {\"b\": {}}, \"required\": [\"b\"]}]}")),
                 std::string("b*"));
    }
    void whatLimitsTheWholeIsNotSaidByAList() {
        QCOMPARE(
            keywordsOf(listOf("{\"properties\": {\"a\": {}}, \"minProperties\": 1, \"not\": {\"required\": "
                              "[\"a\"]}, \"dependentRequired\": {\"a\": [\"b\"]}, \"propertyNames\": true}")),
            std::string("minProperties, not, dependentRequired"));
    }
};

QTEST_GUILESS_MAIN(ArgumentListTest)
#include "tst_argument_list.moc"
