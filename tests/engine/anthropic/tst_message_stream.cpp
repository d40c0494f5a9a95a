#include "anthropic/message_stream.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::anthropic;

class TestMessageStream : public QObject {
    Q_OBJECT

    /// The data of some events; each is named as its type.
    static std::vector<Json> eventsOf(const std::string& bytes) {
        std::vector<Json> events;
        for (size_t at = 0; at < bytes.size();) {
            const size_t end = bytes.find("\n\n", at), line = bytes.find('\n', at);
            events.push_back(Json::parse(bytes.substr(line + 7, end - line - 7)));
            if (bytes.substr(at, line - at) != "event: " + events.back().at("type").get<std::string>())
                events.back() = "misnamed";
            at = end + 2;
        }
        return events;
    }
    static std::vector<std::string> typesOf(const std::vector<Json>& events) {
        std::vector<std::string> types;
        for (const Json& event : events) types.push_back(event.at("type"));
        return types;
    }

private slots:
    void everyBlockBeginsAndEnds() {
        MessageStream stream({.id = "msg_1", .model = "Tiny", .tools = true}, nullptr);
        std::string bytes = stream.begin(10, 7);
        ReplyDelta thought, text, call;
        thought.reasoning = "Hm.";
        text.text = "I look.";
        call.call =
            ToolCallDelta{.index = 0, .id = "", .name = "f", .arguments = R"({"a":1})", .written = ""};
        for (const ReplyDelta& delta : {thought, text, ReplyDelta(), text, call}) bytes += stream.add(delta);
        GenerationResult result;
        result.metrics.promptTokens = 10;
        result.metrics.reusedTokens = 7;
        result.metrics.generatedTokens = 9;
        bytes += stream.finish(result);
        const auto events = eventsOf(bytes);
        QCOMPARE(typesOf(events), (std::vector<std::string>{
                                      "message_start", "ping", "content_block_start", "content_block_delta",
                                      "content_block_delta", "content_block_stop", "content_block_start",
                                      "content_block_delta", "content_block_delta", "content_block_stop",
                                      "content_block_start", "content_block_delta", "content_block_stop",
                                      "message_delta", "message_stop"}));
        QCOMPARE(events[0].at("message").at("usage").at("cache_read_input_tokens"), Json(7));
        QCOMPARE(events[3].at("delta"), Json({{"type", "thinking_delta"}, {"thinking", "Hm."}}));
        QCOMPARE(events[4].at("delta").at("type"), Json("signature_delta"));
        QCOMPARE(events[7].at("delta"), Json({{"type", "text_delta"}, {"text", "I look."}}));
        QCOMPARE(events[11].at("delta"),
                 Json({{"type", "input_json_delta"}, {"partial_json", R"({"a":1})"}}));
        QCOMPARE(events[12].at("index"), Json(2));
        QCOMPARE(events[13].at("delta").at("stop_reason"), Json("tool_use"));
        QCOMPARE(events[13].at("usage").at("output_tokens"), Json(9));
    }
    void anEmptyReplyHasNoBlocks() {
        MessageStream stream({.id = "msg_1", .model = "Tiny"}, nullptr);
        QVERIFY(stream.add({}).empty());
        QCOMPARE(typesOf(eventsOf(stream.finish({}))),
                 (std::vector<std::string>{"message_delta", "message_stop"}));
    }
    void anErrorIsAnEvent() {
        QCOMPARE(eventsOf(MessageStream::failed(R"({"type":"error"})")).at(0).at("type"), Json("error"));
    }
};

QTEST_GUILESS_MAIN(TestMessageStream)
#include "tst_message_stream.moc"
