#include "hearth/platform/threads.h"

#include <sys/resource.h>

#include <QtTest>

using namespace hearth::platform;

class TestThreads : public QObject {
    Q_OBJECT
private slots:
    void aSleeperIsWoken() {
        std::atomic<uint32_t> word = 1;
        std::thread sleeper([&] {
            while (word == 1) sleepAt(word, 1);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        word = 2;
        wakeAllAt(word);
        sleeper.join();
        sleepAt(word, 1);  // another value: returns at once
    }
    void timeOnProcessorsIsThatOfAThread() {
        std::atomic<bool> end = false;
        std::thread works([&] {
            while (!end) {
            }
        });
        const ThreadClock theirs(works), own;
        const double before = own.seconds();
        while (theirs.seconds() < 0.01) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        QVERIFY(own.seconds() >= before);
        end = true;
        works.join();
    }
    void aThreadGoesToTheBackground() {
        int priority = 0;
        std::thread([&] {
            becomeBackground();
            priority = ::getpriority(PRIO_PROCESS, 0);
        }).join();
        QCOMPARE(priority, 19);
        QVERIFY(::getpriority(PRIO_PROCESS, 0) < 19);
    }
    void processorsAreKnown() {
        const auto allowed = allowedProcessors();
        QVERIFY(!allowed.empty() && *allowed.begin() >= 0);
        // The kernel and the processor decide; a second request has the same result.
        QCOMPARE(requestTileRegisters(), requestTileRegisters());
    }
};

QTEST_APPLESS_MAIN(TestThreads)
#include "tst_threads.moc"
