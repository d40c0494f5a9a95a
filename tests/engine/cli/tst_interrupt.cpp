#include "cli/interrupt.h"

#include <QtTest>
#include <csignal>

using hearth::cli::Interrupt;

class TestInterrupt : public QObject {
    Q_OBJECT
private slots:
    void aSignalBecomesAStopRequest() {
        const Interrupt interrupt;
        const std::stop_token token = interrupt.token();
        QVERIFY(!token.stop_requested());
        std::raise(SIGINT);
        QTRY_VERIFY_WITH_TIMEOUT(token.stop_requested(), 1000);
    }

    void soDoesAnOrderToEnd() {
        const Interrupt interrupt(hearth::platform::EndSignals::InterruptOrTerminate);
        std::raise(SIGTERM);
        QTRY_VERIFY_WITH_TIMEOUT(interrupt.token().stop_requested(), 1000);
        QVERIFY(std::signal(SIGTERM, SIG_DFL) == SIG_DFL);  // the second one
    }

    void soDoesATerminalThatIsClosed() {
        {
            const Interrupt interrupt(hearth::platform::EndSignals::InterruptOrTerminate);
            std::raise(SIGHUP);
            QTRY_VERIFY_WITH_TIMEOUT(interrupt.token().stop_requested(), 1000);
        }
        QVERIFY(std::signal(SIGHUP, SIG_DFL) == SIG_DFL);
    }
    void unlessItIsToOutliveIt() {
        // As nohup starts programs.
        std::signal(SIGHUP, SIG_IGN);
        {
            const Interrupt interrupt(hearth::platform::EndSignals::InterruptOrTerminate);
            std::raise(SIGHUP);
            QTest::qWait(50);
            QVERIFY(!interrupt.token().stop_requested());
        }
        QVERIFY(std::signal(SIGHUP, SIG_DFL) == SIG_IGN);
    }
    void theNextOneStartsClean() {
        {
            const Interrupt first;
            std::raise(SIGINT);
            QTRY_VERIFY_WITH_TIMEOUT(first.token().stop_requested(), 1000);
        }
        const Interrupt second;
        QTest::qWait(50);
        QVERIFY(!second.token().stop_requested());
    }

    void afterwardsTheSignalEndsTheProgramAgain() {
        { const Interrupt interrupt; }
        // signal() tells what stood there before.
        const auto before = std::signal(SIGINT, SIG_DFL);
        QVERIFY(before == SIG_DFL);
        const Interrupt interrupt;
        std::raise(SIGINT);
        QVERIFY(std::signal(SIGINT, SIG_DFL) == SIG_DFL);  // the second Ctrl+C
    }
};

QTEST_GUILESS_MAIN(TestInterrupt)
#include "tst_interrupt.moc"
