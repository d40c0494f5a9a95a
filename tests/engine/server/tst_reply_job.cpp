#include "server/reply_job.h"

#include <QtTest>

#include "engine/server/noting_writer.h"
#include "engine/server/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestReplyJob : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::unique_ptr<EngineThread> m_thread;
    std::shared_ptr<test::WriterNotes> m_notes;

    /// Runs a request of so many replies to its end.
    ReplyOutcome run(int choices, const std::function<void(ReplyJob&)>& meanwhile = {}) {
        std::promise<ReplyOutcome> done;
        GenerationRequest request;
        request.sampling.seed = 7;
        const auto job = std::make_shared<ReplyJob>(
            request, choices, std::make_unique<test::NotingWriter>(m_notes), *m_thread,
            [&](Engine*, const ReplyOutcome& outcome) { done.set_value(outcome); });
        m_thread->post([&, job](Engine* engine, const Error*) { job->start(*engine); });
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
        QVERIFY(outcome.started && !outcome.failed && !outcome.cancelled);
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
    void isRefusedWithoutBeginning() {
        m_thread = test::servedScript(m_script);
        std::promise<ReplyOutcome> done;
        const auto job = std::make_shared<ReplyJob>(
            GenerationRequest(), 1, std::make_unique<test::NotingWriter>(m_notes), *m_thread,
            [&](Engine*, const ReplyOutcome& outcome) { done.set_value(outcome); });
        m_thread->post([&, job](Engine*, const Error*) { job->refuse(Error(ErrorCode::BadInput, "No.")); });
        const ReplyOutcome outcome = done.get_future().get();
        QVERIFY(outcome.failed && !outcome.started);
        QCOMPARE(outcome.status, 400);
        QCOMPARE(m_notes->events, std::vector<std::string>{"failed: No."});
    }
};

QTEST_GUILESS_MAIN(TestReplyJob)
#include "tst_reply_job.moc"
