#include "server/engine_thread.h"

#include <QtTest>

#include "engine/server/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestEngineThread : public QObject {
    Q_OBJECT

private slots:
    void stepsForAsLongAsThereIsSomethingToDo() {
        const auto script = std::make_shared<test::EngineScript>();
        const auto thread = test::servedScript(script);
        QCOMPARE(int(thread->state()), int(EngineThread::State::Ready));
        struct Listener : GenerationListener {
            std::promise<std::string> text;
            void finished(GenerationResult result) override { text.set_value(result.text); }
        } listener;
        thread->post([&](Engine* engine, const Error*) {
            GenerationRequest request;
            request.messages = {{.role = "user", .content = "x", .reasoning = {}, .tokens = {}}};
            (void)engine->submit(request, listener);
        });
        QCOMPARE(listener.text.get_future().get(), std::string("Hello, world."));
    }
    void cancelsInTheMiddle() {
        const auto script = std::make_shared<test::EngineScript>();
        script->tokenStep = std::chrono::milliseconds(5);
        script->pieces.assign(10'000, "x");
        const auto thread = test::servedScript(script);
        struct Listener : GenerationListener {
            std::promise<FinishReason> reason;
            void finished(GenerationResult result) override { reason.set_value(result.reason); }
        } listener;
        RequestId id = 0;
        test::runOn(*thread, [&](Engine* engine, const Error*) { id = engine->submit({}, listener); });
        thread->cancel(id);
        QCOMPARE(int(listener.reason.get_future().get()), int(FinishReason::Cancelled));
    }
    void tellsThatThereIsNoEngine() {
        EngineThread thread([](const std::stop_token&) -> std::unique_ptr<Engine> {
            throw Error(ErrorCode::BadFile, "No.");
        });
        QVERIFY_THROWS_EXCEPTION(Error, thread.waitUntilReady());
        QCOMPARE(int(thread.state()), int(EngineThread::State::Failed));
        test::runOn(thread, [](Engine* engine, const Error* problem) {
            QVERIFY(engine == nullptr);
            QCOMPARE(std::string(problem->what()), std::string("No."));
        });
        thread.cancel(7);
    }
    void theEndDoesNotWaitForASlowDisk() {
        const auto script = std::make_shared<test::EngineScript>();
        script->saveSteps = 1000;
        script->saveStep = std::chrono::milliseconds(20);
        auto thread = test::servedScript(script);
        QElapsedTimer timer;
        timer.start();
        thread.reset();
        QVERIFY(timer.elapsed() < 4000);
        QCOMPARE(script->savedPrefixes, 0);
    }
};

QTEST_GUILESS_MAIN(TestEngineThread)
#include "tst_engine_thread.moc"
