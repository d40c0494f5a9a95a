#include "grammar/tool_calls.h"

#include <QtTest>

#include "engine/grammar/grammar_text.h"
#include "hearth/reply_grammar.h"

using namespace hearth;
using namespace hearth::grammar;

class ToolCallRulesTest : public QObject {
    Q_OBJECT

    static constexpr const char* source =
        "{\"tools\": [{\"name\": \"add\", \"parameters\": {\"type\": \"object\", \"properties\": {\"a\": "
        "{\"$ref\": "
        "\"#/$defs/n\"}}, \"required\": [\"a\"], \"$defs\": {\"n\": {\"type\": \"integer\"}}}}, {\"name\": "
        "\"now\"}], "
        "\"parallel\": true}";

private slots:
    void fitsCalls() {
        const CallForm form{.first = "<c>{\"name\": \"",
                            .middle = {"\", \"arguments\": "},
                            .between = "}</c>\n<c>{\"name\": \"",
                            .last = "}</c>"};
        const Rules rules = toolCallRules(source, form);
        const std::string add = "<c>{\"name\": \"add\", \"arguments\": {\"a\": 1}}</c>";
        const std::string now = "<c>{\"name\": \"now\", \"arguments\": {\"any\": [1]}}</c>";
        QVERIFY(fitsText(rules, add) && fitsText(rules, now) && fitsText(rules, add + "\n" + now));
        QVERIFY(!fitsText(rules, "") && !fitsText(rules, add + now) && !fitsText(rules, add + "\n"));
        // Arguments are an object that has what is required, and nothing that the schema does not name.
        for (const char* arguments : {"{}", "1", "{\"a\": \"x\"}", "{\"a\": 1, \"b\": 2}"})
            QVERIFY(!fitsText(rules,
                              std::string("<c>{\"name\": \"add\", \"arguments\": ") + arguments + "}</c>"));
        QVERIFY(!fitsText(rules, "<c>{\"name\": \"sub\", \"arguments\": {}}</c>"));
    }
    void oneAtATime() {
        CallForm form{.first = "[T]", .middle = {"[A]"}, .between = ",", .last = ";"};
        QVERIFY(fitsText(toolCallRules(source, form), "[T]add[A]{\"a\": 1},now[A]{};"));
        form.several = false;
        QVERIFY(!fitsText(toolCallRules(source, form), "[T]now[A]{},now[A]{};"));
        QVERIFY(fitsText(toolCallRules(source, form), "[T]now[A]{};"));
        const std::string single = "{\"tools\": [{\"name\": \"now\"}], \"parallel\": false}";
        form.several = true;
        QVERIFY(!fitsText(toolCallRules(single, form), "[T]now[A]{},now[A]{};"));
    }
    void aSourceIsCheckedWithoutAForm() {
        checkReplyGrammar(
            toolCallGrammar("[{\"name\": \"f\", \"parameters\": {\"type\": \"object\", \"properties\": "
                            "{\"b\": {}, \"a\": {}}}}]",
                            false, true));
        QVERIFY(refusalOf([] {
                    checkReplyGrammar(toolCallGrammar(
                        "[{\"name\": \"f\", \"strict\": true, \"parameters\": {\"type\": \"object\", "
                        "\"uniqueItems\": true}}]",
                        true, true));
                    return 0;
                }).contains("uniqueItems"));
    }
    void whatChangesFromCallToCall() {
        const CallForm form{.first = std::string("<") + countSign + ">",
                            .middle = {std::string("#") + idSign + " ", " "},
                            .between = std::string(";<") + countSign + ">",
                            .freeOpen = "(",
                            .freeClose = ")"};
        const Rules rules = toolCallRules(source, form);
        QVERIFY(fitsText(rules, "<0>now#aB3dE6gH9 {};<12>now {}"));
        QVERIFY(fitsText(rules, "(I think so)<0>now {}"));
        for (const char* bad : {"<x>now {}", "<0>now#short {}", "I think so<0>now {}", "(so<0>now {}"})
            QVERIFY(!fitsText(rules, bad));
    }
    void aSchemaThatCannotBeHonoured() {
        const auto tool = [](const char* more) {
            return std::string("{\"tools\": [{\"name\": \"f\", \"parameters\": {\"uniqueItems\": true}") +
                   more + "}]}";
        };
        const CallForm form{.middle = {""}};
        QVERIFY(fitsText(toolCallRules(tool(""), form), "f{\"x\": 1}"));
        QVERIFY(refusalOf([&] {
                    return toolCallRules(tool(", \"strict\": true"), form);
                }).contains("uniqueItems"));
        QVERIFY(refusalOf([] { return toolCallRules("[]", {}); }).contains("no JSON object"));
    }
};

QTEST_GUILESS_MAIN(ToolCallRulesTest)
#include "tst_tool_calls.moc"
