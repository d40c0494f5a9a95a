#include "hearth/model_loop.h"

#include <QtTest>
#include <atomic>

#include "engine/runtime/served_script.h"
#include "hearth/unexpected_error.h"

using namespace hearth;

class TestModelLoop : public QObject {
    Q_OBJECT

private slots:
    void stepsForAsLongAsThereIsSomethingToDo() {
        const auto script = std::make_shared<test::EngineScript>();
        const auto thread = test::servedScript(script);
        QCOMPARE(int(thread->state()), int(ModelLoop::State::Ready));
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
        ModelLoop thread([](const std::stop_token&) -> std::unique_ptr<Engine> {
            throw Error(ErrorCode::BadFile, "No.");
        });
        QVERIFY_THROWS_EXCEPTION(Error, thread.waitUntilReady());
        QCOMPARE(int(thread.state()), int(ModelLoop::State::Failed));
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
        ModelLoop thread(
            [&](const std::stop_token& stop) {
                ++loads;
                return test::ScriptedEngine::load(script, {}, stop);
            },
            {.loadElsewhere = [&](const DeviceFault& fault, const std::stop_token& stop) {
                ++loads;
                cause = fault.cause.text();
                script->backend = "CPU";
                script->generateError.clear();
                script->pieces = {"y"};
                return test::ScriptedEngine::load(script, {}, stop);
            }});
        thread.waitUntilReady();
        struct Listener : GenerationListener {
            ModelLoop* thread = nullptr;
            Listener* next = nullptr;  ///< asked for as soon as this fails
            std::promise<std::string> end;
            void finished(GenerationResult result) override { end.set_value(result.text); }
            void failed(const Error& error) override {
                if (next)
                    thread->post(
                        [next = next](Engine* engine, const Error*) { (void)engine->submit({}, *next); });
                thread->replyFailed(error, true);
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
        // A request made in the meantime waited for the new engine.
        QCOMPARE(next.end.get_future().get(), std::string("y"));
        QCOMPARE(loads.load(), 2);
        QCOMPARE(cause, std::string("The card is gone."));
        QCOMPARE(int(thread.state()), int(ModelLoop::State::Ready));
    }
    void whereItCannotBeLoadedElsewhereTheReasonIsTold() {
        const auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        ModelLoop thread(
            [&](const std::stop_token& stop) { return test::ScriptedEngine::load(script, {}, stop); },
            {.loadElsewhere = [](const DeviceFault&, const std::stop_token&) -> std::unique_ptr<Engine> {
                throw Error(ErrorCode::OutOfMemory, "No room.");
            }});
        thread.waitUntilReady();
        test::runOn(thread, [&](Engine*, const Error*) {
            thread.replyFailed(Error(ErrorCode::BadInput, "Nothing of the device."), false);
        });
        test::runOn(thread, [&](Engine* engine, const Error*) {
            QVERIFY(engine != nullptr);
            thread.replyFailed(Error(ErrorCode::Device, "Gone."), false);
        });
        test::runOn(thread, [](Engine* engine, const Error* problem) {
            QVERIFY(engine == nullptr);
            QCOMPARE(std::string(problem->what()), std::string("No room."));
        });
        QCOMPARE(int(thread.state()), int(ModelLoop::State::Failed));
    }
    void withoutAnotherPlaceTheEngineStays() {
        const auto script = std::make_shared<test::EngineScript>();
        script->backend = "GPU";
        const auto thread = test::servedScript(script);
        test::runOn(*thread, [&](Engine*, const Error*) {
            thread->replyFailed(Error(ErrorCode::Device, "Gone."), false);
        });
        test::runOn(*thread, [](Engine* engine, const Error*) { QVERIFY(engine != nullptr); });
    }
    void whateverATaskThrowsTheOthersRun() {
        const auto thread = test::servedScript(std::make_shared<test::EngineScript>());
        thread->post([](Engine*, const Error*) { throw std::runtime_error("x"); });
        thread->post([](Engine*, const Error*) { throw 7; });
        test::runOn(*thread, [](Engine* engine, const Error*) { QVERIFY(engine != nullptr); });
    }
    void whateverALoadThrowsIsTold() {
        for (const bool isException : {true, false}) {
            ModelLoop thread([isException](const std::stop_token&) -> std::unique_ptr<Engine> {
                if (isException) throw std::runtime_error("the library's reason");
                throw 7;
            });
            QVERIFY_THROWS_EXCEPTION(Error, thread.waitUntilReady());
            test::runOn(thread, [isException](Engine* engine, const Error* problem) {
                QVERIFY(engine == nullptr && problem->is(errors::unexpected));
                QCOMPARE(std::string(problem->what()).find("the library's reason") != std::string::npos,
                         isException);
            });
        }
    }
    void anEngineThatThrowsIsLoadedAgain() {
        struct Throwing final : test::ScriptedEngine {
            using ScriptedEngine::ScriptedEngine;
            bool step() override {
                if (*throws) throw std::runtime_error("x");
                return ScriptedEngine::step();
            }
            std::shared_ptr<std::atomic<bool>> throws;
        };
        const auto script = std::make_shared<test::EngineScript>();
        const auto throws = std::make_shared<std::atomic<bool>>(false);
        std::atomic<int> loads = 0;
        ModelLoop thread([&](const std::stop_token&) {
            ++loads;
            *throws = false;
            auto engine = std::make_unique<Throwing>(script);
            engine->throws = throws;
            return engine;
        });
        thread.waitUntilReady();
        test::runOn(thread, [&](Engine*, const Error*) { *throws = true; });
        QTRY_COMPARE(loads.load(), 2);
        test::runOn(thread, [](Engine* engine, const Error*) { QVERIFY(engine != nullptr); });
        QCOMPARE(int(thread.state()), int(ModelLoop::State::Ready));
    }
    void oneThatThrowsUnaskedIsGivenUp() {
        struct Throwing final : test::ScriptedEngine {
            using ScriptedEngine::ScriptedEngine;
            bool step() override { throw std::runtime_error("x"); }
        };
        std::atomic<int> loads = 0;
        ModelLoop thread([&](const std::stop_token&) {
            ++loads;
            return std::make_unique<Throwing>(std::make_shared<test::EngineScript>());
        });
        QTRY_COMPARE(int(thread.state()), int(ModelLoop::State::Failed));
        QVERIFY(loads.load() <= 2);
        test::runOn(thread, [](Engine* engine, const Error* problem) {
            QVERIFY(engine == nullptr && problem->is(errors::unexpected));
        });
    }
    void tellsWhyTheCacheIsNotKept() {
        const auto script = std::make_shared<test::EngineScript>();
        script->prefixProblem = "The disk is full.";
        std::promise<std::string> told;
        ModelLoop thread(
            [&](const std::stop_token& stop) { return test::ScriptedEngine::load(script, {}, stop); },
            {.told = [&](const Error& error) { told.set_value(error.what()); }});
        QCOMPARE(told.get_future().get(), std::string("The disk is full."));
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

QTEST_GUILESS_MAIN(TestModelLoop)
#include "tst_model_loop.moc"
