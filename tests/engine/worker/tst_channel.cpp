#include "worker/channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <QtTest/QtTest>
#include <thread>

#include "hearth/error.h"

using namespace hearth;

class TestChannel : public QObject {
    Q_OBJECT

private slots:
    void messagesOfAnySizeComeWhole() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])}, there{platform::File(ends[1]), true};
        for (const size_t size : {0, 1, 16383, 16384, 16385, 5'000'000}) {
            const std::string message(size, 'x');
            std::thread sender([&] { there.send(message); });
            QCOMPARE(here.receive(), std::optional(message));
            sender.join();
        }
    }

    void anEndThatIsGoneIsNoticed() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])};
        { Channel there{platform::File(ends[1])}; }
        QVERIFY(!here.receive());
        QVERIFY(!here.send("text"));
        QVERIFY(!Channel().receive());
    }

    void aMessageThatIsCutOffIsNone() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])};
        const uint64_t size = 100;
        QCOMPARE(write(ends[1], &size, sizeof size), ssize_t(sizeof size));
        QCOMPARE(write(ends[1], "text", 4), ssize_t(4));
        close(ends[1]);
        QVERIFY(!here.receive());
    }

    void aSizeBeyondAllIsNonsense() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])};
        const uint64_t size = UINT64_MAX;
        QCOMPARE(write(ends[1], &size, sizeof size), ssize_t(sizeof size));
        QVERIFY_THROWS_EXCEPTION(Error, here.receive());
        close(ends[1]);
    }

    void oneThatSaysNothingIsNotWaitedForForEver() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])}, there{platform::File(ends[1])};
        here.setPatience(std::chrono::milliseconds(300));
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!here.receive());
        QVERIFY(here.wasSilent());
        QVERIFY(timer.elapsed() >= 250 && timer.elapsed() < 5000);
        // Nobody takes this in.
        Channel full = std::move(here);
        QVERIFY(!full.send(std::string(8U << 20U, 'x')));
        QVERIFY(full.wasSilent());
    }

    void oneThatIsSlowIsWaitedFor() {
        int ends[2];
        QCOMPARE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        Channel here{platform::File(ends[0])};
        here.setPatience(std::chrono::milliseconds(1500));
        std::jthread slow([end = ends[1]] {
            const std::string bytes = std::string("\5\0\0\0\0\0\0\0", 8) + "words";
            for (const char byte : bytes) {
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
                QCOMPARE(write(end, &byte, 1), ssize_t(1));
            }
            close(end);
        });
        QCOMPARE(*here.receive(), std::string("words"));
        QVERIFY(!here.receive());
        QVERIFY(!here.wasSilent());
    }
};

QTEST_GUILESS_MAIN(TestChannel)
#include "tst_channel.moc"
