#include "own_process/heart.h"

#include <QtTest/QtTest>
#include <chrono>
#include <thread>

using namespace hearth;

class TestHeart : public QObject {
    Q_OBJECT

private slots:
    void itBeatsOnlyWhileThereIsWork() {
        Heart heart;
        // What the test itself did just before.
        (void)heart.beats();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        QVERIFY(!heart.beats());
        QElapsedTimer timer;
        timer.start();
        volatile double sum = 0;
        while (timer.elapsed() < 50) sum = sum + 1;
        QVERIFY(heart.beats());
    }

    void workOfOtherThreadsCounts() {
        Heart heart;
        std::thread([] {
            QElapsedTimer timer;
            timer.start();
            while (timer.elapsed() < 50) {
            }
        }).join();
        QVERIFY(heart.beats());
    }

    void littleWorkAddsUp() {
        Heart heart;
        bool beat = false;
        for (int i = 0; i < 5000 && !beat; ++i) beat = heart.beats();
        QVERIFY(beat);
    }
};

QTEST_GUILESS_MAIN(TestHeart)
#include "tst_heart.moc"
