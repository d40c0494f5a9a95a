#include "openai/input_items.h"

#include <nlohmann/json.hpp>

#include "openai/refusal.h"
#include "support/picture_urls.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::openai;

class TestInputItems : public QObject {
    Q_OBJECT

    static std::vector<ChatMessage> read(const char* items) {
        RequestNotes strict(UnknownFields::Refuse);
        return messagesOfItems(inputItemsOf(Json::parse(items)), strict);
    }

private slots:
    void aStringIsAMessage() {
        const auto messages = read(R"("Hi.")");
        QCOMPARE(messages.size(), size_t(1));
        QCOMPARE(messages[0].role, std::string("user"));
        QCOMPARE(messages[0].content, std::string("Hi."));
    }
    void whatAResponseSaidComesBack() {
        const auto messages = read(R"([{"role":"developer","content":"Be brief."},
            {"role":"user","content":[{"type":"input_text","text":"How warm?"}]},
            {"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"Hm."}],
             "encrypted_content":null,"status":"completed"},
            {"type":"message","id":"msg_1","status":"completed","role":"assistant","content":[
                {"type":"output_text","text":"I look.","annotations":[],"logprobs":[]}]},
            {"type":"function_call","id":"fc_1","call_id":"a","name":"weather","arguments":"{\u0022city\u0022:\u0022Rome\u0022}"},
            {"type":"function_call","call_id":"b","name":"time","arguments":""},
            {"type":"function_call_output","call_id":"a","output":"31"},
            {"type":"function_call_output","call_id":"b","output":[{"type":"input_text","text":"noon"}]}])");
        QCOMPARE(messages.size(), size_t(5));
        QCOMPARE(messages[0].role, std::string("system"));
        QCOMPARE(messages[2].content, std::string("I look."));
        QCOMPARE(messages[2].reasoning, std::string("Hm."));
        const Json calls = Json::parse(messages[2].toolCalls);
        QCOMPARE(calls.size(), size_t(2));
        QCOMPARE(calls[0].at("function").at("arguments"), Json({{"city", "Rome"}}));
        QCOMPARE(calls[0].at("id"), Json("a"));
        QCOMPARE(messages[3].toolCallId, std::string("a"));
        QCOMPARE(messages[3].name, std::string("weather"));
        QCOMPARE(messages[4].content, std::string("noon"));
    }

    void toolsThatAreNoFunctionsHadCallsToo() {
        const auto messages = read(R"([{"role":"user","content":"x"},
            {"type":"reasoning","id":"r","summary":[],"encrypted_content":"secret"},
            {"type":"custom_tool_call","call_id":"a","name":"patch","input":"*** Begin"},
            {"type":"custom_tool_call_output","call_id":"a","output":"done"},
            {"type":"function_call","call_id":"b","name":"look","arguments":"{}"},
            {"type":"function_call_output","call_id":"b","output":[{"type":"input_text","text":"It: "},
                {"type":"input_file","file_id":"x"}]}])");
        QCOMPARE(messages.size(), size_t(5));
        QCOMPARE(Json::parse(messages[1].toolCalls)[0].at("function"),
                 Json::parse(R"({"name":"patch","arguments":{"input":"*** Begin"}})"));
        QCOMPARE(messages[2].name, std::string("patch"));
        QCOMPARE(messages[4].content, std::string("It: [file]"));
    }
    void picturesStandBetweenTexts() {
        const Json picture{{"type", "input_image"}, {"image_url", test::pictureUrl()}, {"detail", "auto"}};
        const auto text = [](const char* words) { return Json{{"type", "input_text"}, {"text", words}}; };
        RequestNotes strict(UnknownFields::Refuse);
        const auto messages = messagesOfItems(
            Json::array(
                {{{"role", "user"}, {"content", Json::array({text("Look:"), picture, text("Yes?")})}},
                 {{"type", "function_call"}, {"call_id", "a"}, {"name", "shot"}, {"arguments", "{}"}},
                 {{"type", "function_call_output"}, {"call_id", "a"}, {"output", Json::array({picture})}}}),
            strict);
        QCOMPARE(messages[0].content, std::string("Look:Yes?"));
        QCOMPARE(messages[0].pictures.at(0).at, size_t(5));
        QCOMPARE(messages[0].pictures.at(0).file->size().width, 37U);
        QCOMPARE(messages[2].role, std::string("tool"));
        QCOMPARE(messages[2].pictures.size(), size_t(1));
    }
    void leavesOutItemsOfOtherTools() {
        RequestNotes notes;
        const Json items = Json::parse(R"([{"type":"web_search_call","id":"w","status":"completed"},
            {"role":"user","content":"x"},{"type":"web_search_call","id":"v"}])");
        QCOMPARE(messagesOfItems(items, notes).size(), size_t(1));
        QCOMPARE(notes.sentences().size(), size_t(1));
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("items");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* items, const char* field) {
            QTest::addRow("%s", items) << QByteArray(items) << QByteArray(field);
        };
        row("1", "input");
        row("[]", "input");
        row("[1]", "input[0]");
        row(R"([{"role":"user"}])", "input[0].content");
        row(R"([{"role":"robot","content":"x"}])", "input[0].role");
        row(R"([{"role":"user","content":"x","name":"y"}])", "input[0].name");
        row(R"([{"role":"user","content":[{"type":"input_image","image_url":"x"}]}])",
            "input[0].content[0].image_url");
        row(R"([{"role":"user","content":[{"type":"input_image","file_id":"x"}]}])",
            "input[0].content[0].image_url");
        row(R"([{"role":"developer","content":[{"type":"input_image","image_url":"x"}]}])",
            "input[0].content[0]");
        row(R"([{"type":"function_call_output","call_id":"a","output":[{"type":"input_image","image_url":"x"}]}])",
            "input[0].output[0].image_url");
        row(R"([{"type":"item_reference","id":"x"}])", "input[0].type");
        row(R"([{"type":"function_call","name":"f","arguments":"{}"}])", "input[0].call_id");
        row(R"([{"type":"function_call_output","call_id":"a"}])", "input[0].output");
        row(R"([{"type":"reasoning","content":[{"type":"text","text":"x"}]}])", "input[0].content[0]");
        row(R"([{"type":"web_search_call","id":"x"}])", "input[0].type");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, items);
        QFETCH(QByteArray, field);
        try {
            (void)read(items.constData());
            QFAIL("was taken");
        } catch (const Refusal& refusal) {
            QCOMPARE(refusal.field, field.toStdString());
        }
    }
};

QTEST_GUILESS_MAIN(TestInputItems)
#include "tst_input_items.moc"
