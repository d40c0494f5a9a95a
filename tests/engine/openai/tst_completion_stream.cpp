#include "openai/completion_stream.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::openai;

class TestCompletionStream : public QObject {
    Q_OBJECT

    /// The events of some bytes; "[DONE]" as a string.
    static std::vector<Json> eventsOf(const std::string& bytes) {
        std::vector<Json> events;
        for (size_t at = 0; at < bytes.size();) {
            const size_t end = bytes.find("\n\n", at);
            const std::string line = bytes.substr(at, end - at);
            if (line.starts_with("data: "))
                events.push_back(line == "data: [DONE]" ? Json("[DONE]") : Json::parse(line.substr(6)));
            at = end + 2;
        }
        return events;
    }
    static ReplyDelta said(const char* text) {
        ReplyDelta delta;
        delta.text = delta.shown = text;
        return delta;
    }
    static ReplyDelta called(int index, const char* name, const char* arguments) {
        ReplyDelta delta;
        delta.call =
            ToolCallDelta{.index = index, .id = "", .name = name, .arguments = arguments, .written = ""};
        return delta;
    }

private slots:
    void aChatIsTheSumOfItsDeltas() {
        CompletionRequest request;
        request.stream = request.streamsUsage = true;
        CompletionStream stream({"chatcmpl-1", "Tiny", 7}, request, nullptr);
        const auto first = eventsOf(stream.begin());
        QCOMPARE(first.size(), size_t(1));
        QCOMPARE(first[0].at("choices").at(0).at("delta").at("role"), Json("assistant"));
        QVERIFY(first[0].at("usage").is_null());
        QCOMPARE(eventsOf(stream.add(0, said("Hel"))).at(0).at("choices").at(0).at("delta"),
                 Json({{"content", "Hel"}}));
        QVERIFY(stream.add(0, ReplyDelta()).empty());
        GenerationResult result;
        result.metrics.promptTokens = 9;
        const auto last = eventsOf(stream.finish(0, result));
        QCOMPARE(last.size(), size_t(3));
        QCOMPARE(last[0].at("choices").at(0).at("finish_reason"), Json("stop"));
        QCOMPARE(last[1].at("usage").at("prompt_tokens"), Json(9));
        QVERIFY(last[1].at("choices").empty());
        QCOMPARE(last[2], Json("[DONE]"));
    }
    void callsComeInParts() {
        CompletionRequest request;
        request.stream = request.tools = true;
        CompletionStream stream({"chatcmpl-1", "Tiny", 7}, request, nullptr);
        const auto delta = [&](const ReplyDelta& part) {
            return eventsOf(stream.add(0, part)).at(0).at("choices").at(0).at("delta").at("tool_calls").at(0);
        };
        const Json first = delta(called(0, "f", "{\"a\""));
        QCOMPARE(first.at("index"), Json(0));
        QCOMPARE(first.at("function").at("name"), Json("f"));
        const Json second = delta(called(0, "", ":1}"));
        QCOMPARE(second, (Json{{"index", 0}, {"function", {{"arguments", ":1}"}}}}));
        QCOMPARE(delta(called(1, "g", "{}")).at("function").at("name"), Json("g"));
        QCOMPARE(eventsOf(stream.finish(0, {})).at(0).at("choices").at(0).at("finish_reason"),
                 Json("tool_calls"));
    }
    void theLastOfSeveralRepliesEndsIt() {
        CompletionRequest request;
        request.kind = Completion::Text;
        request.stream = true;
        request.choices = 2;
        CompletionStream stream({"cmpl-1", "Tiny", 7}, request, nullptr);
        QVERIFY(stream.begin().empty());
        QCOMPARE(eventsOf(stream.add(1, said("x"))).at(0).at("choices").at(0).at("index"), Json(1));
        QCOMPARE(eventsOf(stream.finish(1, {})).size(), size_t(1));
        QCOMPARE(eventsOf(stream.finish(0, {})).back(), Json("[DONE]"));
    }
    void aFailureIsTheLastEvent() {
        const auto events = eventsOf(CompletionStream::failed(Json{{"error", "x"}}.dump()));
        QCOMPARE(events.size(), size_t(2));
        QCOMPARE(events[1], Json("[DONE]"));
    }
};

QTEST_GUILESS_MAIN(TestCompletionStream)
#include "tst_completion_stream.moc"
