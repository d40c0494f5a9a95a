#include "server/engine_thread.h"

#include <QtTest>
#include <atomic>

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
    void aLostDeviceHasTheModelLoadedElsewhere() {
        const auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        script->pieces.assign(1000, "x");
        script->generateError = "The card is gone.";
        script->generateErrorCode = ErrorCode::Device;
        script->failAfterPieces = 2;
        std::atomic<int> loads = 0;
        std::string cause;
        EngineThread thread(
            [&](const std::stop_token& stop) {
                ++loads;
                return test::ScriptedEngine::load(script, {}, stop);
            },
            [&](const DeviceFault& fault, const std::stop_token& stop) {
                ++loads;
                cause = fault.cause.text();
                script->backend = "CPU";
                script->generateError.clear();
                script->pieces = {"y"};
                return test::ScriptedEngine::load(script, {}, stop);
            });
        thread.waitUntilReady();
        struct Listener : GenerationListener {
            EngineThread* thread = nullptr;
            Listener* next = nullptr;  ///< asked for as soon as this fails
            std::promise<std::string> end;
            void finished(GenerationResult result) override { end.set_value(result.text); }
            void failed(const Error& error) override {
                if (next)
                    thread->post(
                        [next = next](Engine* engine, const Error*) { (void)engine->submit({}, *next); });
                thread->replyFailed(error);
                end.set_value(error.what());
            }
        } first, beside, next;
        first.next = &next;
        test::runOn(thread, [&](Engine* engine, const Error*) {
            for (Listener* one : {&first, &beside}) {
                one->thread = &thread;
                (void)engine->submit({}, *one);
            }
        });
        QCOMPARE(first.end.get_future().get(), std::string("The card is gone."));
        QCOMPARE(beside.end.get_future().get(), std::string("The card is gone."));
        // What came meanwhile waited for the new one.
        QCOMPARE(next.end.get_future().get(), std::string("y"));
        QCOMPARE(loads.load(), 2);
        QCOMPARE(cause, std::string("The card is gone."));
        QCOMPARE(int(thread.state()), int(EngineThread::State::Ready));
    }
    void whereItCannotBeLoadedElsewhereTheReasonIsTold() {
        const auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        EngineThread thread(
            [&](const std::stop_token& stop) { return test::ScriptedEngine::load(script, {}, stop); },
            [](const DeviceFault&, const std::stop_token&) -> std::unique_ptr<Engine> {
                throw Error(ErrorCode::OutOfMemory, "No room.");
            });
        thread.waitUntilReady();
        test::runOn(thread, [&](Engine*, const Error*) {
            thread.replyFailed(Error(ErrorCode::BadInput, "Nothing of the device."));
        });
        test::runOn(thread, [&](Engine* engine, const Error*) {
            QVERIFY(engine != nullptr);
            thread.replyFailed(Error(ErrorCode::Device, "Gone."));
        });
        test::runOn(thread, [](Engine* engine, const Error* problem) {
            QVERIFY(engine == nullptr);
            QCOMPARE(std::string(problem->what()), std::string("No room."));
        });
        QCOMPARE(int(thread.state()), int(EngineThread::State::Failed));
    }
    void withoutAnotherPlaceTheEngineStays() {
        const auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        const auto thread = test::servedScript(script);
        test::runOn(*thread,
                    [&](Engine*, const Error*) { thread->replyFailed(Error(ErrorCode::Device, "Gone.")); });
        test::runOn(*thread, [](Engine* engine, const Error*) { QVERIFY(engine != nullptr); });
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
