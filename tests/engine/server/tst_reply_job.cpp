#include "server/reply_job.h"

#include <QtTest>

#include "engine/runtime/served_script.h"
#include "engine/server/noting_writer.h"
#include "engine/server/served_answer.h"
#include "runtime/runtime_errors.h"

using namespace hearth;
using namespace hearth::server;
using Events = std::vector<std::string>;

class TestReplyJob : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<ModelLoop> m_thread;
    std::shared_ptr<test::WriterNotes> m_notes;

    /// A ReplyOrder for a model on m_thread, with a NotingWriter and the outcome in `done`.
    ReplyOrder order(std::promise<ReplyOutcome>& done, int choices = 1) const {
        return {.model = std::make_shared<ModelHandle>("tiny", std::vector<std::string>(), *m_thread, 8),
                .choices = choices,
                .writer = [this](const Engine&, const auto&,
                                 const auto&) { return std::make_unique<test::NotingWriter>(m_notes); },
                .ended = [&done](const ReplyOutcome& outcome) { done.set_value(outcome); }};
    }

    /// Two models of which a test plays the one that answers.
    struct PlayedRouter final : Generator {
        RequestId submit(GenerationRequest request, ReplySink& sink, Priority, const Policy&) override {
            requests.push_back(std::move(request));
            sinks.push_back(&sink);
            if (failsAtOnce) sink.failed(Error(errors::modelGone, {"big"}));
            return sinks.size();
        }
        void cancel(RequestId id) override { cancelled.push_back(id); }
        void setPriority(RequestId, Priority) override {}

        std::vector<GenerationRequest> requests;
        std::vector<ReplySink*> sinks;
        std::vector<RequestId> cancelled;
        bool failsAtOnce = false;
    };
    ReplyOrder routedOrder(const std::shared_ptr<PlayedRouter>& router, std::vector<ReplyOutcome>& ended,
                           Events& refused) const {
        ReplyOrder order{.router = router,
                         .answering = [] { return nullptr; },
                         .choices = 3,
                         .writer =
                             [this](const Engine&, const auto&, const std::optional<RouteOutcome>& route) {
                                 m_notes->events.emplace_back(routeReasonName(route->reason));
                                 return std::make_unique<test::NotingWriter>(m_notes);
                             },
                         .refused = [&refused](const Error& error) { refused.emplace_back(error.what()); },
                         .ended = [&ended](const ReplyOutcome& outcome) { ended.push_back(outcome); }};
        order.request.sampling.seed = 7;
        order.request.spentMs = 10;
        return order;
    }
    static ReplyDelta delta(const std::string& text) {
        ReplyDelta made;
        made.text = text;
        return made;
    }

    /// Runs a request of so many replies to its end.
    ReplyOutcome run(int choices, const std::function<void(ReplyJob&)>& meanwhile = {}) {
        std::promise<ReplyOutcome> done;
        ReplyOrder asked = order(done, choices);
        asked.request.sampling.seed = 7;
        const auto job = std::make_shared<ReplyJob>(std::move(asked));
        job->start();
        if (meanwhile) meanwhile(*job);
        return done.get_future().get();
    }

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_notes = std::make_shared<test::WriterNotes>();
    }
    void cleanup() { m_thread.reset(); }

    void tellsAReply() {
        m_thread = test::servedScript(m_script);
        const ReplyOutcome outcome = run(1);
        QCOMPARE(m_notes->events,
                 (std::vector<std::string>{"begin", "0 Hello", "0 , ", "0 world", "0 .", "0 end"}));
        QCOMPARE(m_notes->prompts.at(0), std::string("0 10 of 30"));
        QCOMPARE(outcome.status, 200);
        QCOMPARE(outcome.generatedTokens, 4);
        QVERIFY(!outcome.failed && !outcome.cancelled);
    }
    void everyReplyHasASeedOfItsOwn() {
        m_thread = test::servedScript(m_script);
        QCOMPARE(run(3).generatedTokens, 12);
        std::vector<uint64_t> seeds;
        for (const GenerationRequest& request : m_script->requests) seeds.push_back(*request.sampling.seed);
        QCOMPARE(seeds, (std::vector<uint64_t>{7, 8, 9}));
        QCOMPARE(std::count(m_notes->events.begin(), m_notes->events.end(), "begin"), 1);
    }
    void endsWhenTheClientIsGone() {
        m_script->pieces.assign(100'000, "x");
        m_notes->takes = 3;
        m_thread = test::servedScript(m_script);
        const ReplyOutcome outcome = run(2);
        QVERIFY(outcome.cancelled && !outcome.failed);
        QVERIFY(outcome.generatedTokens < 100);
    }
    /// A model that is unloaded, say: the client is there, and hears it.
    void tellsThatTheEngineGoes() {
        m_script->pieces.assign(100'000, "x");
        m_script->tokenStep = std::chrono::microseconds(200);
        m_thread = test::servedScript(m_script);
        const ReplyOutcome outcome = run(
            2, [this](ReplyJob&) { m_thread->post([](Engine* engine, const Error*) { engine->endAll(); }); });
        QCOMPARE(outcome.status, 503);
        QVERIFY(outcome.failed && outcome.generatedTokens < 100'000);
        QCOMPARE(std::ranges::count_if(
                     m_notes->events, [](const std::string& event) { return event.starts_with("failed: "); }),
                 1);
    }
    void endsWhereItsWriterHasEnough() {
        m_script->pieces.assign(100'000, "x");
        m_notes->enough = 5;
        m_thread = test::servedScript(m_script);
        const ReplyOutcome outcome = run(1);
        QVERIFY(!outcome.cancelled && !outcome.failed);
        QVERIFY(outcome.generatedTokens < 100);
        QCOMPARE(m_notes->events.back(), std::string("0 end"));
    }
    void canBeCancelledAtAnyTime() {
        m_script->pieces.assign(100'000, "x");
        m_script->tokenStep = std::chrono::microseconds(200);
        m_thread = test::servedScript(m_script);
        for (int i = 0; i < 20; ++i) {
            const ReplyOutcome outcome = run(1, [i](ReplyJob& job) {
                std::this_thread::sleep_for(std::chrono::microseconds(100 * i));
                job.cancel();
            });
            QVERIFY(outcome.cancelled);
        }
    }
    void tellsAFailureOnce() {
        m_script->generateError = "The card is gone.";
        m_script->failAfterPieces = 1;
        m_thread = test::servedScript(m_script);
        const ReplyOutcome outcome = run(2);
        QVERIFY(outcome.failed);
        QCOMPARE(outcome.status, 500);
        QCOMPARE(m_notes->events.back(), std::string("failed: The card is gone."));
        QCOMPARE(std::count(m_notes->events.begin(), m_notes->events.end(), m_notes->events.back()), 1);
    }
    void whateverItsWriterThrowsIsTold() {
        struct Throwing final : ReplyWriter {
            explicit Throwing(std::string& why) : said(why) {}
            void prepare(Engine&, const GenerationRequest&, int) override { throw std::runtime_error("x"); }
            bool add(int, const ReplyDelta&) override { return true; }
            void finish(int, const GenerationResult&) override {}
            void fail(const Error& error) override { said = error.what(); }
            std::string& said;
        };
        m_thread = test::servedScript(m_script);
        std::string said;
        std::promise<ReplyOutcome> done;
        ReplyOrder asked = order(done, 2);
        asked.writer = [&](const Engine&, const auto&, const auto&) {
            return std::make_unique<Throwing>(said);
        };
        const auto job = std::make_shared<ReplyJob>(std::move(asked));
        job->start();
        const ReplyOutcome outcome = done.get_future().get();
        QVERIFY(outcome.failed);
        QCOMPARE(outcome.status, 500);
        QVERIFY(said.find("(x)") != std::string::npos);
    }
    void severalPromptsHaveTheirReplies() {
        m_thread = test::servedScript(m_script);
        std::promise<ReplyOutcome> done;
        ReplyOrder asked = order(done, 4);
        asked.request.sampling.seed = 7;
        asked.rawPrompts = {{.text = "a"}, {.tokens = {1, 2}}};
        std::make_shared<ReplyJob>(std::move(asked))->start();
        done.get_future().wait();
        QCOMPARE(m_script->requests.size(), size_t(4));
        QCOMPARE(m_script->requests[1].rawText, std::optional<std::string>("a"));
        QCOMPARE(m_script->requests[2].rawTokens, (std::vector<TokenId>{1, 2}));
        QVERIFY(!m_script->requests[2].rawText);
        QCOMPARE(*m_script->requests[1].sampling.seed, uint64_t(8));
        QCOMPARE(*m_script->requests[2].sampling.seed, uint64_t(7));
    }
    void isRefusedWhereThereIsNoModel() {
        ModelLoop failed([](const std::stop_token&) -> std::unique_ptr<Engine> {
            throw Error(ErrorCode::BadFile, "Damaged.");
        });
        std::promise<std::string> refused;
        std::atomic<int> ended = 0;
        ReplyOrder asked{
            .model = std::make_shared<ModelHandle>("tiny", std::vector<std::string>(), failed, 8),
            .choices = 2,
            .writer = [this](const Engine&, const auto&,
                             const auto&) { return std::make_unique<test::NotingWriter>(m_notes); },
            .refused = [&](const Error& error) { refused.set_value(error.what()); },
            .ended = [&](const ReplyOutcome&) { ++ended; }};
        const std::weak_ptr<ModelHandle> model = asked.model;
        std::make_shared<ReplyJob>(std::move(asked))->start();
        QCOMPARE(refused.get_future().get(), std::string("Damaged."));
        QTRY_VERIFY(model.expired());
        QCOMPARE(ended.load(), 0);
        QVERIFY(m_notes->events.empty());
    }
    void theFirstReplyDecidesForAll() {
        const auto router = std::make_shared<PlayedRouter>();
        std::vector<ReplyOutcome> ended;
        Events refused;
        const auto job = std::make_shared<ReplyJob>(routedOrder(router, ended, refused));
        const std::weak_ptr<ReplyJob> alive = job;
        job->start();
        QCOMPARE(router->sinks.size(), size_t(1));
        QVERIFY(!router->requests[0].route);
        QTest::qSleep(5);
        router->sinks[0]->routed({.target = RouteTarget::Large, .reason = RouteReason::Uncertain});
        QCOMPARE(router->sinks.size(), size_t(3));
        for (const size_t other : {size_t(1), size_t(2)}) {
            QVERIFY(router->requests[other].route == RouteTarget::Large);
            QCOMPARE(*router->requests[other].sampling.seed, uint64_t(7 + other));
            // The times of all count from when they were asked for.
            QVERIFY(router->requests[other].spentMs >= 14);
            router->sinks[other]->routed({.target = RouteTarget::Large, .reason = RouteReason::Asked});
        }
        test::ScriptedEngine engine(m_script);
        for (const size_t choice : {size_t(1), size_t(0), size_t(2)}) {
            router->sinks[choice]->starting(engine, router->requests[choice]);
            router->sinks[choice]->replied(delta("x"));
        }
        QCOMPARE(m_notes->events, (Events{"uncertain", "begin", "1 x", "0 x", "2 x"}));
        GenerationResult result;
        result.metrics.generatedTokens = 2;
        router->sinks[2]->finished(result);
        result.droppedTokens = 5;
        result.droppedMs = 6;
        router->sinks[0]->finished(result);
        result.droppedTokens = 0;
        // One has enough, which ends it alone.
        m_notes->enough = 0;
        router->sinks[1]->replied(delta("y"));
        QCOMPARE(router->cancelled, (std::vector<RequestId>{2}));
        QVERIFY(ended.empty());
        result.reason = FinishReason::Cancelled;
        router->sinks[1]->finished(result);
        QCOMPARE(m_notes->events.back(), std::string("1 end"));
        QCOMPARE(ended.size(), size_t(1));
        QVERIFY(ended[0].route->reason == RouteReason::Uncertain && !ended[0].failed && !ended[0].cancelled);
        QCOMPARE(ended[0].generatedTokens, 6);
        QCOMPARE(ended[0].droppedTokens, 5);
        QCOMPARE(ended[0].droppedMs, 6.0);
        QVERIFY(refused.empty());
        QCOMPARE(alive.use_count(), 1L);
    }
    void oneThatIsGoneBeforeItIsDecidedAsksForNoMore() {
        const auto router = std::make_shared<PlayedRouter>();
        std::vector<ReplyOutcome> ended;
        Events refused;
        const auto job = std::make_shared<ReplyJob>(routedOrder(router, ended, refused));
        job->start();
        job->cancel();
        QCOMPARE(router->cancelled, (std::vector<RequestId>{1}));
        router->sinks[0]->routed({});
        QCOMPARE(router->sinks.size(), size_t(1));
        GenerationResult result;
        result.reason = FinishReason::Cancelled;
        router->sinks[0]->finished(result);
        QCOMPARE(ended.size(), size_t(1));
        QVERIFY(ended[0].cancelled && refused.empty() && m_notes->events.empty());
        QCOMPARE(job.use_count(), 1L);
    }
    void oneWithoutAModelIsRefusedAtOnce() {
        const auto router = std::make_shared<PlayedRouter>();
        router->failsAtOnce = true;
        std::vector<ReplyOutcome> ended;
        Events refused;
        const auto job = std::make_shared<ReplyJob>(routedOrder(router, ended, refused));
        job->start();
        QCOMPARE(refused, (Events{Error(errors::modelGone, {"big"}).what()}));
        QVERIFY(ended.empty() && m_notes->events.empty());
        QCOMPARE(job.use_count(), 1L);
    }
    void aCallIsAnsweredAndLetGo() {
        m_thread = test::servedScript(m_script);
        auto model = std::make_shared<ModelHandle>("one", std::vector<std::string>(), *m_thread, 1);
        std::atomic<int> ended = 0;
        (void)test::servedAnswer([&](http::Request request, std::shared_ptr<http::Response> response) {
            ApiCall call;
            call.request = std::move(request);
            call.response = response;
            startReply(call, {.model = model,
                              .writer =
                                  [this](const Engine&, const auto&, const auto&) {
                                      return std::make_unique<test::NotingWriter>(m_notes);
                                  },
                              .ended =
                                  [&, response](const ReplyOutcome& outcome) {
                                      ended += outcome.generatedTokens;
                                      response->send(200, "text/plain", "x");
                                  }});
        });
        QCOMPARE(ended.load(), 4);
        QCOMPARE(m_notes->events.back(), std::string("0 end"));
        QTRY_COMPARE(model.use_count(), 1L);
        QCOMPARE(model->requests.running(), 0);
    }
};

QTEST_GUILESS_MAIN(TestReplyJob)
#include "tst_reply_job.moc"
