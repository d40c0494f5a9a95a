#include "endpoints/remote_reply.h"

#include <QtTest>

#include "support/fake_chat_server.h"

using namespace hearth;
using namespace hearth::app;

class TestRemoteReply : public QObject {
    Q_OBJECT

private slots:
    void readsWithoutWaiting() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            auto answer = FakeChatServer::reply({"one ", "two"});
            answer.pauseMs = 30;
            return answer;
        });
        GenerationListener nobody;
        RemoteReply reply(3, {}, nobody, Priority::Chat);
        QCOMPARE(reply.id(), RequestId{3});
        QCOMPARE(reply.status().phase, RequestPhase::Waiting);
        QVERIFY(!reply.release());
        reply.ask(std::make_unique<ServerCalls>(QUrl(server.address()), QByteArray()), "rack", "m", {});
        QCOMPARE(reply.status().phase, RequestPhase::Prompt);
        bool came = false;
        std::optional<GenerationResult> result;
        int empty = 0;
        for (int i = 0; i < 10000 && !result; ++i) {
            came = false;
            result = reply.read(came);
            empty += came ? 0 : 1;
            QTest::qWait(1);
        }
        QVERIFY(result);
        QVERIFY(empty > 0);
        QCOMPARE(result->text, std::string("one two"));
        QCOMPARE(reply.status().phase, RequestPhase::Replying);
        QVERIFY(reply.release());
    }

    void asksForThePlainRequest() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.status = 400;
            answer.pieces = {"{\"error\":{\"message\":\"Unrecognized request argument supplied: top_k\"}}"};
            return answer;
        });
        GenerationListener nobody;
        RemoteReply reply(1, {}, nobody, Priority::Reading);
        reply.ask(std::make_unique<ServerCalls>(QUrl(server.address()), QByteArray()), "rack", "m", {});
        bool came = false;
        while (!reply.otherFields()) QVERIFY(!reply.read(came));
        QVERIFY(came);
        QVERIFY(!reply.otherFields()->extras);
        QCOMPARE(reply.cancelled().reason, FinishReason::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestRemoteReply)
#include "tst_remote_reply.moc"
