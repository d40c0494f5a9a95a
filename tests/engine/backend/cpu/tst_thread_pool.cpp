#include <QtTest/QtTest>
#include <chrono>
#include <limits>
#include <set>

#include "backend/cpu/thread_pool.h"

using namespace hearth::cpu;

class TestThreadPool : public QObject {
    Q_OBJECT

private slots:
    void everyThreadRunsOnce_data() {
        QTest::addColumn<unsigned>("threads");
        for (const unsigned n : {1U, 2U, 3U, 7U}) QTest::addRow("%u threads", n) << n;
    }
    void everyThreadRunsOnce() {
        QFETCH(unsigned, threads);
        ThreadPool pool(threads);
        QCOMPARE(pool.threads(), threads);
        for (int round = 0; round < 2000; ++round) {
            std::vector<int> ran(threads, 0);
            pool.run([&](const ThreadPool::Region& region) { ran[region.index()] += int(region.count()); });
            for (const int count : ran) QCOMPARE(count, int(threads));
        }
    }

    void barriersSeparatePhases() {
        ThreadPool pool(3);
        for (int round = 0; round < 500; ++round) {
            std::array<int, 3> a{};
            std::array<int, 3> b{};
            std::array<int, 3> sums{};
            pool.run([&](const ThreadPool::Region& region) {
                const unsigned i = region.index();
                a[i] = round + int(i);
                region.barrier();
                b[i] = a[0] + a[1] + a[2];
                region.barrier();
                sums[i] = b[0] + b[1] + b[2];
            });
            for (const int sum : sums) QCOMPARE(sum, 3 * (3 * round + 3));
        }
    }

    void numbersAreHandedOutOnce() {
        ThreadPool pool(4);
        for (int round = 0; round < 100; ++round) {
            std::vector<std::atomic<int>> taken(1000);
            pool.run([&](const ThreadPool::Region& region) {
                for (size_t i = region.next(); i < taken.size(); i = region.next()) taken[i].fetch_add(1);
                region.barrier();
                if (region.index() == 0) region.restart();
                region.barrier();
                for (size_t i = region.next(); i < taken.size(); i = region.next()) taken[i].fetch_add(1);
            });
            for (const auto& count : taken) QCOMPARE(count.load(), 2);
        }
    }

    void partsCoverTheWhole() {
        ThreadPool pool(3);
        for (const size_t size : {0UL, 1UL, 2UL, 3UL, 100UL}) {
            std::vector<std::atomic<int>> taken(size);
            pool.run([&](const ThreadPool::Region& region) {
                for (size_t i = region.first(size); i < region.last(size); ++i) taken[i].fetch_add(1);
            });
            for (const auto& count : taken) QCOMPARE(count.load(), 1);
        }
    }

    void fewerThreadsCanTakePart() {
        ThreadPool pool(4);
        for (int round = 0; round < 1000; ++round) {
            const unsigned count = 1 + unsigned(round) % 4;
            pool.setActive(count);
            QCOMPARE(pool.active(), count);
            std::atomic<unsigned> ran{0};
            pool.run([&](const ThreadPool::Region& region) {
                ran.fetch_add(1);
                region.barrier();
                if (region.count() != count) ran.fetch_add(100);
            });
            QCOMPARE(ran.load(), count);
        }
        pool.setActive(0);
        QCOMPARE(pool.active(), 1U);
        pool.setActive(99);
        QCOMPARE(pool.active(), 4U);
    }

