#include "host/run_child.h"

#include <QElapsedTimer>
#include <QtTest>
#include <csignal>
#include <thread>

using namespace hearth;
using namespace std::chrono_literals;
using End = ChildRun::End;

class TestRunChild : public QObject {
    Q_OBJECT

    static ChildRun shell(const char* script, std::string_view input = {},
                          std::chrono::milliseconds longest = 60s) {
        return runChild({"/bin/sh", "-c", script}, std::as_bytes(std::span(input)), 1'000'000, longest);
    }
    static std::string textOf(const ChildRun& run) {
        return {reinterpret_cast<const char*>(run.output.data()), run.output.size()};
    }

private slots:
    void inputAndOutput() {
        const ChildRun run = shell("cat; exit 5", "some text");
        QVERIFY(run.end == End::Exited);
        QCOMPARE(run.status, 5);
        QCOMPARE(textOf(run), std::string("some text"));
        // More than pipes hold.
        const std::string much(900'000, 'x');
        QCOMPARE(textOf(shell("cat", much)), much);
        QCOMPARE(textOf(runChild({"/bin/echo", "a", "b c"}, {}, 100, 60s)), std::string("a b c\n"));
    }
    void howItEnds() {
        const ChildRun killed = shell("kill -9 $$");
        QVERIFY(killed.end == End::Signalled);
        QCOMPARE(killed.status, SIGKILL);
        const ChildRun none = runChild({"/nowhere/program"}, {}, 100, 60s);
        QVERIFY(none.end == End::NotStarted);
        QVERIFY(!none.reason.empty());
        const ChildRun much = runChild({"/bin/sh", "-c", "cat /dev/zero"}, {}, 100'000, 60s);
        QVERIFY(much.end == End::WroteTooMuch);
        QVERIFY(much.output.size() <= 100'000);
    }
    void whatHangsIsEnded() {
        QElapsedTimer time;
        time.start();
        QVERIFY(shell("exec sleep 100", {}, 100ms).end == End::TookTooLong);
        // One that only pretends to be at its end.
        QVERIFY(shell("exec sleep 100 >&-").end == End::Signalled);
        std::stop_source stop;
        std::jthread stops([&] {
            std::this_thread::sleep_for(50ms);
            stop.request_stop();
        });
        QVERIFY(runChild({"/bin/sleep", "100"}, {}, 100, 60s, stop.get_token()).end == End::Stopped);
        QVERIFY(time.elapsed() < 60'000);
    }
    void nothingElseIsInherited() {
        const ChildRun run = shell("ls /proc/self/fd | wc -l");
        // Input, output, errors, and the folder that ls reads.
        QCOMPARE(textOf(run), std::string("4\n"));
    }
};

QTEST_APPLESS_MAIN(TestRunChild)
#include "tst_run_child.moc"
