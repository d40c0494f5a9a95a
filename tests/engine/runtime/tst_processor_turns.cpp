#include "runtime/processor_turns.h"

#include <QtTest>
#include <atomic>
#include <thread>

using namespace hearth;
using namespace std::chrono_literals;

class TestProcessorTurns : public QObject {
    Q_OBJECT

    ProcessorTurns::Clock::time_point m_now{};
    ProcessorTurns m_turns{[this] { return m_now; }};

    /// A model that has steps to do for as long as it is asked.
    struct Player {
        Player(ProcessorTurns& turns, Priority itsPriority, std::chrono::milliseconds itsStep)
            : priority(itsPriority), step(itsStep), seat(turns, [this] { ++granted; }) {}
        Priority priority;
        std::chrono::milliseconds step;
        int granted = 0;
        std::chrono::milliseconds had{};
        ProcessorTurns::Seat seat;
    };
    /// Lets all of them do what they may, until so much time has passed.
    void play(const std::vector<Player*>& players, std::chrono::milliseconds time) {
        const auto end = m_now + time;
        while (m_now < end)
            for (Player* player : players) {
                if (!player->seat.begin(player->priority)) continue;
                m_now += player->step;
                player->had += player->step;
                player->seat.end();
            }
    }

private slots:
    void oneAloneIsNeverHeldUp() {
        Player one(m_turns, Priority::Chat, 10ms);
        play({&one}, 1000ms);
        QCOMPARE(one.had, 1000ms);
        QCOMPARE(one.granted, 0);
    }
    void equalsTakeTurnsOfSomeLength() {
        Player one(m_turns, Priority::Chat, 10ms), other(m_turns, Priority::Chat, 10ms);
        play({&one, &other}, 10000ms);
        QVERIFY(std::abs((one.had - other.had).count()) <= 100);
        // Not with every step: each change costs.
        QVERIFY2(one.granted + other.granted <= 210,
                 qPrintable(QString::number(one.granted + other.granted)));
    }
    void higherOnesGoFirstAndLowerOnesGoOn_data() {
        QTest::addColumn<int>("step");
        QTest::newRow("as long") << 10;
        QTest::newRow("longer") << 100;
        QTest::newRow("shorter") << 2;
    }
    void higherOnesGoFirstAndLowerOnesGoOn() {
        QFETCH(int, step);
        Player read(m_turns, Priority::Reading, 10ms),
            title(m_turns, Priority::Background, std::chrono::milliseconds(step));
        play({&title, &read}, 100000ms);
        QVERIFY2(read.had >= 94500ms, qPrintable(QString::number(read.had.count())));
        QVERIFY2(title.had >= 3000ms, qPrintable(QString::number(title.had.count())));
    }
    void oneThatLeavesIsNotWaitedFor() {
        Player one(m_turns, Priority::Chat, 10ms), other(m_turns, Priority::Chat, 10ms);
        QVERIFY(one.seat.begin(Priority::Chat));
        QVERIFY(!other.seat.begin(Priority::Chat));
        QVERIFY(!other.seat.begin(Priority::Chat));
        one.seat.leave();
        QCOMPARE(other.granted, 1);
        QVERIFY(other.seat.begin(Priority::Chat));
        // One that waits may leave, or go, as well.
        {
            Player third(m_turns, Priority::Reading, 10ms);
            QVERIFY(!third.seat.begin(Priority::Reading));
            QVERIFY(!one.seat.begin(Priority::Chat));
            one.seat.leave();
        }
        other.seat.end();
        QVERIFY(other.seat.begin(Priority::Chat));
        other.seat.leave();
        QVERIFY(one.seat.begin(Priority::Chat));
    }
    void oneThatBecomesMoreUrgentHasTheNextStep() {
        Player one(m_turns, Priority::Chat, 10ms), other(m_turns, Priority::Chat, 10ms);
        QVERIFY(one.seat.begin(Priority::Chat));
        QVERIFY(!other.seat.begin(Priority::Chat));
        QVERIFY(!other.seat.begin(Priority::Reading));
        one.seat.end();
        QCOMPARE(other.granted, 1);
        QVERIFY(!one.seat.begin(Priority::Chat));
    }
    void onlyOneComputesAtATime() {
        ProcessorTurns turns;
        std::atomic<int> inside = 0, steps = 0;
        std::atomic<bool> together = false;
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] {
                std::atomic<bool> granted = false;
                ProcessorTurns::Seat seat(turns, [&granted] {
                    granted = true;
                    granted.notify_all();
                });
                for (int step = 0; step < 500; ++step) {
                    while (!seat.begin(i % 2 == 0 ? Priority::Reading : Priority::Background)) {
                        granted.wait(false);
                        granted = false;
                    }
                    if (++inside > 1) together = true;
                    ++steps;
                    --inside;
                    seat.end();
                }
            });
        threads.clear();
        QVERIFY(!together.load());
        QCOMPARE(steps.load(), 2000);
    }
};

QTEST_GUILESS_MAIN(TestProcessorTurns)
#include "tst_processor_turns.moc"