    /// Threads that take no part sleep until they are wanted again, however many regions others run.
    void threadsWithoutWorkSleep() {
        ThreadPool pool(8);
        const auto all = [] {
            timespec time{};
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
        };
        pool.run([](const ThreadPool::Region& region) { region.barrier(); });
        pool.setActive(2);
        pool.run([](const ThreadPool::Region&) {});
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the others give up waiting
        const double before = all(), activeBefore = pool.processorSeconds();
        std::atomic<unsigned> ran{0};
        for (int round = 0; round < 10'000; ++round)
            pool.run([&](const ThreadPool::Region& region) { ran += region.count(); });
        const double others = (all() - before) - (pool.processorSeconds() - activeBefore);
        QCOMPARE(ran.load(), 40'000U);
        QVERIFY2(others < 0.01, qPrintable(QString::number(others)));
        pool.setActive(8);
        ran = 0;
        pool.run([&](const ThreadPool::Region& region) { ran += region.count(); });
        QCOMPARE(ran.load(), 64U);
    }

    /// Each thread does its own share of it, never during a region, and no more once it said that nothing is
    /// left.
    void waitingThreadsRunTheIdleTask() {
        struct Share {
            std::thread::id thread;
            std::atomic<int> left{1000}, wrong{0};
            std::atomic<bool> busy{false};
        };
        std::array<Share, 3> shares;
        ThreadPool pool(3);
        pool.setIdleTask(
            [](void* all, unsigned index) noexcept {
                Share& mine = static_cast<Share*>(all)[index];
                if (mine.busy || mine.left < 0 || mine.thread != std::this_thread::get_id()) ++mine.wrong;
                return mine.left.fetch_sub(1) > 0 || (mine.left = 0) != 0;
            },
            shares.data());
        for (int round = 0; round < 20; ++round)
            pool.run([&](const ThreadPool::Region& region) {
                Share& mine = shares[region.index()];
                mine.thread = std::this_thread::get_id();
                mine.busy = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(region.index() == 1 ? 2 : 0));
                mine.busy = false;
            });
        for (const Share& share : shares) QCOMPARE(share.wrong.load(), 0);
        // Those that waited for the slow one have nothing left.
        QCOMPARE(shares[0].left.load(), 0);
        QCOMPARE(shares[2].left.load(), 0);
    }

    /// Subnormal floats take Intel's processors 150 cycles each, so there are none in a region, also not the
    /// smallest one that is read; the caller's own arithmetic keeps them.
    void regionsFlushSubnormals() {
#if !defined(__SSE2__)
        QSKIP("subnormal floats cost nothing on this processor");
#endif
        volatile float smallest = std::numeric_limits<float>::min(), subnormal = smallest * 0.5F;
        const auto kept = [&] { return smallest * 0.5F != 0 || subnormal * 0x1p24F != 0; };
        ThreadPool pool(3);
        for (const unsigned threads : {3U, 1U}) {
            pool.setActive(threads);
            std::atomic<unsigned> flushed{0};
            pool.run([&](const ThreadPool::Region&) { flushed += kept() ? 0 : 1; });
            QCOMPARE(flushed.load(), threads);
            QVERIFY(kept());
            pool.runAlone([&](const ThreadPool::Region&) { flushed += kept() ? 0 : 1; });
            QCOMPARE(flushed.load(), threads + 1);
            QVERIFY(kept());
        }
    }

    void aloneMeansTheCaller() {
        ThreadPool pool(2);
        std::thread::id id;
        pool.runAlone([&](const ThreadPool::Region& region) {
            id = std::this_thread::get_id();
            QCOMPARE(region.count(), 1U);
            QCOMPARE(region.next(), size_t(0));
        });
        QCOMPARE(id, std::this_thread::get_id());
    }

    /// Threads that gave up spinning are woken again.
    void processorTimeIsThatOfActiveThreads() {
        ThreadPool pool(3);
        pool.setActive(2);
        const auto busy = [&](double seconds) {
            const double before = pool.processorSeconds();
            const auto begin = std::chrono::steady_clock::now();
            pool.run([&](const ThreadPool::Region&) {
                while (std::chrono::steady_clock::now() - begin < std::chrono::duration<double>(seconds)) {
                }
            });
            const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
            return (pool.processorSeconds() - before) / wall.count();
        };
        const double share = busy(0.05);
        QVERIFY2(share > 0.02 && share < 2.1, qPrintable(QString::number(share)));
        // Nobody runs while all sleep.
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        const double before = pool.processorSeconds();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        QVERIFY(pool.processorSeconds() - before < 0.01);
    }

    void sleepersWake() {
        ThreadPool pool(2);
        for (int round = 0; round < 5; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            std::atomic<int> ran{0};
            pool.run([&](const ThreadPool::Region& region) {
                if (region.index() == 1) std::this_thread::sleep_for(std::chrono::milliseconds(10));
                region.barrier();
                ran.fetch_add(1);
            });
            QCOMPARE(ran.load(), 2);
        }
    }

    void startAndStopAtOnce() {
        for (int i = 0; i < 200; ++i) ThreadPool pool(3);
    }
};

QTEST_APPLESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
