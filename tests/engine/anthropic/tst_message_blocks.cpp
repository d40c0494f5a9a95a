#include "anthropic/message_blocks.h"

#include <nlohmann/json.hpp>

#include "openai/refusal.h"
#include "support/picture_urls.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::anthropic;

class TestMessageBlocks : public QObject {
    Q_OBJECT

    static MessageList read(const char* messages, const char* system = "null") {
        openai::RequestNotes strict(openai::UnknownFields::Refuse);
        return readMessageList(Json::parse(system), Json::parse(messages), strict);
    }
    static std::string refusedField(const char* messages, const char* system = "null") {
        try {
            (void)read(messages, system);
        } catch (const openai::Refusal& refusal) {
            return refusal.field;
        }
        return "none";
    }
    static Json picture() {
        return {
            {"type", "image"},
            {"source", {{"type", "base64"}, {"media_type", "image/png"}, {"data", test::pictureBase64()}}},
            {"cache_control", {{"type", "ephemeral"}}}};
    }
    static Json text(const char* words) { return {{"type", "text"}, {"text", words}}; }
    static std::vector<size_t> places(const ChatMessage& message) {
        std::vector<size_t> places;
        for (const MessagePicture& one : message.pictures) places.push_back(one.at);
        return places;
    }
    static MessageList readJson(const Json& messages) {
        openai::RequestNotes strict(openai::UnknownFields::Refuse);
        return readMessageList(Json(), messages, strict);
    }

private slots:
    void readsTexts() {
        const auto list = read(R"([{"role":"user","content":"One."},
            {"role":"user","content":[{"type":"text","text":"Two."},
                {"type":"text","text":"Three.","cache_control":{"type":"ephemeral"},"citations":null}]},
            {"role":"assistant","content":[{"type":"thinking","thinking":"Hm.","signature":""},
                {"type":"text","text":"Fo"},{"type":"text","text":"ur."}]},
            {"role":"user","content":"Five."}])",
                               R"([{"type":"text","text":"Be brief."},{"type":"text","text":"Be kind."}])");
        QCOMPARE(list.messages.size(), size_t(4));
        QCOMPARE(list.messages[0].role, std::string("system"));
        QCOMPARE(list.messages[0].content, std::string("Be brief.\n\nBe kind."));
        QCOMPARE(list.messages[1].content, std::string("One.\n\nTwo.\n\nThree."));
        QCOMPARE(list.messages[2].content, std::string("Four."));
        QCOMPARE(list.messages[2].reasoning, std::string("Hm."));
        QVERIFY(list.marked && !list.continuesLast);
    }
    void callsAndTheirResults() {
        const auto list = read(R"([{"role":"user","content":"How warm?"},
            {"role":"assistant","content":[{"type":"text","text":"I look."},
                {"type":"tool_use","id":"a","name":"weather","input":{"city":"Rome"}},
                {"type":"tool_use","id":"b","name":"time","input":{},"caller":{"type":"direct"}}]},
            {"role":"user","content":[
                {"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"31"}]},
                {"type":"tool_result","tool_use_id":"b","content":"no clock","is_error":true},
                {"type":"text","text":"So?"}]}])");
        QCOMPARE(list.messages.size(), size_t(5));
        const Json calls = Json::parse(list.messages[1].toolCalls);
        QCOMPARE(calls.size(), size_t(2));
        QCOMPARE(calls[0], Json::parse(R"({"type":"function","function":{"name":"weather",
            "arguments":{"city":"Rome"}},"id":"a"})"));
        QCOMPARE(list.messages[2].role, std::string("tool"));
        QCOMPARE(list.messages[2].content, std::string("31"));
        QCOMPARE(list.messages[2].toolCallId, std::string("a"));
        QCOMPARE(list.messages[2].name, std::string("weather"));
        QCOMPARE(list.messages[3].content, std::string("Error: no clock"));
        QCOMPARE(list.messages[4].role, std::string("user"));
        QVERIFY(!list.marked);
    }
    void callsOfEachTurnAreItsOwn() {
        const auto list = read(R"([{"role":"assistant","content":[
                {"type":"tool_use","id":"a","name":"f","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]},
            {"role":"assistant","content":[{"type":"tool_use","id":"b","name":"g","input":{}}]},
            {"role":"user","content":[{"type":"tool_result","tool_use_id":"b"}]}])");
        QCOMPARE(Json::parse(list.messages[2].toolCalls).size(), size_t(1));
    }
    void theLastMessageMayBeGoneOnWith() {
        QVERIFY(read(R"([{"role":"user","content":"2+2?"},{"role":"assistant","content":"It is"}])")
                    .continuesLast);
        QCOMPARE(refusedField(R"([{"role":"assistant","content":[
            {"type":"tool_use","id":"a","name":"f","input":{}}]}])"),
                 std::string("messages"));
    }

    void picturesStandBetweenTexts() {
        const auto list =
            readJson(Json::array({{{"role", "user"}, {"content", Json::array({picture(), text("One.")})}},
                                  // Neighbours become one message.
                                  {{"role", "user"}, {"content", "Two."}},
                                  {{"role", "user"},
                                   {"content", Json::array({text("Three."), picture(), picture(),
                                                            text("Four."), text("Five."), picture()})}}}));
        QCOMPARE(list.messages.size(), size_t(1));
        QCOMPARE(list.messages[0].content, std::string("One.\n\nTwo.\n\nThree.Four.\n\nFive."));
        QCOMPARE(places(list.messages[0]), (std::vector<size_t>{0, 18, 18, 30}));
        QCOMPARE(list.messages[0].pictures[0].file->size().width, 37U);
        QVERIFY(list.marked);
    }
    void aPictureAloneIsAMessage() {
        const auto list = readJson(Json::array({{{"role", "user"}, {"content", Json::array({picture()})}}}));
        QCOMPARE(list.messages.at(0).content, std::string());
        QCOMPARE(places(list.messages[0]), std::vector<size_t>{0});
    }
    void picturesInResults() {
        const auto result = [](const Json& content, bool failed) {
            return Json{
                {"type", "tool_result"}, {"tool_use_id", "a"}, {"content", content}, {"is_error", failed}};
        };
        const Json shown = Json::array({text("See:"), picture(), text("There.")});
        const auto list =
            readJson(Json::array({{{"role", "user"},
                                   {"content", Json::array({result(shown, false), result(shown, true),
                                                            picture(), text("And?")})}}}));
        QCOMPARE(list.messages.size(), size_t(3));
        QCOMPARE(list.messages[0].content, std::string("See:There."));
        QCOMPARE(places(list.messages[0]), std::vector<size_t>{4});
        QCOMPARE(list.messages[1].content, std::string("Error: See:There."));
        QCOMPARE(places(list.messages[1]), std::vector<size_t>{11});
        QCOMPARE(list.messages[2].role, std::string("user"));
        QCOMPARE(list.messages[2].content, std::string("And?"));
        QCOMPARE(places(list.messages[2]), std::vector<size_t>{0});
    }
    void otherBlocksOfResultsAreNamed() {
        const auto list = read(R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"a",
            "content":[{"type":"text","text":"See:"},{"type":"document","source":{}}]}]}])");
        QCOMPARE(list.messages[0].content, std::string("See:\n\n[file]"));
    }
    void whatAnotherServerMadeIsLeftOut() {
        openai::RequestNotes notes;
        const auto list = readMessageList(Json(), Json::parse(R"([{"role":"user","content":"x","thread":1},
            {"role":"assistant","content":[{"type":"redacted_thinking","data":"x"},
                {"type":"server_tool_use","id":"a","name":"web_search","input":{}},
                {"type":"text","text":"Yes.","citations":[{"x":1}]}]},
            {"role":"user","content":"Why?"}])"),
                                          notes);
        QCOMPARE(list.messages[1].content, std::string("Yes."));
        QCOMPARE(notes.sentences().size(), size_t(4));
    }
    void whatHoldsNothingIsRefused() {
        QCOMPARE(refusedField(R"([{"role":"user","content":[]}])"), std::string("messages"));
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("messages");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* messages, const char* field) {
            QTest::addRow("%s %.50s", field, messages) << QByteArray(messages) << QByteArray(field);
        };
        row("[]", "messages");
        row("{}", "messages");
        row("[1]", "messages[0]");
        row(R"([{"content":"x"}])", "messages[0].role");
        row(R"([{"role":"tool","content":"x"}])", "messages[0].role");
        row(R"([{"role":"user"}])", "messages[0].content");
        row(R"([{"role":"user","content":1}])", "messages[0].content");
        row(R"([{"role":"user","content":"x","name":"y"}])", "messages[0].name");
        row(R"([{"role":"user","content":[{"type":"text"}]}])", "messages[0].content[0].text");
        row(R"([{"role":"user","content":[{"type":"image","source":{}}]}])",
            "messages[0].content[0].source.type");
        row(R"([{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://x.example/y"}}]}])",
            "messages[0].content[0].source.url");
        row(R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"a",
                "content":[{"type":"image","source":{"type":"base64","data":"SGVsbG8="}}]}]}])",
            "messages[0].content[0].content[0].source.data");
        row(R"([{"role":"system","content":[{"type":"image","source":{}}]},{"role":"user","content":"x"}])",
            "messages[0].content[0].type");
        row(R"([{"role":"user","content":[{"type":"document","source":{}}]}])",
            "messages[0].content[0].type");
        row(R"([{"role":"user","content":[{"type":"text","text":"x","bold":true}]}])",
            "messages[0].content[0].bold");
        row(R"([{"role":"user","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]}])",
            "messages[0].content[0].type");
        row(R"([{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":"{}"}]}])",
            "messages[0].content[0].input");
        row(R"([{"role":"user","content":[{"type":"tool_result","content":"x"}]}])",
            "messages[0].content[0].tool_use_id");
        row(R"([{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"y"}}]}])",
            "messages[0].content[0].cache_control.type");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, messages);
        QFETCH(QByteArray, field);
        QCOMPARE(refusedField(messages.constData()), field.toStdString());
    }
    void namesWhatIsNoSystemPrompt() {
        QCOMPARE(refusedField(R"([{"role":"user","content":"x"}])", "1"), std::string("system"));
        QCOMPARE(refusedField(R"([{"role":"user","content":"x"}])", R"([{"type":"image"}])"),
                 std::string("system[0].type"));
    }
};

QTEST_GUILESS_MAIN(TestMessageBlocks)
#include "tst_message_blocks.moc"
