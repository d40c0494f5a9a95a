#include "backend/cpu/thread_governor.h"

#include <QtTest>
#include <random>

using namespace hearth::cpu;

namespace {

/// Time of a token with this many threads, and the share of it that each of them runs.
struct Cost {
    double seconds;
    double running = 1;
};

/// Two processors, one of which another program keeps busy.
Cost busyCore(unsigned threads) {
    return threads == 2 ? Cost{0.02, 0.6} : Cost{0.01};
}
Cost idle(unsigned threads) {
    return {0.01 / threads};
}

}  // namespace

class TestThreadGovernor : public QObject {
    Q_OBJECT

private:
    /// Runs so many tokens, each taking what `cost` says for its number of threads; returns tokens by count.
    template <class F>
    static std::vector<int> run(ThreadGovernor& governor, int tokens, F&& cost) {
        std::vector<int> used(9, 0);
        for (int i = 0; i < tokens; ++i) {
            const unsigned threads = governor.threads();
            ++used[threads];
            const Cost c = cost(threads);
            governor.record(c.seconds, c.seconds * threads * c.running);
        }
        return used;
    }

private slots:
    void keepsAllThreadsOnAnIdleMachine() {
        ThreadGovernor governor(2);
        const auto used = run(governor, 4000, idle);
        QCOMPARE(governor.threads(), 2U);
        QVERIFY2(used[1] <= 4000 / 100, qPrintable(QString::number(used[1])));
    }

    void leavesABusyProcessorAndComesBack() {
        ThreadGovernor governor(2);
        run(governor, 40, busyCore);
        QCOMPARE(governor.threads(), 1U);
        const auto used = run(governor, 1000, busyCore);
        QVERIFY2(used[1] >= 900, qPrintable(QString::number(used[1])));
        // However long it was so, two are used again within 300 tokens.
        run(governor, 300, idle);
        QCOMPARE(governor.threads(), 2U);
        QVERIFY(run(governor, 300, idle)[2] >= 290);
    }

    /// Waking a second processor makes the first token with it slow: that is not held against it.
    void firstTokensAfterAChangeDoNotCount() {
        ThreadGovernor governor(2);
        run(governor, 60, busyCore);
        QCOMPARE(governor.threads(), 1U);
        int withTwo = 0;
        run(governor, 300, [&](unsigned threads) {
            withTwo = threads == 2 ? withTwo + 1 : 0;
            return threads == 2 && withTwo <= 2 ? Cost{0.05, 0.5} : idle(threads);
        });
        QCOMPARE(governor.threads(), 2U);
    }

    /// Time that a hypervisor takes from either processor now and then slows any number of threads: two stay.
    void shortDisturbancesDoNotCostAThread() {
        ThreadGovernor governor(2);
        std::mt19937 random(5);
        const auto used = run(governor, 4000, [&](unsigned threads) {
            const bool stolen = random() % 100 < 30U * threads;
            return stolen ? Cost{0.01 / threads + 0.004, 0.6} : idle(threads);
        });
        QVERIFY2(used[2] >= 3600, qPrintable(QString::number(used[2])));
    }

    void oneGoodTrialOfFewerIsNotEnough() {
        ThreadGovernor governor(2);
        // Two threads look bad for one window, and are fine afterwards.
        int token = 0;
        const auto used = run(governor, 200, [&](unsigned threads) {
            ++token;
            return threads == 2 && token <= 8 ? Cost{0.03, 0.5} : idle(threads);
        });
        QVERIFY2(used[1] <= 20, qPrintable(QString::number(used[1])));
        QCOMPARE(governor.threads(), 2U);
    }

    void undisturbedPromptsBringAllThreadsBack() {
        ThreadGovernor governor(2);
        run(governor, 400, busyCore);
        QCOMPARE(governor.threads(), 1U);
        governor.recordAll(0.1, 0.13);
        QCOMPARE(governor.threads(), 1U);  // the other program still runs
        governor.recordAll(0.001, 0.002);
        QCOMPARE(governor.threads(), 1U);  // too short to tell
        governor.recordAll(0.1, 0.199);
        QCOMPARE(governor.threads(), 2U);
    }

    void findsTheBestOfMany() {
        ThreadGovernor governor(8);
        // Every thread beyond the fifth has to share a processor.
        const auto cost = [](unsigned threads) {
            return threads <= 5 ? Cost{0.01 / threads} : Cost{0.002 * (threads - 4), 0.7};
        };
        run(governor, 24 * 40, cost);
        const auto used = run(governor, 240, cost);
        QVERIFY2(used[5] >= 200, qPrintable(QString::number(used[5])));
    }

    void equalCountsDoNotTakeTurns() {
        ThreadGovernor governor(2);
        const auto used = run(governor, 4000, [](unsigned) { return Cost{0.01}; });
        QVERIFY2(used[2] >= 3900, qPrintable(QString::number(used[2])));
    }

    void oneThreadIsLeftAlone() {
        ThreadGovernor governor(1);
        QCOMPARE(run(governor, 100, [](unsigned) { return Cost{0.01}; })[1], 100);
        ThreadGovernor none(0);
        QCOMPARE(none.threads(), 1U);
    }
};

QTEST_APPLESS_MAIN(TestThreadGovernor)
#include "tst_thread_governor.moc"
