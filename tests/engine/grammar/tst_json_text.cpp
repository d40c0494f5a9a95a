#include "grammar/json_text.h"

#include <QJsonDocument>
#include <QtTest>

#include "grammar/schema_document.h"

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class JsonTextTest : public QObject {
    Q_OBJECT

private slots:
    void fitsJson() {
        const Rules fixed =
            rulesWith([](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed).value(); });
        const Rules free = rulesWith([](Rules& to) { return JsonText(to, JsonText::Spacing::Free).value(); });
        for (const char* text : {"null", "true", "0", "-12.50e+3", "\"a\\n\\\"\\u001f\"", "[]", "{}",
                                 "[1, [2], {\"a\": \"b\", \"c\": {}}]",
                                 "\"\\u65E5\\ud83d\\uDE42x\\u0041\\/\"", "{\"\\u00fc\": 1}"}) {
            QVERIFY2(fitsText(fixed, text), text);
            QVERIFY2(fitsText(free, text), text);
            QVERIFY(QJsonDocument::fromJson(QByteArray("[") + text + "]").isArray());
        }
        for (const char* text : {"",
                                 "nul",
                                 "01",
                                 "1.",
                                 ".5",
                                 "+1",
                                 "'a'",
                                 "\"\n\"",
                                 "\"\\x\"",
                                 "[1,]",
                                 "{\"a\" 1}",
                                 "{a: 1}",
                                 "[1 2]",
                                 "\"\xff\"",
                                 "\"\\ud800\"",
                                 "\"\\ude42\"",
                                 "\"\\ud83d\\u0041\"",
                                 "\"\\u12g4\"",
                                 "\"\\u123\"",
                                 "\"\\U0041\""}) {
            QVERIFY2(!fitsText(fixed, text), text);
            QVERIFY2(!fitsText(free, text), text);
        }
        QVERIFY(!fitsText(fixed, "[1,2]") && fitsText(free, "[\n  1 , 2\n]") && !fitsText(fixed, "{ }"));
    }
    void otherNotations() {
        const Notation python{Notation::Kind::Python}, gemma{Notation::Kind::Gemma, "<|\"|>"};
        const auto any = [](const Notation& notation) {
            return rulesWith(
                [&](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed, notation).value(); });
        };
        const Rules inPython = any(python), inGemma = any(gemma);
        const Json value =
            Json::parse("{\"a b\": [\"it's\", true, null, {\"c\": false}], \"d\": \"\\n\\\\\"}");
        QCOMPARE(textOf(value, python),
                 std::string("{'a b': ['it\\'s', True, None, {'c': False}], 'd': '\\n\\\\'}"));
        QCOMPARE(textOf(value, gemma),
                 std::string("{a b:[<|\"|>it's<|\"|>,true,None,{c:false}],d:<|\"|>\n\\<|\"|>}"));
        for (const Rules& rules : {inPython, inGemma}) QVERIFY(fitsText(rules, jsonTextOf(value)));
        QVERIFY(fitsText(inPython, textOf(value, python)) && !fitsText(inPython, textOf(value, gemma)));
        QVERIFY(fitsText(inGemma, textOf(value, gemma)) && !fitsText(inGemma, textOf(value, python)));
        QVERIFY(fitsText(inPython, "[True,false,None,null]") && fitsText(inGemma, "[true, None,null]"));
        for (const char* text : {"['a]", "{a: 1}", "[true false]", "'it's'", "[TRUE]"})
            QVERIFY2(!fitsText(inPython, text), text);
        QVERIFY(fitsText(inGemma, "['a',\"b\"]"));
        for (const char* text : {"{a}", "{a:}", "{:1}", "<|\"|>a", "[<|\"|>a]", "{a:b}"})
            QVERIFY2(!fitsText(inGemma, text), text);
        // Values that are listed and names that are declared may be in either notation.
        const Rules listed = rulesWith([&](Rules& to) {
            JsonText text(to, JsonText::Spacing::Fixed, python);
            return to.sequence({text.key("k"), text.colon(), text.exactly(Json::parse("[true, \"x\"]"))});
        });
        QVERIFY(fitsText(listed, "'k': [True, 'x']") && fitsText(listed, "\"k\": [true, \"x\"]"));
    }
    void stringsHaveLengthsInCharacters() {
        const Rules rules =
            rulesWith([](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed).string(2, 3); });
        QVERIFY(fitsText(rules, "\"éé\"") && fitsText(rules, "\"a\\n\\\"\"") && fitsText(rules, "\"😀bc\""));
        QVERIFY(!fitsText(rules, "\"é\"") && !fitsText(rules, "\"abcd\""));
    }
    void escapedCharactersCountOnce() {
        const Rules rules =
            rulesWith([](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed).string(2, 2); });
        QVERIFY(fitsText(rules, "\"\\u65e5\\ud83d\\ude42\"") && !fitsText(rules, "\"\\ud83d\\ude42\""));
    }
    void valuesAreSpelledInOneWay() {
        const Json value = Json::parse("{\"b\": [1, 2.5, null], \"a\": {\"é\": \"\\n\"}}");
        QCOMPARE(jsonTextOf(value), std::string("{\"b\": [1, 2.5, null], \"a\": {\"é\": \"\\n\"}}"));
        const Rules rules =
            rulesWith([&](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed).exactly(value); });
        QVERIFY(fitsText(rules, jsonTextOf(value)));
        const Rules any = rulesWith([](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed).value(); });
        QVERIFY(fitsText(any, jsonTextOf(value)));
    }
};

QTEST_GUILESS_MAIN(JsonTextTest)
#include "tst_json_text.moc"
