#include "openai/message_fields.h"

#include <nlohmann/json.hpp>

#include "openai/refusal.h"
#include "support/picture_urls.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::openai;

class TestMessageFields : public QObject {
    Q_OBJECT

    /// As --strict-fields has it.
    static std::vector<ChatMessage> read(const Json& messages) {
        RequestNotes strict(UnknownFields::Refuse);
        return readMessages(messages, strict);
    }
    static Json picture(const std::string& name) {
        return {{"type", "image_url"}, {"image_url", {{"url", test::pictureUrl(name)}}}};
    }

private slots:
    void readsEveryRole() {
        const auto messages = read(Json::parse(R"([
            {"role":"developer","content":"Be brief."},
            {"role":"user","content":[{"type":"text","text":"How "},{"type":"text","text":"warm?"}]},
            {"role":"assistant","content":"Very.","reasoning_content":"It is July."},
            {"role":"tool","content":"31","tool_call_id":"call_1"},
            {"role":"system","content":""}])"));
        QCOMPARE(messages.size(), size_t(5));
        QCOMPARE(messages[0].role, std::string("system"));
        QCOMPARE(messages[1].content, std::string("How warm?"));
        QCOMPARE(messages[2].reasoning, std::string("It is July."));
        QCOMPARE(messages[3].role, std::string("tool"));
        QCOMPARE(messages[4].content, std::string());
    }

    void callsAndTheirAnswers() {
        const auto call = [](const char* id, const char* name, const char* arguments) {
            return Json{
                {"id", id}, {"type", "function"}, {"function", {{"name", name}, {"arguments", arguments}}}};
        };
        const Json calls =
            Json::array({call("a1", "warmth", R"({"of": "Rome"})"), call("a2", "now", "soon")});
        const auto messages = read(
            Json::array({{{"role", "assistant"}, {"content", nullptr}, {"tool_calls", calls}},
                         {{"role", "tool"}, {"content", "31"}, {"tool_call_id", "a1"}, {"name", "warmth"}},
                         {{"role", "assistant"},
                          {"content", "x"},
                          {"tool_calls", Json::array()},
                          {"refusal", nullptr}}}));
        QCOMPARE(Json::parse(messages[0].toolCalls), Json::parse(R"([
            {"type":"function","function":{"name":"warmth","arguments":{"of":"Rome"}},"id":"a1"},
            {"type":"function","function":{"name":"now","arguments":"soon"},"id":"a2"}])"));
        QCOMPARE(messages[1].toolCallId, std::string("a1"));
        QCOMPARE(messages[1].name, std::string("warmth"));
        QVERIFY(messages[2].toolCalls.empty());
    }

