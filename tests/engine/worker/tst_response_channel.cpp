#include "worker/response_channel.h"

#include <sys/socket.h>

#include <QtTest/QtTest>
#include <thread>

#include "worker/worker_calls.h"

using namespace hearth;

class TestResponseChannel : public QObject {
    Q_OBJECT

    std::atomic<int> m_working = 0;

private slots:
    void itSaysThatItWorksOnlyUntilItAnswers() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])};
        ResponseChannel lane(Channel{platform::File(ends[1])}, m_working);
        lane.sayAlive();
        QVERIFY(here.send("call"));
        QCOMPARE(*lane.receive(), std::string("call"));
        QCOMPARE(m_working.load(), 1);
        lane.sayAlive();
        QVERIFY(lane.part("part"));
        QVERIFY(lane.answer("answer"));
        QCOMPARE(m_working.load(), 0);
        lane.sayAlive();
        QVERIFY(here.send("another"));
        QVERIFY(lane.receive());
        QVERIFY(lane.answer("last"));
        QCOMPARE(*here.receive(), wire::packed(wire::Answer::Alive));
        for (const char* message : {"part", "answer", "last"})
            QCOMPARE(*here.receive(), std::string(message));
    }

    void anotherThreadNeverGetsBetweenTheBytes() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])};
        ResponseChannel lane(Channel{platform::File(ends[1])}, m_working);
        std::jthread beating([&lane](const std::stop_token& stop) {
            while (!stop.stop_requested()) lane.sayAlive();
        });
        const std::string alive = wire::packed(wire::Answer::Alive), answer(100'000, 'a');
        for (int round = 0; round < 50; ++round) {
            QVERIFY(here.send("call"));
            std::jthread answering([&] {
                (void)lane.receive();
                (void)lane.answer(answer);
            });
            std::optional<std::string> heard;
            while ((heard = here.receive()) && *heard == alive) {
            }
            QVERIFY(heard && *heard == answer);
        }
    }

    void theOtherEndMayBeGone() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        ResponseChannel lane(Channel{platform::File(ends[1])}, m_working);
        { const Channel gone{platform::File(ends[0])}; }
        QVERIFY(!lane.receive());
        QCOMPARE(m_working.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestResponseChannel)
#include "tst_response_channel.moc"
