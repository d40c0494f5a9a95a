#include "worker/worker_link.h"

#include <signal.h>

#include <QtTest/QtTest>
#include <atomic>
#include <thread>

#include "worker/worker_errors.h"
#include "worker_process.h"

using namespace hearth;
using namespace hearth::test;

class TestWorkerLink : public QObject {
    Q_OBJECT

    static WorkerProcess running(std::vector<std::string> command, int patienceMs = 10000) {
        return {.command = std::move(command),
                .cacheFolder = {},
                .patience = std::chrono::milliseconds(patienceMs)};
    }
    /// One that says so many times that it works, a fifth of a second apart, and then that it is done.
    static WorkerProcess working(int times, int patienceMs) {
        const std::string script =
            "say() { printf '\\001\\0\\0\\0\\0\\0\\0\\0\\'$1 >&3; }; i=0; while [ $i -lt " +
            std::to_string(times) + " ]; do say 003; sleep 0.2; i=$((i+1)); done; say 000; sleep 60";
        return running({"/bin/sh", "-c", script}, patienceMs);
    }

private slots:
    void aProgramThatIsNotThereIsSaid() {
        try {
            WorkerLink link(running({"/nonexistent/program"}));
            QFAIL("it was started");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::workerNotStarted));
        }
    }

    void whatEndsAProcessIsTold() {
        WorkerLink killed(builtProcess());
        kill(killed.process(), SIGKILL);
        QVERIFY_THROWS_EXCEPTION(WorkerGone, killed.call(wire::Call::Step, {}));
        QVERIFY(killed.isGone() && killed.end().is(errors::workerKilled));
        WorkerLink crashed(builtProcess());
        kill(crashed.process(), SIGABRT);
        QVERIFY_THROWS_EXCEPTION(WorkerGone, crashed.call(wire::Call::Step, {}));
        QVERIFY(crashed.end().is(errors::workerCrashed));
        // The program of another kind ends with a status.
        WorkerLink other(running({"/bin/false"}));
        QVERIFY_THROWS_EXCEPTION(WorkerGone, other.call(wire::Call::Step, {}));
        QCOMPARE(other.end().message().arguments().at(0).text(), std::string("1"));
    }

    void oneThatDoesNothingIsEnded() {
        WorkerProcess process = builtProcess();
        process.patience = std::chrono::milliseconds(600);
        WorkerLink link(process);
        kill(link.process(), SIGSTOP);
        QElapsedTimer timer;
        timer.start();
        QVERIFY_THROWS_EXCEPTION(WorkerGone, link.call(wire::Call::Step, {}));
        QVERIFY(timer.elapsed() >= 500);
        const Error why = link.end();
        QVERIFY(why.is(errors::workerStuck));
        QCOMPARE(why.message().arguments().at(0).text(), std::string("1"));
        QVERIFY(timer.elapsed() < 8000);
        QCOMPARE(kill(link.process(), 0), -1);
        // And one that takes nothing in: more than a socket holds.
        WorkerLink full(process);
        kill(full.process(), SIGSTOP);
        QVERIFY_THROWS_EXCEPTION(WorkerGone,
                                 full.ask(wire::Question::EncodeRun, std::string(8U << 20U, 'x')));
        QVERIFY(full.end().is(errors::workerStuck));
    }

    void oneThatWorksIsWaitedFor() {
        WorkerLink link(working(10, 1000));
        QElapsedTimer timer;
        timer.start();
        (void)link.call(wire::Call::Step, {});
        QVERIFY(timer.elapsed() >= 1800);
        QVERIFY(!link.isGone());
    }

    void oneThatWorksOnWhenItIsToStopIsEnded() {
        WorkerLink link(working(1000, 1000));
        std::stop_source stop;
        std::jthread later([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(WorkerGone, link.call(wire::Call::Step, {}, stop.get_token()));
        QVERIFY(link.end().is(errors::workerStuck));
        // So is one whose only request was cancelled, and not one where others run.
        WorkerLink one(working(1000, 1000)), many(working(12, 1000));
        one.cancel(1, true);
        QVERIFY_THROWS_EXCEPTION(WorkerGone, one.call(wire::Call::Step, {}));
        many.cancel(1, false);
        (void)many.call(wire::Call::Step, {});
    }

    void itsEndIsTold() {
        std::atomic<int> told = 0;
        {
            WorkerLink link(builtProcess(), [&told] { ++told; });
            QTest::qWait(50);
            QCOMPARE(told.load(), 0);
            kill(link.process(), SIGKILL);
            QTRY_COMPARE(told.load(), 1);
        }
        {
            const WorkerLink ended(builtProcess(), [&told] { ++told; });
        }
        QCOMPARE(told.load(), 1);
    }

    void nonsenseEndsIt() {
        // It says back what it is told: no answer begins so.
        WorkerLink echo(running({"/bin/sh", "-c", "exec cat <&3 >&3"}));
        QVERIFY_THROWS_EXCEPTION(WorkerGone, echo.call(wire::Call::Step, "text"));
        QVERIFY(echo.end().is(errors::workerNonsense));
    }

    void callsBeforeAModelIsThereAreRefused() {
        WorkerLink link(builtProcess());
        QVERIFY_THROWS_EXCEPTION(Error, link.call(wire::Call::Step, {}));
        QVERIFY(!link.isGone());
    }
};

QTEST_GUILESS_MAIN(TestWorkerLink)
#include "tst_worker_link.moc"
