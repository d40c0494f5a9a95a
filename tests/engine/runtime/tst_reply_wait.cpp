#include "runtime/reply_wait.h"

#include <QtTest>

#include "engine/runtime/served_script.h"
#include "hearth/cache_admin.h"
#include "hearth/request_queue.h"

using namespace hearth;

class TestReplyWait : public QObject {
    Q_OBJECT

    struct Heard final : GenerationListener {
        std::string text;
        int prompts = 0;
        void prefillProgress(int, int, int, double) override { ++prompts; }
        void replied(const ReplyDelta& delta) override { text += delta.text; }
    };

private slots:
    void waitsForTheReply() {
        const auto script = std::make_shared<test::EngineScript>();
        const auto loop = test::servedScript(script);
        RequestQueue queue(*loop, {});
        Heard heard;
        QCOMPARE(waitForReply(queue, {}, heard).text, std::string("Hello, world."));
        QCOMPARE(heard.text, std::string("Hello, world."));
        QVERIFY(heard.prompts > 0);
    }
    void aStopRequestCancelsIt() {
        const auto script = std::make_shared<test::EngineScript>();
        script->pieces.assign(100'000, "x");
        script->tokenStep = std::chrono::microseconds(200);
        const auto loop = test::servedScript(script);
        RequestQueue queue(*loop, {});
        Heard heard;
        std::stop_source stop;
        auto ending = std::async(std::launch::async, [&] {
            QTest::qSleep(20);
            stop.request_stop();
        });
        QCOMPARE(int(waitForReply(queue, {}, heard, stop.get_token()).reason), int(FinishReason::Cancelled));
        // Before it begins as well.
        QCOMPARE(int(waitForReply(queue, {}, heard, stop.get_token()).reason), int(FinishReason::Cancelled));
    }
    void failuresAreThrown() {
        const auto script = std::make_shared<test::EngineScript>();
        script->generateError = "The card is gone.";
        const auto loop = test::servedScript(script);
        RequestQueue queue(*loop, {});
        Heard heard;
        QVERIFY_THROWS_EXCEPTION(Error, (void)waitForReply(queue, {}, heard));
    }
    void workReturnsOrThrows() {
        const auto loop = test::servedScript(std::make_shared<test::EngineScript>());
        QCOMPARE(waitFor(*loop, [](Engine& engine) { return engine.info().contextLength; }), 2048);
        waitFor(*loop, [](Engine& engine) { engine.cache()->clear(); });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 waitFor(*loop, [](Engine&) { throw std::runtime_error("x"); }));
        ModelLoop failed([](const std::stop_token&) -> std::unique_ptr<Engine> {
            throw Error(ErrorCode::BadFile, "Damaged.");
        });
        QVERIFY_THROWS_EXCEPTION(Error, (void)waitFor(failed, [](Engine&) { return 1; }));
    }
};

QTEST_GUILESS_MAIN(TestReplyWait)
#include "tst_reply_wait.moc"
