#include "server/reply_start.h"

#include <QtTest>
#include <future>

#include "engine/server/noting_writer.h"
#include "engine/server/served_answer.h"
#include "engine/server/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestReplyStart : public QObject {
    Q_OBJECT

private slots:
    void aModelAnswersAndLetsGo() {
        const auto script = std::make_shared<test::EngineScript>();
        auto thread = test::servedScript(script);
        auto model = std::make_shared<ServedModel>("one", std::vector<std::string>(), *thread, 1);
        const auto notes = std::make_shared<test::WriterNotes>();
        std::atomic<int> ended = 0, without = 0;
        (void)test::servedAnswer([&](http::Request request, std::shared_ptr<http::Response> response) {
            const auto call = std::make_shared<ApiCall>();
            call->request = std::move(request);
            call->response = response;
            startReply({.call = call,
                        .model = model,
                        .request = {},
                        .writer = [&](const Engine&) { return std::make_unique<test::NotingWriter>(notes); },
                        .noEngine = [&](const Error&) { ++without; },
                        .ended =
                            [&, response](const ReplyOutcome& outcome) {
                                ended += outcome.generatedTokens;
                                response->send(200, "text/plain", "x");
                            }});
        });
        QTRY_COMPARE(model->queue.running(), 0);
        QCOMPARE(ended.load(), 4);
        QCOMPARE(notes->events.back(), std::string("0 end"));
        QTRY_COMPARE(model.use_count(), 1L);
        // Whoever waits longer than its engine hears that.
        script->loadError = "Damaged.";
        EngineThread failing(
            [script](const std::stop_token& stop) { return test::ScriptedEngine::load(script, {}, stop); });
        auto other = std::make_shared<ServedModel>("two", std::vector<std::string>(), failing, 1);
        (void)test::servedAnswer([&](http::Request request, std::shared_ptr<http::Response> response) {
            const auto call = std::make_shared<ApiCall>();
            call->request = std::move(request);
            call->response = response;
            startReply({.call = call,
                        .model = other,
                        .request = {},
                        .writer = {},
                        .noEngine =
                            [&, response](const Error& error) {
                                without += error.what() == std::string("Damaged.") ? 1 : 0;
                                response->send(500, "text/plain", "x");
                            },
                        .ended = {}});
        });
        QCOMPARE(without.load(), 1);
    }
    void longPromptsAreMadeBesideTheEngine() {
        const auto script = std::make_shared<test::EngineScript>();
        std::atomic<bool> open = false;
        std::atomic<int> made = 0;
        script->makePrompt = [&](GenerationRequest& request) {
            while (!open) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (++made == 2) throw Error(ErrorCode::BadInput, "The template fails.");
            request.prompt = Prompt{.pieces = {}, .tokens = {1, 2, 3}, .cuts = {}};
        };
        auto thread = test::servedScript(script);
        auto model = std::make_shared<ServedModel>("one", std::vector<std::string>(), *thread, 1);
        const auto prompts = std::make_shared<WorkThread>();
        std::atomic<int> ended = 0;
        const auto ask = [&](size_t bytes) {
            (void)test::servedAnswer(
                [&, bytes](http::Request request, std::shared_ptr<http::Response> response) {
                    const auto call = std::make_shared<ApiCall>();
                    call->request = std::move(request);
                    call->response = response;
                    GenerationRequest asked;
                    asked.rawText = std::string(bytes, 'x');
                    startReply({.call = call,
                                .model = model,
                                .request = std::move(asked),
                                .writer =
                                    [](const Engine&) {
                                        return std::make_unique<test::NotingWriter>(
                                            std::make_shared<test::WriterNotes>());
                                    },
                                .noEngine = {},
                                .prompts = prompts,
                                .ended =
                                    [&, response](const ReplyOutcome&) {
                                        ++ended;
                                        response->send(200, "text/plain", "x");
                                    }});
                });
        };
        // The engine is free while the prompt is made.
        auto asking = std::async(std::launch::async, [&] { ask(100'000); });
        QTRY_VERIFY(!prompts->isIdle());
        std::atomic<bool> ran = false;
        thread->post([&](Engine*, const Error*) { ran = true; });
        QTRY_VERIFY(ran.load());
        QCOMPARE(ended.load(), 0);
        open = true;
        asking.wait();
        QCOMPARE(script->requests.at(0).prompt.value().tokens.size(), size_t(3));
        // What fails there is left to whoever submits it; short ones are not worth the way.
        ask(100'000);
        QVERIFY(!script->requests.at(1).prompt);
        ask(100);
        QCOMPARE(made.load(), 2);
        QCOMPARE(ended.load(), 3);
        QTRY_VERIFY(prompts->isIdle());
        QTRY_COMPARE(model.use_count(), 1L);
    }
};

QTEST_GUILESS_MAIN(TestReplyStart)
#include "tst_reply_start.moc"
