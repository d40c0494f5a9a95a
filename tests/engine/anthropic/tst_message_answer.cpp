#include "anthropic/message_answer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using namespace hearth::anthropic;

class TestMessageAnswer : public QObject {
    Q_OBJECT

    static GenerationResult ended(FinishReason reason) {
        GenerationResult result;
        result.reason = reason;
        result.metrics.promptTokens = 10;
        result.metrics.reusedTokens = 7;
        result.metrics.generatedTokens = 4;
        return result;
    }

private slots:
    void aWholeMessage() {
        MessageAnswer answer({.id = "msg_1", .model = "Tiny"}, nullptr);
        ReplyDelta delta;
        delta.text = "Hello";
        answer.add(delta);
        QCOMPARE(answer.json(ended(FinishReason::EndOfText)), Json::parse(R"({"id":"msg_1","type":"message",
            "role":"assistant","model":"Tiny","content":[{"type":"text","text":"Hello"}],
            "stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":3,
            "cache_creation_input_tokens":0,"cache_read_input_tokens":7,"output_tokens":4}})"));
    }
    void theUsageIsAllOfThePrompt() {
        for (const bool marks : {false, true}) {
            const MessageHead head{.id = "", .model = "", .marksCache = marks};
            const Json usage = usageOf(head, 10, 7, 4);
            QCOMPARE(usage.at("cache_read_input_tokens"), Json(7));
            QCOMPARE(usage.at("cache_creation_input_tokens"), Json(marks ? 3 : 0));
            QCOMPARE(usage.at("input_tokens").get<int>() +
                         usage.at("cache_creation_input_tokens").get<int>() +
                         usage.at("cache_read_input_tokens").get<int>(),
                     10);
        }
    }
    void anEarlierReplyIsSaid() {
        GenerationMetrics metrics;
        metrics.promptTokens = metrics.reusedTokens = 10;
        metrics.generatedTokens = 4;
        QVERIFY(!usageOf(MessageHead(), metrics).contains("cached_reply"));
        metrics.keptReply = true;
        const Json usage = usageOf(MessageHead(), metrics);
        QCOMPARE(usage.at("cached_reply"), Json(true));
        QCOMPARE(usage.at("output_tokens"), Json(4));
    }
    void reasonsToStop() {
        QCOMPARE(stopReasonOf(ended(FinishReason::EndOfText), true), "tool_use");
        QCOMPARE(stopReasonOf(ended(FinishReason::MaxTokens), true), "max_tokens");
        QCOMPARE(stopReasonOf(ended(FinishReason::ContextFull), false), "model_context_window_exceeded");
        GenerationResult result = ended(FinishReason::StopString);
        QCOMPARE(stopReasonOf(result, false), "stop_sequence");
    }
    void theStopSequenceThatCame() {
        const auto tokenizer = test::SampleVocabulary::byteLevel().tokenizer();
        MessageHead head{.id = "", .model = ""};
        GenerationResult result = ended(FinishReason::StopString);
        for (const TokenId token : tokenizer->encode("one END two STOP"))
            result.tokens.push_back({.token = token, .probability = 0, .candidates = {}});
        head.stopSequences = {"STOP", "never", "END"};
        QCOMPARE(stopSequenceOf(head, result, tokenizer.get()), Json("END"));
        head.stopSequences = {"END"};
        QCOMPARE(stopSequenceOf(head, result, nullptr), Json("END"));
        QVERIFY(stopSequenceOf(head, ended(FinishReason::EndOfText), nullptr).is_null());
    }
    void oneCallWhereOneIsAskedFor() {
        MessageRequest request;
        request.tools = true;
        request.parallelCalls = false;
        MessageAnswer answer(headOf("msg_1", "Tiny", request), nullptr);
        for (int i = 0; i < 2; ++i) {
            ReplyDelta delta;
            delta.call = ToolCallDelta{.index = i, .id = "", .name = "f", .arguments = "{}", .written = ""};
            answer.add(delta);
        }
        QVERIFY(answer.reply().hasEnough());
        const Json json = answer.json(ended(FinishReason::EndOfText));
        QCOMPARE(json.at("content").size(), size_t(1));
        QCOMPARE(json.at("stop_reason"), Json("tool_use"));
    }
};

QTEST_GUILESS_MAIN(TestMessageAnswer)
#include "tst_message_answer.moc"
