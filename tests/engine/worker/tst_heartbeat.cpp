#include "worker/heartbeat.h"

#include <QtTest/QtTest>
#include <chrono>
#include <thread>

using namespace hearth;

class TestHeartbeat : public QObject {
    Q_OBJECT

private slots:
    void itBeatsOnlyWhileThereIsWork() {
        Heartbeat heartbeat;
        // Discards the beat of the test's own work.
        (void)heartbeat.beats();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        QVERIFY(!heartbeat.beats());
        QElapsedTimer timer;
        timer.start();
        volatile double sum = 0;
        while (timer.elapsed() < 50) sum = sum + 1;
        QVERIFY(heartbeat.beats());
    }

    void workOfOtherThreadsCounts() {
        Heartbeat heartbeat;
        std::thread([] {
            QElapsedTimer timer;
            timer.start();
            while (timer.elapsed() < 50) {
            }
        }).join();
        QVERIFY(heartbeat.beats());
    }

    void littleWorkAddsUp() {
        Heartbeat heartbeat;
        bool beat = false;
        for (int i = 0; i < 5000 && !beat; ++i) beat = heartbeat.beats();
        QVERIFY(beat);
    }
};

QTEST_GUILESS_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
