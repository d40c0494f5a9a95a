#include "openai/response_stream.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::openai;

class TestResponseStream : public QObject {
    Q_OBJECT

    static ResponseHead head() {
        RequestNotes notes;
        ResponseRequest request = readResponseRequest({{"input", "Hi."}}, notes);
        request.tools = true;
        return responseHead("resp_7", "Tiny", 5, request);
    }
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

private slots:
    void everyItemBeginsAndEnds() {
        ResponseStream stream(head(), nullptr);
        std::string bytes = stream.begin();
        ReplyDelta thought, text, call;
        thought.reasoning = "Hm.";
        text.text = "I look.";
        call.call =
            ToolCallDelta{.index = 0, .id = "", .name = "f", .arguments = R"({"a":1})", .written = ""};
        for (const ReplyDelta& delta : {thought, text, ReplyDelta(), text, call}) bytes += stream.add(delta);
        const Json response = stream.json({});
        bytes += stream.finish(response);
        const auto events = eventsOf(bytes);
        std::vector<std::string> types;
        for (size_t i = 0; i < events.size(); ++i) {
            QCOMPARE(events[i].at("sequence_number"), Json(i));
            types.push_back(events[i].at("type").get<std::string>().substr(9));
        }
        QCOMPARE(types, (std::vector<std::string>{"created",
                                                  "in_progress",  //
                                                  "output_item.added",
                                                  "content_part.added",
                                                  "reasoning_text.delta",  //
                                                  "reasoning_text.done",
                                                  "content_part.done",
                                                  "output_item.done",  //
                                                  "output_item.added",
                                                  "content_part.added",
                                                  "output_text.delta",  //
                                                  "output_text.delta",
                                                  "output_text.done",
                                                  "content_part.done",  //
                                                  "output_item.done",   //
                                                  "output_item.added",
                                                  "function_call_arguments.delta",  //
                                                  "function_call_arguments.done",
                                                  "output_item.done",
                                                  "completed"}));
        QCOMPARE(events[12].at("text"), Json("I look.I look."));
        QCOMPARE(events[14].at("item"), response.at("output").at(1));
        QCOMPARE(events[16].at("item_id"), response.at("output").at(2).at("id"));
        QCOMPARE(events.back().at("response"), response);
    }
    void aStreamMayEndEarly() {
        ResponseStream stream(head(), nullptr);
        GenerationResult result;
        result.reason = FinishReason::MaxTokens;
        QCOMPARE(eventsOf(stream.finish(stream.json(result))).at(0).at("type"), Json("response.incomplete"));
        QCOMPARE(eventsOf(stream.failed("No.")).at(0).at("response").at("error").at("message"), Json("No."));
    }
};

QTEST_GUILESS_MAIN(TestResponseStream)
#include "tst_response_stream.moc"
