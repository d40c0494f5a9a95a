#include "anthropic/tool_fields.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using namespace hearth::anthropic;

class TestToolFields : public QObject {
    Q_OBJECT

    template <class Read>
    static std::string refusedField(const Read& read, const char* value) {
        try {
            openai::RequestNotes strict(openai::UnknownFields::Refuse);
            (void)read(Json::parse(value), strict);
        } catch (const openai::Refusal& refusal) {
            return refusal.field;
        }
        return "none";
    }

private slots:
    void toolsBecomeFunctions() {
        openai::RequestNotes notes;
        const ToolList tools = readTools(Json::parse(R"([
            {"name":"weather","description":"How warm it is.","input_schema":{"type":"object"},
             "cache_control":{"type":"ephemeral"}},
            {"name":"time","input_schema":{},"type":"custom","strict":false,"eager_input_streaming":true}])"),
                                         notes);
        QVERIFY(tools.marked);
        QCOMPARE(tools.functions.at(0), Json::parse(R"({"type":"function","function":{"name":"weather",
            "description":"How warm it is.","parameters":{"type":"object"}}})"));
        QCOMPARE(tools.functions.at(1).at("function").at("name"), Json("time"));
        QVERIFY(!readTools(Json::array(), notes).marked && notes.sentences().empty());
    }
    void leavesOutToolsOfOtherTypes() {
        openai::RequestNotes notes;
        const ToolList tools = readTools(Json::parse(R"([{"type":"web_search_20250305","name":"web_search"},
            {"name":"f","input_schema":{},"defer_loading":true,"input_examples":[{}]}])"),
                                         notes);
        QCOMPARE(tools.functions.size(), size_t(1));
        QCOMPARE(notes.sentences().size(), size_t(3));
    }
    void namesWhatCannotBeUsed() {
        QCOMPARE(refusedField(readTools, "{}"), std::string("tools"));
        QCOMPARE(refusedField(readTools, "[1]"), std::string("tools[0]"));
        QCOMPARE(refusedField(readTools, R"([{"input_schema":{}}])"), std::string("tools[0].name"));
        QCOMPARE(refusedField(readTools, R"([{"name":"f"}])"), std::string("tools[0].input_schema"));
        QCOMPARE(refusedField(readTools, R"([{"type":"web_search_20250305","name":"web_search"}])"),
                 std::string("tools[0].type"));
        QCOMPARE(refusedField(readTools, R"([{"name":"f","input_schema":{},"strict":"yes"}])"),
                 std::string("tools[0].strict"));
        QCOMPARE(refusedField(readTools, R"([{"name":"f","input_schema":{},"magic":1}])"),
                 std::string("tools[0].magic"));
    }
    void choices() {
        openai::RequestNotes notes;
        QVERIFY(!readToolChoice({{"type", "none"}}, notes).calls.allowed);
        const ToolChoice one = readToolChoice({{"type", "auto"}, {"disable_parallel_tool_use", true}}, notes);
        QVERIFY(one.calls.allowed && !one.parallel);
        QCOMPARE(refusedField(readToolChoice, R"({"type":"every"})"), std::string("tool_choice.type"));
        QCOMPARE(refusedField(readToolChoice, R"("auto")"), std::string("tool_choice.type"));
        QCOMPARE(refusedField(readToolChoice, R"({"type":"auto","name":"f"})"),
                 std::string("tool_choice.name"));
    }
};

QTEST_GUILESS_MAIN(TestToolFields)
#include "tst_tool_fields.moc"
