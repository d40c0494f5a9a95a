#include "backend/cpu/wait_times.h"

#include <QTest>
#include <algorithm>
#include <chrono>
#include <thread>

#include "backend/cpu/thread_pool.h"

using namespace hearth::cpu;

/// This program has the times of Hearth; other tests have those of tests/support/short_waits.cpp.
class TestWaitTimes : public QObject {
    Q_OBJECT

private slots:
    void areNotThoseOfTests() {
        QCOMPARE(waitTimes.pauses, 4000);
        QCOMPARE(waitTimes.yields, 300);
    }

    /// At least once in five rounds, for another program may have the processor meanwhile.
    void aThreadKeepsItsProcessorForAWhile() {
        ThreadPool pool(2);
        double longest = 0;
        for (int round = 0; round < 5; ++round) {
            pool.run([](const ThreadPool::Region&) {});
            const double before = pool.processorSeconds();
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            longest = std::max(longest, pool.processorSeconds() - before);
        }
        // To sleep at once takes a few microseconds; fast processors are through with their pauses in 40.
        QVERIFY2(longest > 0.00002, qPrintable(QString::number(longest)));
    }
};

QTEST_APPLESS_MAIN(TestWaitTimes)
#include "tst_wait_times.moc"
