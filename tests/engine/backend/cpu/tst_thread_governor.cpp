#include "backend/cpu/thread_governor.h"

#include <QtTest>

using namespace hearth::cpu;

class TestThreadGovernor : public QObject {
    Q_OBJECT

private:
    /// Runs so many tokens, each taking what `seconds` says for its number of threads; returns tokens by
    /// count.
    template <class F>
    static std::vector<int> run(ThreadGovernor& governor, int tokens, F&& seconds) {
        std::vector<int> used(9, 0);
        for (int i = 0; i < tokens; ++i) {
            const unsigned threads = governor.threads();
            ++used[threads];
            governor.record(seconds(threads));
        }
        return used;
    }

private slots:
    void keepsAllThreadsOnAnIdleMachine() {
        ThreadGovernor governor(2);
        const auto used = run(governor, 240, [](unsigned threads) { return 0.01 / threads; });
        QCOMPARE(governor.threads(), 2U);
        QCOMPARE(used[1], 20);  // two of every 24
        QCOMPARE(used[2], 220);
    }

    void leavesABusyProcessorAndComesBack() {
        ThreadGovernor governor(2);
        const auto busy = [](unsigned threads) { return threads == 2 ? 0.02 : 0.01; };
        run(governor, 24, busy);
        QCOMPARE(governor.threads(), 1U);
        const auto used = run(governor, 240, busy);
        QVERIFY(used[1] >= 220);
        run(governor, 24, [](unsigned threads) { return 0.01 / threads; });
        QCOMPARE(governor.threads(), 2U);
    }

    void findsTheBestOfMany() {
        ThreadGovernor governor(8);
        // Every thread beyond the fifth has to share a processor.
        const auto seconds = [](unsigned threads) {
            return threads <= 5 ? 0.01 / threads : 0.002 * (threads - 4);
        };
        run(governor, 24 * 40, seconds);
        const auto used = run(governor, 240, seconds);
        QVERIFY(used[5] >= 200);
    }

    void equalCountsDoNotTakeTurns() {
        ThreadGovernor governor(2);
        const auto used = run(governor, 480, [](unsigned) { return 0.01; });
        QCOMPARE(used[2], 440);
    }

    void oneThreadIsLeftAlone() {
        ThreadGovernor governor(1);
        QCOMPARE(run(governor, 100, [](unsigned) { return 0.01; })[1], 100);
        ThreadGovernor none(0);
        QCOMPARE(none.threads(), 1U);
    }
};

QTEST_APPLESS_MAIN(TestThreadGovernor)
#include "tst_thread_governor.moc"
