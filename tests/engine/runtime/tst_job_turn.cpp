#include "hearth/job_turn.h"

#include <QtTest>
#include <atomic>
#include <future>
#include <thread>

#include "engine/runtime/hosted.h"
#include "engine/runtime/noting_sink.h"
#include "runtime/processor_turns.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace std::chrono_literals;

class TestJobTurn : public QObject {
    Q_OBJECT

    std::shared_ptr<test::EngineScript> m_script;
    std::function<void()> m_atStep;  ///< within each step of a reply
    std::atomic<bool> m_steps = false;

    /// Says while it computes.
    struct SteppingEngine final : test::ScriptedEngine {
        explicit SteppingEngine(TestJobTurn& test) : ScriptedEngine(test.m_script), m_test(test) {}
        bool step() override {
            m_test.m_steps = true;
            if (m_test.m_atStep) m_test.m_atStep();
            const bool continues = ScriptedEngine::step();
            m_test.m_steps = false;
            return continues;
        }
        TestJobTurn& m_test;
    };
    std::unique_ptr<ModelHost> host() {
        return test::hosted(
            "model", [this](const std::stop_token&) { return std::make_unique<SteppingEngine>(*this); });
    }

    /// A job that gives way once, on a thread of its own.
    struct Waiting {
        explicit Waiting(const std::shared_ptr<ProcessorTurns>& turns) {
            thread = std::jthread([this, turns](const std::stop_token& stop) {
                JobTurn turn(turns, stop);
                turn.giveWay();
                isThrough = true;
            });
        }
        std::atomic<bool> isThrough = false;
        std::jthread thread;
    };

private slots:
    void init() {
        m_script = std::make_shared<test::EngineScript>();
        m_atStep = {};
        m_steps = false;
    }

    void computesNothingWhileAReplyDoes() {
        m_script->pieces.assign(100, "word ");
        m_script->prefillStep = m_script->tokenStep = 1ms;
        std::atomic<bool> jobComputes = false;
        std::atomic<int> parts = 0, together = 0;
        m_atStep = [&] { together += jobComputes ? 1 : 0; };
        const auto models = host();
        std::jthread job([&](const std::stop_token& stop) {
            JobTurn turn(models->turns(), stop);
            while (!stop.stop_requested()) {
                turn.giveWay();
                if (stop.stop_requested()) return;
                jobComputes = true;
                together += m_steps ? 1 : 0;
                std::this_thread::sleep_for(200us);
                together += m_steps ? 1 : 0;
                jobComputes = false;
                ++parts;
            }
        });
        QTRY_VERIFY(parts > 10);
        test::NotingSink sink;
        const auto model = models->find("model");
        const int before = parts;
        model->requests.submit({}, sink, Priority::Reading);
        QCOMPARE(sink.end().size(), size_t(500));
        const int beside = parts - before;
        QVERIFY2(beside < 100, qPrintable(QString::number(beside)));
        QTRY_VERIFY(parts > before + beside + 10);
        QCOMPARE(together.load(), 0);
    }

    void aStopEndsTheWait() {
        const auto turns = std::make_shared<ProcessorTurns>();
        ProcessorTurns::Seat reply(*turns, [] {});
        QVERIFY(reply.begin(Priority::Reading));
        Waiting job(turns);
        QTest::qWait(50);
        QVERIFY(!job.isThrough);
        job.thread.request_stop();
        job.thread.join();
        QVERIFY(job.isThrough);
        // Nor does anything wait for it.
        reply.end();
        QVERIFY(reply.begin(Priority::Background));
        std::stop_source stopped;
        stopped.request_stop();
        JobTurn late(turns, stopped.get_token());
        late.giveWay();
        QVERIFY(reply.begin(Priority::Background));
    }

    void theEndOfTheHostEndsTheWait() {
        std::promise<void> begun, resume;
        std::atomic<bool> waits = false;
        m_atStep = [&] {
            if (!waits.exchange(false)) return;
            begun.set_value();
            resume.get_future().wait();
        };
        test::NotingSink sink;
        auto models = host();
        auto turns = models->turns();
        waits = true;
        models->find("model")->requests.submit({}, sink, Priority::Reading);
        begun.get_future().wait();
        Waiting job(turns);
        QTest::qWait(50);
        QVERIFY(!job.isThrough);
        std::thread end([&] { models.reset(); });
        resume.set_value();
        end.join();
        job.thread.join();
        QVERIFY(job.isThrough);
        // The job continues without it.
        JobTurn turn(std::move(turns), {});
        turn.giveWay();
        turn.giveWay();
    }

    void aGraphicsCardIsNotWaitedFor() {
        m_script->backend = "GPU";
        std::promise<void> begun, resume;
        std::atomic<bool> waits = false;
        m_atStep = [&] {
            if (!waits.exchange(false)) return;
            begun.set_value();
            resume.get_future().wait();
        };
        test::NotingSink sink;
        const auto models = host();
        waits = true;
        const auto model = models->find("model");
        model->requests.submit({}, sink, Priority::Reading);
        begun.get_future().wait();
        JobTurn turn(models->turns(), {});
        turn.giveWay();
        resume.set_value();
        (void)sink.end();
    }

    void othersComputeWhileItReads() {
        const auto turns = std::make_shared<ProcessorTurns>();
        JobTurn turn(turns, {});
        turn.giveWay();
        int granted = 0;
        ProcessorTurns::Seat reply(*turns, [&] { ++granted; });
        QVERIFY(!reply.begin(Priority::Background));
        turn.leave();
        QCOMPARE(granted, 1);
        QVERIFY(reply.begin(Priority::Background));
    }

    void withoutModelsNothingWaits() {
        JobTurn turn(nullptr, {});
        turn.giveWay();
        turn.leave();
    }
};

QTEST_GUILESS_MAIN(TestJobTurn)
#include "tst_job_turn.moc"
