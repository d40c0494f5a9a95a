#include "own_process/process_link.h"

#include <signal.h>

#include <QtTest/QtTest>
#include <atomic>
#include <thread>

#include "model_process.h"
#include "own_process/process_errors.h"

using namespace hearth;
using namespace hearth::test;

class TestProcessLink : public QObject {
    Q_OBJECT

    static OwnProcess running(std::vector<std::string> command, int patienceMs = 10000) {
        return {.command = std::move(command),
                .cacheFolder = {},
                .patience = std::chrono::milliseconds(patienceMs)};
    }
    /// One that says so many times that it works, a fifth of a second apart, and then that it is done.
    static OwnProcess working(int times, int patienceMs) {
        const std::string script =
            "say() { printf '\\001\\0\\0\\0\\0\\0\\0\\0\\'$1 >&3; }; i=0; while [ $i -lt " +
            std::to_string(times) + " ]; do say 003; sleep 0.2; i=$((i+1)); done; say 000; sleep 60";
        return running({"/bin/sh", "-c", script}, patienceMs);
    }

private slots:
    void aProgramThatIsNotThereIsSaid() {
        try {
            ProcessLink link(running({"/nonexistent/program"}));
            QFAIL("it was started");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::processNotStarted));
        }
    }

    void whatEndsAProcessIsTold() {
        ProcessLink killed(builtProcess());
        kill(killed.process(), SIGKILL);
        QVERIFY_THROWS_EXCEPTION(ProcessGone, killed.call(wire::Call::Step, {}));
        QVERIFY(killed.isGone() && killed.end().is(errors::processKilled));
        ProcessLink crashed(builtProcess());
        kill(crashed.process(), SIGABRT);
        QVERIFY_THROWS_EXCEPTION(ProcessGone, crashed.call(wire::Call::Step, {}));
        QVERIFY(crashed.end().is(errors::processCrashed));
        // The program of another kind ends with a status.
        ProcessLink other(running({"/bin/false"}));
        QVERIFY_THROWS_EXCEPTION(ProcessGone, other.call(wire::Call::Step, {}));
        QCOMPARE(other.end().message().arguments().at(0).text(), std::string("1"));
    }

    void oneThatDoesNothingIsEnded() {
        OwnProcess process = builtProcess();
        process.patience = std::chrono::milliseconds(600);
        ProcessLink link(process);
        kill(link.process(), SIGSTOP);
        QElapsedTimer timer;
        timer.start();
        QVERIFY_THROWS_EXCEPTION(ProcessGone, link.call(wire::Call::Step, {}));
        QVERIFY(timer.elapsed() >= 500);
        const Error why = link.end();
        QVERIFY(why.is(errors::processStuck));
        QCOMPARE(why.message().arguments().at(0).text(), std::string("1"));
        QVERIFY(timer.elapsed() < 8000);
        QCOMPARE(kill(link.process(), 0), -1);
        // And one that takes nothing in: more than a socket holds.
        ProcessLink full(process);
        kill(full.process(), SIGSTOP);
        QVERIFY_THROWS_EXCEPTION(ProcessGone,
                                 full.ask(wire::Question::EncodeRun, std::string(8U << 20U, 'x')));
        QVERIFY(full.end().is(errors::processStuck));
    }

    void oneThatWorksIsWaitedFor() {
        ProcessLink link(working(10, 1000));
        QElapsedTimer timer;
        timer.start();
        (void)link.call(wire::Call::Step, {});
        QVERIFY(timer.elapsed() >= 1800);
        QVERIFY(!link.isGone());
    }

    void oneThatWorksOnWhenItIsToStopIsEnded() {
        ProcessLink link(working(1000, 1000));
        std::stop_source stop;
        std::jthread later([&stop] {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
            stop.request_stop();
        });
        QVERIFY_THROWS_EXCEPTION(ProcessGone, link.call(wire::Call::Step, {}, stop.get_token()));
        QVERIFY(link.end().is(errors::processStuck));
        // So is one whose only request was cancelled, and not one where others run.
        ProcessLink one(working(1000, 1000)), many(working(12, 1000));
        one.cancel(1, true);
        QVERIFY_THROWS_EXCEPTION(ProcessGone, one.call(wire::Call::Step, {}));
        many.cancel(1, false);
        (void)many.call(wire::Call::Step, {});
    }

    void itsEndIsTold() {
        std::atomic<int> told = 0;
        {
            ProcessLink link(builtProcess(), [&told] { ++told; });
            QTest::qWait(50);
            QCOMPARE(told.load(), 0);
            kill(link.process(), SIGKILL);
            QTRY_COMPARE(told.load(), 1);
        }
        {
            const ProcessLink ended(builtProcess(), [&told] { ++told; });
        }
        QCOMPARE(told.load(), 1);
    }

    void nonsenseEndsIt() {
        // It says back what it is told: no answer begins so.
        ProcessLink echo(running({"/bin/sh", "-c", "exec cat <&3 >&3"}));
        QVERIFY_THROWS_EXCEPTION(ProcessGone, echo.call(wire::Call::Step, "text"));
        QVERIFY(echo.end().is(errors::processNonsense));
    }

    void callsBeforeAModelIsThereAreRefused() {
        ProcessLink link(builtProcess());
        QVERIFY_THROWS_EXCEPTION(Error, link.call(wire::Call::Step, {}));
        QVERIFY(!link.isGone());
    }
};

QTEST_GUILESS_MAIN(TestProcessLink)
#include "tst_process_link.moc"
