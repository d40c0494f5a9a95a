#include "hearth/platform/piped_process.h"

#include <stdlib.h>

#include <QtTest>

#include "hearth/platform/process.h"

using namespace hearth::platform;
using namespace std::chrono_literals;

class TestPipedProcess : public QObject {
    Q_OBJECT

    static constexpr size_t mostBytes = 1'000'000;

private slots:
    void initTestCase() { ignoreBrokenPipes(); }

    void inputAndOutputGoAtOnce() {
        // More than pipes hold.
        const std::string much(900'000, 'x');
        PipedProcess process;
        QVERIFY(process.start({"/bin/cat"}, {}));
        std::string output;
        QVERIFY(process.exchange(std::as_bytes(std::span(much)), 60s, mostBytes, output));
        QCOMPARE(output, much);
        QVERIFY(process.hasSucceeded());
    }
    void theEnvironmentIsTheOneGiven() {
        ::setenv("HEARTH_SECRET", "x", 1);
        PipedProcess process;
        QVERIFY(process.start({"/bin/sh", "-c", "echo $HEARTH_SECRET $HEARTH_GIVEN; echo x >&2; exit 3"},
                              {"HEARTH_GIVEN=here"}));
        ::unsetenv("HEARTH_SECRET");
        std::string output;
        QVERIFY(process.exchange({}, 60s, mostBytes, output));
        QCOMPARE(output, std::string("here\n"));
        QVERIFY(!process.hasSucceeded());
    }
    void inputThatIsNotReadDoesNoHarm() {
        const std::string much(900'000, 'x');
        PipedProcess process;
        QVERIFY(process.start({"/bin/sh", "-c", "exec <&-; echo done"}, {}));
        std::string output;
        QVERIFY(process.exchange(std::as_bytes(std::span(much)), 60s, mostBytes, output));
        QCOMPARE(output, std::string("done\n"));
        QVERIFY(process.hasSucceeded());
    }
    void timeAndOutputAreBounded() {
        std::string output;
        PipedProcess sleeps, floods;
        QVERIFY(sleeps.start({"/bin/sleep", "1000"}, {}));
        QVERIFY(!sleeps.exchange({}, 30ms, mostBytes, output));
        QVERIFY(floods.start({"/bin/cat", "/dev/zero"}, {}));
        QVERIFY(!floods.exchange({}, 60s, mostBytes, output));
        PipedProcess none;
        QVERIFY(!none.start({}, {}));
        QVERIFY(none.start({"/nowhere/program"}, {}));
        output.clear();
        QVERIFY(none.exchange({}, 60s, mostBytes, output) && !none.hasSucceeded());
    }
};

QTEST_APPLESS_MAIN(TestPipedProcess)
#include "tst_piped_process.moc"
