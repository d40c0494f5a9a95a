#include "endpoints/remote_answer.h"

#include <QtTest>

#include "hearth/error.h"

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

private slots:
    void callsComeInParts() {
        Ear ear;
        RemoteAnswer answer(ear, "rack", RemoteAnswer::Clock::now());
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
        RemoteAnswer answer(ear, "rack", RemoteAnswer::Clock::now() - std::chrono::seconds(2));
        QVERIFY(!answer.read(event("{\"content\":\"Yes.\"}", "\"stop\"")));
        const GenerationResult result = answer.end(7);
        QCOMPARE(result.text, std::string("Yes."));
        QCOMPARE(result.seed, uint64_t{7});
        QVERIFY(result.metrics.timeToFirstTokenMs >= 2000);
        QVERIFY(result.metrics.totalMs >= result.metrics.timeToFirstTokenMs);
    }

    void whatIsNoAnswerIsAnError() {
        Ear ear;
        RemoteAnswer answer(ear, "rack", RemoteAnswer::Clock::now());
        QVERIFY(!answer.read("data: ping\n\n"));
        QVERIFY_EXCEPTION_THROWN(answer.read("data: {\"choices\": [\n\n"), Error);
        QVERIFY_EXCEPTION_THROWN(answer.read("data: {\"error\":{\"message\":\"no\"}}\n\n"), Error);
    }
};

QTEST_GUILESS_MAIN(TestRemoteAnswer)
#include "tst_remote_answer.moc"
