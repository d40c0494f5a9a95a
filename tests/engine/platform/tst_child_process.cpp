#include "hearth/platform/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <QtTest>
#include <array>

using namespace hearth::platform;

class TestChildProcess : public QObject {
    Q_OBJECT

    /// Output of a shell script as descriptor `number` of the child.
    static std::string outputOf(const std::string& script, int number) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) return "no pipe";
        const int higher = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 50);
        ::close(ends[1]);
        const std::array descriptors{std::pair(higher, number)};
        ChildProcess process;
        const int problem = process.start({"/bin/sh", "-c", script}, descriptors, {"LC_TEST=y"});
        ::close(higher);
        std::string text;
        char part[256];
        for (ssize_t count; problem == 0 && (count = ::read(ends[0], part, sizeof part)) > 0;)
            text.append(part, static_cast<size_t>(count));
        ::close(ends[0]);
        if (problem == 0 && !process.waitFor(std::chrono::seconds(10))) return "no end";
        return problem == 0 ? text : "problem " + std::to_string(problem);
    }

private slots:
    void filesHaveTheirNumbers() {
        QCOMPARE(outputOf("echo out", 1), std::string("out\n"));
        QCOMPARE(outputOf("echo five >&5", 5), std::string("five\n"));
    }
    void nothingElseIsOpen() {
        const int open = ::fcntl(STDIN_FILENO, F_DUPFD, 20);
        QVERIFY(open >= 20);
        // ls has the folder open, too.
        QCOMPARE(outputOf("ls /proc/self/fd | tr '\\n' ' '", 1), std::string("0 1 2 3 "));
        ::close(open);
        QCOMPARE(outputOf("readlink /proc/self/fd/0 /proc/self/fd/2", 1),
                 std::string("/dev/null\n/dev/null\n"));
    }
    void theEnvironmentIsTheOneGiven() {
        ::setenv("HEARTH_SECRET", "x", 1);
        QCOMPARE(outputOf("echo $HEARTH_SECRET $LC_TEST", 1), std::string("y\n"));
        ::unsetenv("HEARTH_SECRET");
    }
    void aGroupOfItsOwn() {
        QCOMPARE(outputOf("[ $(ps -o pgid= -p $$) = $$ ] && echo own", 1), std::string("own\n"));
    }
    void whatIsNotThereIsSaid() {
        ChildProcess process;
        QCOMPARE(process.start({"/nowhere/program"}, {}, {}), ENOENT);
        QVERIFY(process.start({}, {}, {}) != 0);
        QCOMPARE(process.id(), -1);
    }
    void theEndIsKnown() {
        ChildProcess exits, sleeps;
        QCOMPARE(exits.start({"/bin/sh", "-c", "exit 7"}, {}, {}), 0);
        QVERIFY(exits.waitFor(std::chrono::seconds(10)) && exits.hasEnded());
        QVERIFY(!exits.status().signalled && !exits.status().wasKilled());
        QCOMPARE(exits.status().number, 7);
        exits.kill();  // without effect
        QCOMPARE(sleeps.start({"/bin/sleep", "1000"}, {}, {}), 0);
        QVERIFY(!sleeps.waitFor(std::chrono::milliseconds(20)));
        sleeps.kill();
        QVERIFY(sleeps.waitFor(std::chrono::seconds(10)));
        QVERIFY(sleeps.status().wasKilled() && sleeps.status().wasStopped());
    }
    void aGroupIsKilledAsAWhole() {
        ChildProcess family;
        QCOMPARE(family.start({"/bin/sh", "-c", "sleep 1000 & wait"}, {}, {}), 0);
        family.killGroup();
        QVERIFY(family.hasEnded() && family.status().wasKilled());
        QTRY_COMPARE(::kill(-family.id(), 0), -1);
    }
};

QTEST_APPLESS_MAIN(TestChildProcess)
#include "tst_child_process.moc"
