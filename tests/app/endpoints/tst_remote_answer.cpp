#include "endpoints/remote_answer.h"

#include <QtTest>

#include "hearth/error.h"

#include "endpoints/untold_figures.h"

using namespace hearth;
using namespace hearth::app;

class TestRemoteAnswer : public QObject {
    Q_OBJECT

    struct Ear final : GenerationListener {
        void replied(const ReplyDelta& delta) override { deltas.push_back(delta); }
        std::vector<ReplyDelta> deltas;
    };
    static QByteArray event(const QByteArray& delta, const QByteArray& finish = "null") {
        return "data: {\"choices\":[{\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}\n\n";
    }

    static RemoteAnswer::Asked asked() { return {.host = "rack", .when = RemoteAnswer::Clock::now()}; }
    static QByteArray usage(const QByteArray& members) {
        return "data: {\"choices\":[],\"usage\":{" + members + "}}\n\n";
    }
    /// The whole result of a reply of these pieces.
    static GenerationResult made(const QList<QByteArray>& pieces, RemoteAnswer::Asked how = asked()) {
        Ear ear;
        RemoteAnswer answer(ear, std::move(how));
        for (const QByteArray& piece : pieces) answer.read(piece);
        return answer.end(std::nullopt);
    }

private slots:
    // vLLM says nothing of its cache unless it is asked to.
    void whatIsNotSaidIsNotKnown() {
        const GenerationMetrics silent = made({event("{\"content\":\"Yes.\"}", "\"stop\""),
                                               usage(R"("prompt_tokens":20,"completion_tokens":2)")})
                                             .metrics;
        QVERIFY(!knowsCache(silent));
        QCOMPARE(silent.promptTokens, 20);
        QVERIFY(silent.prefillMs == 0 && silent.prefillTokensPerS == 0);
        const GenerationMetrics empty =
            made({event("{\"content\":\"Yes.\"}", "\"stop\""),
                  usage(R"("prompt_tokens":20,"completion_tokens":2,"prompt_tokens_details":null)")})
                .metrics;
        QVERIFY(!knowsCache(empty));
        const GenerationMetrics told =
            made(
                {event("{\"content\":\"Yes.\"}", "\"stop\""),
                 usage(
                     R"("prompt_tokens":20,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":0})")})
                .metrics;
        QVERIFY(knowsCache(told) && told.reusedTokens == 0 && told.processedTokens == 20);
        QVERIFY(!knowsCache(made({event("{\"content\":\"Yes.\"}", "\"stop\"")}).metrics));
    }

    void tokensAreCountedAndKeptAsTheyAreTold() {
        Ear ear;
        RemoteAnswer answer(ear, asked());
        const QByteArray two =
            R"({"content":[{"token":"a","logprob":0,"top_logprobs":[{"token":"a","logprob":0}]},{"token":"b","logprob":-1}]})";
        answer.read(R"(data: {"choices":[{"delta":{"content":"ab"},"logprobs":)" + two + "}]}\n\n");
        answer.read(event("{\"content\":\"c\"}", "\"stop\""));
        QCOMPARE(ear.deltas.size(), size_t{2});
        QCOMPARE(ear.deltas[0].tokens.size(), size_t{2});
        QCOMPARE(ear.deltas[1].tokens.size(), size_t{1});
        const GenerationResult result = answer.end(std::nullopt);
        QVERIFY(result.tokens.empty());
        QCOMPARE(result.toldTokens.size(), size_t{2});
        QCOMPARE(result.toldTokens[0],
                 (ToldToken{.text = "a", .chance = 1, .alternatives = {{.text = "a", .chance = 1}}}));
    }

    // As vLLM 0.32 ends its replies when it is ended itself.
    void aReplyThatTheServerBrokeOffIsNotComplete() {
        for (const char* reason : {"\"abort\"", "\"error\"", "\"cancelled\""}) {
            Ear ear;
            RemoteAnswer answer(ear, asked());
            answer.read(event("{\"content\":\"Yes\"}"));
            QString problem;
            try {
                answer.read(event("{\"content\":\"\"}", reason));
            } catch (const Error& error) {
                problem = error.what();
            }
            QCOMPARE(problem, QString("rack broke the reply off before it was complete."));
            QCOMPARE(ear.deltas.size(), size_t{1});
        }
    }

    void aReplyThatFilledTheContextSaysSo() {
        const auto reason = [](int limit, int contextLength, const QByteArray& counted) {
            RemoteAnswer::Asked how = asked();
            how.limit = limit;
            how.contextLength = contextLength;
            return made({event("{\"content\":\"Yes.\"}", "\"length\""), usage(counted)}, std::move(how))
                .reason;
        };
        const QByteArray counted = R"("prompt_tokens":1000,"completion_tokens":1048)";
        QCOMPARE(reason(0, 2048, counted), FinishReason::ContextFull);
        QCOMPARE(reason(4096, 2048, counted), FinishReason::ContextFull);
        QCOMPARE(reason(1048, 2048, counted), FinishReason::MaxTokens);
        QCOMPARE(reason(0, 0, counted), FinishReason::MaxTokens);
        QCOMPARE(reason(0, 8192, counted), FinishReason::MaxTokens);
    }

    void aThoughtThatGoesOnHasNoSecondMark() {
        RemoteAnswer::Asked how = asked();
        how.begun = "<think>\nlet me";
        QCOMPARE(
            made({event("{\"reasoning\":\" see\"}"), event("{\"content\":\"Yes.\"}", "\"stop\"")}, how).text,
            std::string(" see\n</think>\n\nYes."));
        how.begun = "<think>\n";
        QCOMPARE(made({event("{\"reasoning\":\"so\"}", "\"length\"")}, how).text, std::string("so"));
    }

    // A template that begins the thought, and no parser of thoughts.
    void aThoughtWithoutItsBeginningIsOne() {
        QCOMPARE(made({event("{\"content\":\"Hm.\\n</think>\\n\\nYes.\"}", "\"stop\"")}).text,
                 std::string("<think>\nHm.\n</think>\n\nYes."));
        const std::string about = "The mark </think> ends it.";
        QCOMPARE(made({event("{\"content\":\"The mark </think> ends it.\"}", "\"stop\"")}).text, about);
        QCOMPARE(made({event("{\"content\":\"<think>\\na\\n</think>\\n\\nYes.\"}", "\"stop\"")}).text,
                 std::string("<think>\na\n</think>\n\nYes."));
    }

    void callsComeInParts() {
        Ear ear;
        RemoteAnswer answer(ear, asked());
        QVERIFY(!answer.read(event("{\"reasoning_content\":\"look\"}")));
        QVERIFY(
            !answer.read(event("{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":"
                               "\"warmth\",\"arguments\":\"{\\\"of\\\":\"}}]}")));
        QVERIFY(!answer.read(
            event("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"1}\"}},"
                  "{\"index\":1,\"id\":\"c2\",\"function\":{\"name\":\"wind\",\"arguments\":\"{}\"}}]}")));
        QVERIFY(!answer.isComplete());
        QVERIFY(!answer.read(event("{}", "\"tool_calls\"")));
        QVERIFY(answer.isComplete());
        QVERIFY(answer.read("data: [DONE]\n\n"));
        QCOMPARE(ear.deltas.size(), size_t{4});
        QCOMPARE(ear.deltas[0].reasoning, std::string("look"));
        QCOMPARE(ear.deltas[0].shown, std::string("<think>\nlook"));
        QCOMPARE(*ear.deltas[1].call,
                 (ToolCallDelta{
                     .index = 0, .id = "c1", .name = "warmth", .arguments = "{\"of\":", .written = ""}));
        QCOMPARE(*ear.deltas[2].call,
                 (ToolCallDelta{.index = 0, .id = "", .name = "", .arguments = "1}", .written = ""}));
        QCOMPARE(*ear.deltas[3].call,
                 (ToolCallDelta{.index = 1, .id = "c2", .name = "wind", .arguments = "{}", .written = ""}));
        // A server's tokens have no numbers here.
        for (const ReplyDelta& delta : ear.deltas) QCOMPARE(delta.tokens.at(0).token, TokenId{-1});
    }

    void timesCountFromWhenItWasAskedFor() {
        Ear ear;
        RemoteAnswer answer(ear,
                            {.host = "rack", .when = RemoteAnswer::Clock::now() - std::chrono::seconds(2)});
        QVERIFY(!answer.read(event("{\"content\":\"Yes.\"}", "\"stop\"")));
        const GenerationResult result = answer.end(7);
        QCOMPARE(result.text, std::string("Yes."));
        QCOMPARE(result.seed, uint64_t{7});
        QVERIFY(result.metrics.timeToFirstTokenMs >= 2000);
        QVERIFY(result.metrics.totalMs >= result.metrics.timeToFirstTokenMs);
    }

    void whatIsNoAnswerIsAnError() {
        Ear ear;
        RemoteAnswer answer(ear, asked());
        QVERIFY(!answer.read("data: ping\n\n"));
        QVERIFY_EXCEPTION_THROWN(answer.read("data: {\"choices\": [\n\n"), Error);
        QVERIFY_EXCEPTION_THROWN(answer.read("data: {\"error\":{\"message\":\"no\"}}\n\n"), Error);
    }
};

QTEST_GUILESS_MAIN(TestRemoteAnswer)
#include "tst_remote_answer.moc"
