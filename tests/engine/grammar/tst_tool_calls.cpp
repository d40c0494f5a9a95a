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
        QVERIFY(!fitsText(rules, "") && !fitsText(rules, add + now));
        // Models write a line end before they end the reply.
        QVERIFY(fitsText(rules, add + "\n") && fitsText(rules, add + " \n\n"));
        QVERIFY(!fitsText(rules, add + "\nSo.") && !fitsText(rules, add + std::string(9, '\n')));
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
        QVERIFY(checkReplyGrammar(toolCallGrammar("[{\"name\": \"f\", \"parameters\": {\"type\": \"object\", "
                                                  "\"properties\": {\"b\": {}, \"a\": {}}}}]",
                                                  false, true))
                    .empty());
        const QString refusal = refusalOf([] {
            return checkReplyGrammar(toolCallGrammar(
                R"([{"name": "f", "strict": true, "parameters": {"properties": {"a": {"format": "phone"}}}}])",
                true, true));
        });
        for (const char* named : {"\"f\"", "\"a\"", "\"format\""})
            QVERIFY2(refusal.contains(named), qPrintable(refusal));
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
    /// Forty texts of up to 2,000 characters in five tools, and one of up to 65,536.
    void longTextsCostNoPlaces() {
        nlohmann::ordered_json tools = nlohmann::ordered_json::array();
        for (int i = 0; i < 5; ++i) {
            nlohmann::ordered_json properties;
            for (int k = 0; k < 8; ++k)
                properties["p" + std::to_string(k)] = {{"type", "string"}, {"maxLength", 2000}};
            tools.push_back(
                {{"name", "t" + std::to_string(i)}, {"parameters", {{"properties", properties}}}});
        }
        tools.push_back(nlohmann::ordered_json::parse(
            R"({"name":"long","parameters":{"properties":{"p":{"type":"string","maxLength":65536}}}})"));
        const nlohmann::ordered_json asked{{"tools", tools}};
        std::vector<std::string> leftOut;
        const Rules rules = toolCallRules(asked.dump(), {.middle = {""}}, &leftOut);
        QVERIFY(leftOut.empty() && Automaton::placesOf(rules) < 20'000);
        const auto call = [](const char* start, int length) {
            return start + std::string(static_cast<size_t>(length), 'x') + "\"}";
        };
        QVERIFY(fitsText(rules, call("t4{\"p7\": \"", 2000)) &&
                !fitsText(rules, call("t4{\"p7\": \"", 2001)));
        QVERIFY(fitsText(rules, call("long{\"p\": \"", 65'536)) &&
                !fitsText(rules, call("long{\"p\": \"", 65'537)));
    }
    /// Only the arguments of the tool that is too large become free.
    void oneToolThatIsTooLarge() {
        nlohmann::ordered_json values = nlohmann::ordered_json::array();
        for (size_t i = 0; i < 12; ++i)
            values.push_back(std::string(1, static_cast<char>('a' + i)) + std::string(100'000, 'x'));
        nlohmann::ordered_json asked = nlohmann::ordered_json::parse(
            R"({"tools":[{"name":"big","parameters":{"properties":{"p":{},"n":{"type":"integer"}}}},
                         {"name":"small","parameters":{"properties":{"q":{"type":"integer"}}}}]})");
        asked["tools"][0]["parameters"]["properties"]["p"] = {{"type", "string"}, {"enum", values}};
        std::vector<std::string> leftOut;
        const Rules rules = toolCallRules(asked.dump(), {.middle = {""}}, &leftOut);
        QVERIFY(fitsText(rules, "big{\"p\": \"any\"}") && !fitsText(rules, "big{\"p\": 1}") &&
                !fitsText(rules, "big{\"n\": \"a\"}"));
        QVERIFY(fitsText(rules, "small{\"q\": 1}") && !fitsText(rules, "small{\"q\": \"a\"}"));
        QVERIFY(leftOut.size() == 1 && leftOut[0].find("\"enum\"") != std::string::npos);
        asked["tools"][0]["strict"] = true;
        const QString refusal = refusalOf([&] { return toolCallRules(asked.dump(), {.middle = {""}}); });
        QVERIFY2(refusal.contains("\"big\""), qPrintable(refusal));
    }
    void aSchemaThatCannotBeHonoured() {
        const auto tool = [](const char* more) {
            return std::string(R"({"tools": [{"name": "f", "parameters": {"properties": {"x": {"type": )"
                               R"("string", "pattern": "(?=a)b", "maxLength": 2}}})") +
                   "" + more + R"(, {"name": "g", "parameters": {"properties": {"y": {"type": "null"}}}}]})";
        };
        const CallForm form{.middle = {""}};
        std::vector<std::string> leftOut;
        const Rules rules = toolCallRules(tool("}"), form, &leftOut);
        // The parts that can be enforced are, and so are the other tools.
        QVERIFY(fitsText(rules, "f{\"x\": \"ab\"}") && !fitsText(rules, "f{\"x\": \"abc\"}"));
        QVERIFY(fitsText(rules, "g{\"y\": null}") && !fitsText(rules, "g{\"y\": 1}"));
        QCOMPARE(leftOut.size(), size_t{1});
        for (const char* named : {"\"f\"", "\"x\"", "\"pattern\""})
            QVERIFY2(leftOut[0].find(named) != std::string::npos, leftOut[0].c_str());
        const QString refusal = refusalOf([&] { return toolCallRules(tool(", \"strict\": true}"), form); });
        QVERIFY2(refusal.contains("\"pattern\"") && refusal.contains("\"x\""), qPrintable(refusal));
        QVERIFY(refusalOf([] { return toolCallRules("[]", {}); }).contains("not a JSON object"));
    }
};

QTEST_GUILESS_MAIN(ToolCallRulesTest)
#include "tst_tool_calls.moc"
