#include "backend/cpu/token_times.h"

#include <QtTest>
#include <chrono>
#include <thread>

using namespace hearth::cpu;

class TestTokenTimes : public QObject {
    Q_OBJECT

    static constexpr unsigned threads = 3;
    static constexpr int tokens = 120;

    /// Tokens on threads that never run, which take four times as long with all of them; how many of the
    /// later ones had fewer.
    static int tokensWithFewer(TokenTimes& times, const ThreadPool& pool) {
        int fewer = 0;
        for (int i = 0; i < tokens; ++i) {
            times.begin(true);
            const bool all = pool.active() == threads;
            std::this_thread::sleep_for(std::chrono::milliseconds(all ? 8 : 2));
            times.end();
            if (i >= tokens / 2 && !all) ++fewer;
        }
        return fewer;
    }

private slots:
    void tokensLeaveThreadsToOthers() {
        ThreadPool pool(threads);
        TokenTimes times(pool, true);
        QVERIFY(tokensWithFewer(times, pool) > tokens / 4);
        // Prompts have all of them, whatever is best for tokens.
        times.begin(false);
        QCOMPARE(pool.active(), threads);
    }

    void allThreadsWhereNothingIsTried() {
        ThreadPool pool(threads);
        TokenTimes times(pool, false);
        QCOMPARE(tokensWithFewer(times, pool), 0);
    }

    /// A batch counts once, however often one waits for it.
    void endsOnce() {
        ThreadPool pool(threads);
        TokenTimes times(pool, true);
        times.end();
        for (int i = 0; i < 4; ++i) {
            times.begin(true);
            for (int again = 0; again < 50; ++again) times.end();
            QCOMPARE(pool.active(), threads);
        }
    }
};

QTEST_APPLESS_MAIN(TestTokenTimes)
#include "tst_token_times.moc"