    void contentMayBeNull() {
        const auto messages = read(Json::parse(R"([{"role":"user","content":null},{"role":"assistant"},
            {"role":"assistant","content":null,"refusal":"No."}])"));
        QVERIFY(messages[0].content.empty() && messages[1].content.empty());
        QCOMPARE(messages[2].content, std::string("No."));
    }
    void picturesStandBetweenTexts() {
        const Json first = picture("png-2-8.png"), second = picture("png-one-pixel.png");
        const auto text = [](const char* words) { return Json{{"type", "text"}, {"text", words}}; };
        const auto messages = read(Json::array(
            {{{"role", "user"},
              {"content", Json::array({first, text("This ä"), second, second, text(" or that?")})}},
             {{"role", "assistant"}, {"content", "That."}},
             {{"role", "user"}, {"content", Json::array({first})}},
             {{"role", "tool"}, {"tool_call_id", "a"}, {"content", Json::array({text("See "), second})}}}));
        QCOMPARE(messages[0].content, std::string("This ä or that?"));
        std::vector<std::pair<size_t, uint32_t>> found;
        for (const MessagePicture& one : messages[0].pictures)
            found.emplace_back(one.at, one.file->size().width);
        QCOMPARE(found, (std::vector<std::pair<size_t, uint32_t>>{{0, 37}, {7, 1}, {7, 1}}));
        QVERIFY(messages[1].pictures.empty());
        QCOMPARE(messages[2].content, std::string());
        QCOMPARE(messages[2].pictures.size(), size_t(1));
        QCOMPARE(messages[3].content, std::string("See "));
        QCOMPARE(messages[3].pictures.at(0).at, size_t(4));
    }
    void otherPartsOfResultsAreNamed() {
        const auto messages = read(Json::parse(R"([{"role":"tool","tool_call_id":"a","content":[
            {"type":"text","text":"See "},{"type":"file","file":{}},{"type":"input_audio","x":1}]}])"));
        QCOMPARE(messages[0].content, std::string("See [file][audio]"));
    }
    void picturesOfAllMessagesCount() {
        Json messages = Json::array();
        for (size_t i = 0; i <= PictureParts::mostPictures; ++i)
            messages.push_back({{"role", "user"}, {"content", Json::array({picture("png-one-pixel.png")})}});
        try {
            (void)read(messages);
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, std::string("messages[100].content[0]"));
        }
    }
    void callsWithoutArguments() {
        for (const char* written : {R"("")", R"(" ")", R"("null")", "null", R"("{}")", "{}"}) {
            const std::string call =
                R"([{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":)" +
                std::string(written) + "}}]}]";
            const Json calls = Json::parse(read(Json::parse(call))[0].toolCalls);
            QCOMPARE(calls[0].at("function").at("arguments"), Json::object());
        }
    }
    void callsFromBeforeThereWereTools() {
        const auto messages = read(Json::parse(R"([
            {"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{\u0022a\u0022:1}"}},
            {"role":"function","name":"f","content":"31"}])"));
        QCOMPARE(Json::parse(messages[0].toolCalls)[0].at("function"),
                 Json::parse(R"({"name":"f","arguments":{"a":1}})"));
        QCOMPARE(messages[1].role, std::string("tool"));
        QCOMPARE(messages[1].name, std::string("f"));
    }
    void ignoresWhatItDoesNotKnow() {
        RequestNotes notes;
        (void)readMessages(Json::parse(R"([{"role":"user","content":"x","thread":1},
            {"role":"assistant","content":"x","reasoning_details":[{}]}])"),
                           notes);
        QCOMPARE(notes.sentences().size(), size_t(2));
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* json, const char* field) {
            QTest::newRow(json) << QByteArray(json) << QByteArray(field);
        };
        row(R"("hello")", "messages");
        row("[]", "messages");
        row(R"(["hello"])", "messages[0]");
        row(R"([{"content":"x"}])", "messages[0].role");
        row(R"([{"role":"user"}])", "messages[0].content");
        row(R"([{"role":"king","content":"x"}])", "messages[0].role");
        row(R"([{"role":1,"content":"x"}])", "messages[0].role");
        row(R"([{"role":"user","content":"x"},{"role":"user","content":7}])", "messages[1].content");
        row(R"([{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}])",
            "messages[0].content[0].image_url.url");
        row(R"([{"role":"tool","content":[{"type":"image_url","image_url":{"url":"https://x.example/y"}}]}])",
            "messages[0].content[0].image_url.url");
        row(R"([{"role":"system","content":[{"type":"image_url","image_url":{"url":"x"}}]}])",
            "messages[0].content[0]");
        row(R"([{"role":"assistant","content":[{"type":"image_url","image_url":{"url":"x"}}]}])",
            "messages[0].content[0]");
        row(R"([{"role":"user","content":[{"type":"file","file":{}}]}])", "messages[0].content[0]");
        row(R"([{"role":"user","content":["x"]}])", "messages[0].content[0]");
        row(R"([{"role":"user","content":"x","name":7}])", "messages[0].name");
        row(R"([{"role":"user","content":"x","tool_call_id":"a"}])", "messages[0].tool_call_id");
        row(R"([{"role":"assistant","tool_calls":["x"]}])", "messages[0].tool_calls[0]");
        row(R"([{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":7}}]}])",
            "messages[0].tool_calls[0].function.arguments");
        row(R"([{"role":"user","content":"x","reasoning_content":"y"}])", "messages[0].reasoning_content");
        row(R"([{"role":"assistant","content":"x","tool_calls":7}])", "messages[0].tool_calls");
        row(R"([{"role":"user","content":[{"type":"text","text":"x","cache_control":{"type":"ephemeral"}}]}])",
            "messages[0].content[0].cache_control");
        row(R"([{"role":"assistant","tool_calls":[{"function":{"name":"f"},"magic":1}]}])",
            "messages[0].tool_calls[0].magic");
        row(R"([{"role":"assistant","tool_calls":[{"function":{"name":"f","magic":1}}]}])",
            "messages[0].tool_calls[0].function.magic");
        row(R"([{"role":"assistant","function_call":{"name":"f","magic":1}}])",
            "messages[0].function_call.magic");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, field);
        try {
            (void)read(Json::parse(json.toStdString()));
            QFAIL("nothing thrown");
        } catch (const Refusal& refusal) {
            QCOMPARE(QByteArray::fromStdString(refusal.field), field);
            QVERIFY(QByteArray::fromStdString(refusal.message).contains("\"" + field + "\""));
        }
    }
};

QTEST_GUILESS_MAIN(TestMessageFields)
#include "tst_message_fields.moc"
