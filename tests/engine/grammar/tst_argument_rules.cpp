#include "grammar/argument_rules.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class ArgumentRulesTest : public QObject {
    Q_OBJECT

    using Json = nlohmann::ordered_json;
    /// <k=KEY>value</k>, with lists that the family has no spelling for.
    static ArgumentForm tags() {
        const ArgumentForm::Value known{.before = ">", .behind = "", .known = true};
        ArgumentForm form;
        form.text = form.number = form.boolean = form.object = known;
        form.first = "<k=";
        form.between = "</k><k=";
        form.last = "</k>.";
        form.none = ".";
        form.textEnd = "</k>";
        return form;
    }
    static Rules rulesOf(const ArgumentForm& form, const char* parameters, bool strict = false) {
        const Json tool{{"name", "f"}, {"parameters", Json::parse(parameters)}, {"strict", strict}};
        return rulesWith([&](Rules& to) { return argumentRules(to, form, tool); });
    }

private slots:
    void requiredAndOthersInOrder() {
        const Rules rules = rulesOf(tags(),
                                    "{\"properties\": {\"a\": {\"type\": \"string\"}, \"n\": {\"type\": "
                                    "\"integer\"}, \"y\": {\"type\": \"boolean\"}}, \"required\": [\"n\"]}");
        for (const char* fits : {"<k=n>7</k>.", "<k=a>some words</k><k=n>7</k>.", "<k=n>7</k><k=y>true</k>.",
                                 "<k=a>1 < 2 </b></k><k=n>-7</k><k=y>false</k>."})
            QVERIFY2(fitsText(rules, fits), fits);
        for (const char* bad : {".", "<k=a>x</k>.", "<k=n>7</k><k=a>x</k>.", "<k=n>seven</k>.", "<k=n>7</k>",
                                "<k=b>1</k>.", "<k=a>x</k>y</k><k=n>7</k>."})
            QVERIFY2(!fitsText(rules, bad), bad);
    }
    void noArguments() {
        QVERIFY(fitsText(rulesOf(tags(), "{}"), "."));
        QVERIFY(!fitsText(rulesOf(tags(), "{}"), "<k=a>x</k>."));
        QVERIFY(fitsText(rulesOf(tags(), "{\"properties\": {\"a\": {\"type\": \"string\"}}}"), "."));
    }
    void textsThatTheSchemaLimits() {
        const Rules one = rulesOf(tags(),
                                  "{\"properties\": {\"a\": {\"type\": \"string\", \"enum\": [\"up\", "
                                  "\"down\"]}}, \"required\": [\"a\"]}");
        QVERIFY(fitsText(one, "<k=a>up</k>.") && !fitsText(one, "<k=a>left</k>."));
        const Rules two = rulesOf(tags(),
                                  "{\"properties\": {\"a\": {\"type\": \"string\", \"pattern\": "
                                  "\"^[a-z]+$\", \"maxLength\": 3}}, \"required\": [\"a\"]}");
        QVERIFY(fitsText(two, "<k=a>abc</k>.") && !fitsText(two, "<k=a>abcd</k>.") &&
                !fitsText(two, "<k=a>A</k>."));
        const char* hard = "{\"properties\": {\"a\": {\"type\": \"string\", \"pattern\": \"(?=a)\"}}}";
        QVERIFY(fitsText(rulesOf(tags(), hard), "<k=a>any</k>."));
        QVERIFY(!refusalOf([&] { return rulesOf(tags(), hard, true); }).isEmpty());
    }
    void quotedTextsHaveBackslashes() {
        ArgumentForm form = tags();
        form.text = {.before = "='", .behind = "'", .known = true};
        form.textEnd = "'";
        form.yes = "True";
        form.boolean.before = "=";
        const Rules rules = rulesOf(form,
                                    "{\"properties\": {\"a\": {\"type\": \"string\"}, \"y\": {\"type\": "
                                    "\"boolean\"}}, \"required\": [\"a\", \"y\"]}");
        QVERIFY(fitsText(rules, "<k=a='it\\'s'</k><k=y=True</k>."));
        for (const char* bad :
             {"<k=a='it's'</k><k=y=True</k>.", "<k=a='x\\'</k><k=y=True</k>.", "<k=a='x'</k><k=y=yes</k>."})
            QVERIFY2(!fitsText(rules, bad), bad);
        const Rules one = rulesOf(form,
                                  "{\"properties\": {\"a\": {\"type\": \"string\", \"enum\": [\"it's\"]}}, "
                                  "\"required\": [\"a\"]}");
        QVERIFY(fitsText(one, "<k=a='it\\'s'</k>.") && !fitsText(one, "<k=a='it's'</k>."));
        const Rules lines = rulesOf(form,
                                    "{\"properties\": {\"a\": {\"type\": \"string\", \"const\": "
                                    "\"a\\nb\\tc\\rd\"}}, \"required\": [\"a\"]}");
        QVERIFY(fitsText(lines, "<k=a='a\\nb\\tc\\rd'</k>.") && !fitsText(lines, "<k=a='a\nb\tc\rd'</k>."));
    }
    void objectsHaveTheirSchemaAndDefinitions() {
        const Rules rules =
            rulesOf(tags(),
                    "{\"properties\": {\"o\": {\"$ref\": \"#/$defs/o\"}}, \"required\": [\"o\"], \"$defs\": "
                    "{\"o\": {\"type\": \"object\", \"properties\": {\"x\": {\"type\": \"integer\"}}, "
                    "\"required\": [\"x\"], \"additionalProperties\": false}}}");
        QVERIFY(fitsText(rules, "<k=o>{\"x\": 1}</k>.") && !fitsText(rules, "<k=o>{}</k>."));
    }
    void aValueWithoutASpellingIsRefused() {
        QVERIFY(refusalOf([] {
                    return rulesOf(tags(), "{\"properties\": {\"l\": {\"type\": \"array\"}}}");
                }).contains("\"l\""));
    }
    void piecesNameTheKey() {
        const Rules rules = rulesWith([](Rules& to) {
            return spelledPiece(to, std::string("</") + keySign + "><" + countSign + ">", "key");
        });
        QVERIFY(fitsText(rules, "</key><42>") && !fitsText(rules, "</kay><42>"));
    }
};

QTEST_GUILESS_MAIN(ArgumentRulesTest)
#include "tst_argument_rules.moc"
