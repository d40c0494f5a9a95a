#include "own_process/process_link.h"

#include <signal.h>

#include <QtTest/QtTest>

#include "model_process.h"
#include "own_process/process_errors.h"

using namespace hearth;
using namespace hearth::test;

class TestProcessLink : public QObject {
    Q_OBJECT

private slots:
    void aProgramThatIsNotThereIsSaid() {
        try {
            ProcessLink link({"/nonexistent/program"});
            QFAIL("it was started");
        } catch (const Error& error) {
            QVERIFY(error.is(errors::processNotStarted));
        }
    }

    void whatEndsAProcessIsTold() {
        ProcessLink killed(builtProcess().command);
        kill(killed.process(), SIGKILL);
        QVERIFY_THROWS_EXCEPTION(ProcessGone, killed.call(wire::Call::Step, {}));
        QVERIFY(killed.isGone() && killed.end().is(errors::processKilled));
        ProcessLink crashed(builtProcess().command);
        kill(crashed.process(), SIGABRT);
        QVERIFY_THROWS_EXCEPTION(ProcessGone, crashed.call(wire::Call::Step, {}));
        QVERIFY(crashed.end().is(errors::processCrashed));
        // The program of another kind ends with a status.
        ProcessLink other({"/bin/false"});
        QVERIFY_THROWS_EXCEPTION(ProcessGone, other.call(wire::Call::Step, {}));
        QCOMPARE(other.end().message().arguments().at(0).text(), std::string("1"));
    }

    void nonsenseEndsIt() {
        // It says back what it is told: no answer begins so.
        ProcessLink echo({"/bin/sh", "-c", "exec cat <&3 >&3"});
        QVERIFY_THROWS_EXCEPTION(ProcessGone, echo.call(wire::Call::Step, "text"));
        QVERIFY(echo.end().is(errors::processNonsense));
    }

    void callsBeforeAModelIsThereAreRefused() {
        ProcessLink link(builtProcess().command);
        QVERIFY_THROWS_EXCEPTION(Error, link.call(wire::Call::Step, {}));
        QVERIFY(!link.isGone());
    }
};

QTEST_GUILESS_MAIN(TestProcessLink)
#include "tst_process_link.moc"
