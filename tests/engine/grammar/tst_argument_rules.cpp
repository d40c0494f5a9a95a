#include "grammar/argument_rules.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"

using namespace hearth;
using namespace hearth::grammar;

class ArgumentRulesTest : public QObject {
    Q_OBJECT

    using Json = nlohmann::ordered_json;
    /// <k=KEY>value</k>, with lists that the family has no spelling for.
    static CallForm tags() {
        const ArgumentForm::Value known{.before = ">", .behind = "", .known = true};
        CallForm call;
        ArgumentForm& form = call.arguments.emplace();
        form.text = form.number = form.boolean = form.object = known;
        form.first = "<k=";
        form.between = "</k><k=";
        form.last = "</k>.";
        form.none = ".";
        call.several = false;
        return call;
    }
    /// "KEYWORD of PROPERTY" of what is not held.
    static QStringList leftOutOf(const CallForm& form, const char* parameters) {
        const Json tool{{"name", "f"}, {"parameters", Json::parse(parameters)}};
        const std::vector<std::string> names{"f"};
        std::vector<LeftOut> leftOut;
        (void)rulesWith([&](Rules& to) { return argumentRules(to, form, names, tool, leftOut); });
        QStringList all;
        for (const LeftOut& one : leftOut) all += QString::fromStdString(one.keyword + " of " + one.property);
        return all;
    }
    static Rules rulesOf(const CallForm& form, const char* parameters, bool strict = false) {
        const Json tool{{"name", "f"}, {"parameters", Json::parse(parameters)}, {"strict", strict}};
        const std::vector<std::string> names{"f"};
        std::vector<LeftOut> leftOut;
        return rulesWith([&](Rules& to) { return argumentRules(to, form, names, tool, leftOut); });
    }

private slots:
    void requiredAndOthersInOrder() {
        const Rules rules = rulesOf(tags(),
                                    "{\"properties\": {\"a\": {\"type\": \"string\"}, \"n\": {\"type\": "
                                    "\"integer\"}, \"y\": {\"type\": \"boolean\"}}, \"required\": [\"n\"]}");
        for (const char* fits :
             {"<k=n>7</k>.", "<k=a>some words</k><k=n>7</k>.", "<k=n>7</k><k=y>true</k>.",
              "<k=a>1 < 2 </b></k><k=n>-7</k><k=y>false</k>.", "<k=a>x</k>y</k><k=n>7</k>."})
            QVERIFY2(fitsText(rules, fits), fits);
        for (const char* bad : {".", "<k=a>x</k>.", "<k=n>7</k><k=a>x</k>.", "<k=n>seven</k>.", "<k=n>7</k>",
                                "<k=b>1</k>.", "<k=a>x</k>.y</k><k=n>7</k>."})
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
    /// A keyword that cannot be held is left out and reported; the rest of the same text is held.
    void whatIsLeftOutIsTold() {
        const char* text =
            "{\"properties\": {\"a\": {\"type\": \"string\", \"format\": \"phone\", \"maxLength\": 3}}, "
            "\"required\": [\"a\"]}";
        QCOMPARE(leftOutOf(tags(), text), QStringList{"format of a"});
        QVERIFY(fitsText(rulesOf(tags(), text), "<k=a>+49</k>.") &&
                !fitsText(rulesOf(tags(), text), "<k=a>+490</k>."));
        const char* inner =
            "{\"properties\": {\"o\": {\"type\": \"object\", \"properties\": {\"x\": {\"type\": \"string\", "
            "\"pattern\": \"(?=a)\"}}}}, \"minProperties\": 1}";
        QCOMPARE(leftOutOf(tags(), inner), (QStringList{"minProperties of ", "pattern of o.x"}));
        for (const auto& [schema, keyword, property] :
             {std::tuple{text, "\"format\"", "\"a\""}, std::tuple{inner, "\"minProperties\"", ""}}) {
            const QString refusal = refusalOf([&] { return rulesOf(tags(), schema, true); });
            QVERIFY2(refusal.contains(keyword) && refusal.contains(property), qPrintable(refusal));
        }
    }
    /// The family of these tags has no spelling for lists: only such an argument is free.
    void valuesThatTheFamilyCannotSpell() {
        const char* list =
            "{\"properties\": {\"a\": {\"type\": \"array\"}, \"n\": {\"type\": \"integer\"}}, \"required\": "
            "[\"a\", \"n\"]}";
        QCOMPARE(leftOutOf(tags(), list), QStringList{" of a"});
        const Rules rules = rulesOf(tags(), list);
        QVERIFY(fitsText(rules, "<k=a>[1]</k><k=n>7</k>.") && !fitsText(rules, "<k=a>[1]</k><k=n>x</k>."));
        QVERIFY(refusalOf([&] { return rulesOf(tags(), list, true); }).contains("\"a\""));
        QVERIFY(
            leftOutOf(tags(), "{\"properties\": {\"a\": {\"type\": [\"array\", \"integer\"]}}}").isEmpty());
    }
    void parametersThatAreReferences() {
        const char* referred =
            "{\"$ref\": \"#/$defs/N\", \"$defs\": {\"N\": {\"type\": \"object\", \"properties\": {\"n\": "
            "{\"$ref\": \"#/$defs/I\"}}, \"required\": [\"n\"]}, \"I\": {\"type\": \"integer\"}}}";
        for (const bool strict : {false, true}) {
            const Rules rules = rulesOf(tags(), referred, strict);
            QVERIFY(fitsText(rules, "<k=n>7</k>.") && !fitsText(rules, ".") &&
                    !fitsText(rules, "<k=n>x</k>."));
        }
    }
    void quotedTextsHaveBackslashes() {
        CallForm call = tags();
        ArgumentForm& form = *call.arguments;
        form.text = {.before = "='", .behind = "'", .known = true};
        form.quote = '\'';
        form.yes = "True";
        form.boolean.before = "=";
        const Rules rules = rulesOf(call,
                                    "{\"properties\": {\"a\": {\"type\": \"string\"}, \"y\": {\"type\": "
                                    "\"boolean\"}}, \"required\": [\"a\", \"y\"]}");
        QVERIFY(fitsText(rules, "<k=a='it\\'s'</k><k=y=True</k>."));
        for (const char* bad :
             {"<k=a='it's'</k><k=y=True</k>.", "<k=a='x\\'</k><k=y=True</k>.", "<k=a='x'</k><k=y=yes</k>."})
            QVERIFY2(!fitsText(rules, bad), bad);
        const Rules one = rulesOf(call,
                                  "{\"properties\": {\"a\": {\"type\": \"string\", \"enum\": [\"it's\"]}}, "
                                  "\"required\": [\"a\"]}");
        QVERIFY(fitsText(one, "<k=a='it\\'s'</k>.") && !fitsText(one, "<k=a='it's'</k>."));
        const Rules held = rulesOf(call,
                                   "{\"properties\": {\"a\": {\"type\": \"string\", \"pattern\": "
                                   "\"^[a-c'\\n]+$\", \"maxLength\": 3}}, \"required\": [\"a\"]}");
        for (const char* fits : {"<k=a='abc'</k>.", "<k=a='a\\'b'</k>.", "<k=a='\\n\\n\\n'</k>."})
            QVERIFY2(fitsText(held, fits), fits);
        for (const char* bad : {"<k=a='abca'</k>.", "<k=a='xyz'</k>.", "<k=a='a\\\\'</k>.", "<k=a=''</k>."})
            QVERIFY2(!fitsText(held, bad), bad);
        const Rules lines = rulesOf(call,
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
    /// Arguments of more than one type, and those whose values say their type.
    void everyTypeThatTheSchemaAllows() {
        const auto rules = [](const std::string& schema) {
            return rulesOf(tags(), ("{\"properties\": {\"a\": " + schema +
                                    "}, \"required\": [\"a\"], \"$defs\": {\"n\": {\"type\": \"integer\"}}}")
                                       .c_str());
        };
        const auto holds = [&](const std::string& schema, std::initializer_list<const char*> good,
                               std::initializer_list<const char*> bad) {
            const Rules all = rules(schema);
            for (const char* text : good)
                QVERIFY2(fitsText(all, "<k=a>" + std::string(text) + "</k>."), (schema + text).c_str());
            for (const char* text : bad)
                QVERIFY2(!fitsText(all, "<k=a>" + std::string(text) + "</k>."), (schema + text).c_str());
        };
        for (const char* integer : {"{\"anyOf\": [{\"type\": \"integer\"}, {\"type\": \"null\"}]}",
                                    "{\"type\": [\"integer\", \"null\"]}",
                                    "{\"oneOf\": [{\"$ref\": \"#/$defs/n\"}, {\"type\": \"null\"}]}"})
            holds(integer, {"5", "null"}, {"abc", "None", "True", "5.5"});
        holds("{\"allOf\": [{\"$ref\": \"#/$defs/n\"}]}", {"5"}, {"abc", "null"});
        holds("{\"enum\": [1, \"b\", null]}", {"1", "b", "null"}, {"2", "a", "true"});
        holds("{\"const\": 7}", {"7"}, {"8", "x"});
        holds("{\"anyOf\": [{\"type\": \"boolean\"}, {\"type\": \"null\"}]}", {"true", "null"},
              {"True", "1"});
        // A text that would be read as a value of another type is not allowed.
        holds(
            "{\"anyOf\": [{\"type\": \"string\", \"pattern\": \"^[a-z0-9]+$\"}, {\"type\": \"integer\", "
            "\"maximum\": 3}]}",
            {"a1", "3"}, {"4", "A"});
        holds("{\"type\": [\"string\", \"null\"]}", {"some words", "null", "7"}, {});
    }
    void marksOfTheFamilyAreTextsUntilAWholeEnding() {
        const Rules rules = rulesOf(tags(),
                                    "{\"properties\": {\"a\": {\"type\": \"string\"}, \"b\": {\"type\": "
                                    "\"string\"}}, \"required\": [\"a\", \"b\"]}");
        for (const char* text : {"</k>", "<k=a>", "</k><k=", "</k>.x </k><k=c>", "\xFF</k>"})
            QVERIFY2(fitsText(rules, "<k=a>" + std::string(text) + "</k><k=b></k>.") ==
                         (std::string_view(text).find("</k>.") == std::string_view::npos),
                     text);
        QVERIFY(!fitsText(rules, "<k=a>x</k>"));
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
