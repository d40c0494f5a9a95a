#include "hearth/platform/end_signals.h"

#include <signal.h>

#include <QtTest>
#include <atomic>

#include "engine/platform/in_child.h"

using namespace hearth::platform;
using hearth::test::inChild;

class TestEndSignals : public QObject {
    Q_OBJECT

    static inline std::atomic<int> s_noted = 0;
    static void note() { ++s_noted; }

private slots:
    void init() { s_noted = 0; }

    void theSecondSignalEndsTheProgram() {
        QCOMPARE(inChild([] {
                     const EndSignalHandler handler(EndSignals::Interrupt, EndSignalUse::First, note);
                     ::raise(SIGINT);
                     if (s_noted != 1) return 1;
                     ::raise(SIGINT);
                     return 2;
                 }),
                 100 + SIGINT);
        QCOMPARE(inChild([] {
                     const EndSignalHandler handler(EndSignals::Interrupt, EndSignalUse::First, note);
                     ::raise(SIGTERM);
                     return 2;
                 }),
                 100 + SIGTERM);
    }
    void allSignalsAreHandledWhereThatIsWanted() {
        const EndSignalHandler handler(EndSignals::InterruptOrTerminate, EndSignalUse::All, note);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGTERM}) ::raise(signal);
        QCOMPARE(s_noted.load(), 4);
    }
    void anIgnoredHangUpStaysIgnored() {
        QCOMPARE(inChild([] {
                     ::signal(SIGHUP, SIG_IGN);
                     {
                         const EndSignalHandler handler(EndSignals::InterruptOrTerminate, EndSignalUse::First,
                                                        note);
                         ::raise(SIGHUP);
                         if (s_noted != 0) return 1;
                     }
                     ::raise(SIGHUP);
                     return 0;
                 }),
                 0);
    }
    void signalsHaveTheirEffectAgain() {
        QCOMPARE(inChild([] {
                     {
                         const EndSignalHandler handler(EndSignals::InterruptOrTerminate, EndSignalUse::All,
                                                        note);
                     }
                     ::raise(SIGTERM);
                     return 1;
                 }),
                 100 + SIGTERM);
    }
};

QTEST_APPLESS_MAIN(TestEndSignals)
#include "tst_end_signals.moc"
