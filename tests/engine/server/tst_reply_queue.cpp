#include "server/reply_queue.h"

#include <QtTest>

#include "engine/server/noting_writer.h"
#include "engine/server/served_script.h"

using namespace hearth;
using namespace hearth::server;

class TestReplyQueue : public QObject {
    Q_OBJECT

private slots:
    void soManyRunAndTheOthersWait() {
        const auto script = std::make_shared<test::EngineScript>();
        script->tokenStep = std::chrono::milliseconds(1);
        const auto thread = test::servedScript(script);
        ReplyQueue queue(2, 3);
        std::atomic<int> ended = 0, refused = 0, mostRunning = 0;
        const auto add = [&](int choices) {
            const auto job = std::make_shared<ReplyJob>(
                GenerationRequest(), choices,
                std::make_unique<test::NotingWriter>(std::make_shared<test::WriterNotes>()), *thread,
                [&, choices](Engine* engine, const ReplyOutcome& outcome) {
                    mostRunning = std::max(mostRunning.load(), queue.running());
                    refused += outcome.failed ? 1 : 0;
                    if (outcome.started) queue.release(engine, choices);
                    ++ended;
                });
            thread->post([&queue, job](Engine* engine, const Error*) { queue.take(*engine, job); });
            return job;
        };
        // Two run, three wait, one of which goes away, and the last is one too many.
        test::runOn(*thread, [](Engine*, const Error*) {});
        std::vector<std::shared_ptr<ReplyJob>> jobs;
        for (int i = 0; i < 6; ++i) jobs.push_back(add(1));
        jobs[3]->cancel();
        // More replies than run at a time wait until nothing else runs.
        const auto large = add(4);
        QTRY_COMPARE_WITH_TIMEOUT(ended.load(), 7, 20'000);
        QVERIFY(refused >= 1);
        QVERIFY(mostRunning <= 4);
        QCOMPARE(queue.running(), 0);
        QCOMPARE(queue.waiting(), size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestReplyQueue)
#include "tst_reply_queue.moc"
