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
                                 "[1, [2], {\"a\": \"b\", \"c\": {}}]"}) {
            QVERIFY2(fitsText(fixed, text), text);
            QVERIFY2(fitsText(free, text), text);
            QVERIFY(QJsonDocument::fromJson(QByteArray("[") + text + "]").isArray());
        }
        for (const char* text : {"", "nul", "01", "1.", ".5", "+1", "'a'", "\"\n\"", "\"\\x\"", "[1,]",
                                 "{\"a\" 1}", "{a: 1}", "[1 2]", "\"\xff\"", "\"\\ud800\""}) {
            QVERIFY2(!fitsText(fixed, text), text);
            QVERIFY2(!fitsText(free, text), text);
        }
        QVERIFY(!fitsText(fixed, "[1,2]") && fitsText(free, "[\n  1 , 2\n]") && !fitsText(fixed, "{ }"));
    }
    void stringsHaveLengthsInCharacters() {
        const Rules rules =
            rulesWith([](Rules& to) { return JsonText(to, JsonText::Spacing::Fixed).string(2, 3); });
        QVERIFY(fitsText(rules, "\"éé\"") && fitsText(rules, "\"a\\n\\\"\"") && fitsText(rules, "\"😀bc\""));
        QVERIFY(!fitsText(rules, "\"é\"") && !fitsText(rules, "\"abcd\""));
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
