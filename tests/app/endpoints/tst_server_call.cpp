#include "endpoints/server_call.h"

#include <QElapsedTimer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>
#include <future>
#include <thread>

#include "support/fake_chat_server.h"
#include "support/resident_memory.h"

using namespace hearth::app;

class TestServerCall : public QObject {
    Q_OBJECT

private slots:
    void bytesThenTheEnd() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = {"one", "two"};
            answer.pauseMs = 5;
            return answer;
        });
        ServerCalls calls(QUrl(server.address()), "key");
        calls.post("/chat/completions", "{}");
        QByteArray all;
        for (;;) {
            const auto event = calls.next({});
            if (event.kind == ServerCalls::Event::End) {
                QVERIFY2(event.problem.isEmpty(), qPrintable(event.problem));
                QCOMPARE(event.status, 200);
                break;
            }
            all += event.bytes;
        }
        QCOMPARE(all, QByteArray("onetwo"));
        QCOMPARE(server.seen()[0].authorization, QByteArray("Bearer key"));
        QCOMPARE(server.seen()[0].path, QByteArray("/v1/chat/completions"));
    }

    void aStopEndsTheWaitAndTheConnection() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = QList<QByteArray>(1000, "x");
            answer.pauseMs = 20;
            return answer;
        });
        ServerCalls calls(QUrl(server.address()), {});
        std::stop_source stop;
        calls.post("/x", "{}");
        QVERIFY(calls.next(stop.get_token()).kind == ServerCalls::Event::Bytes);
        QVERIFY(server.seen()[0].authorization.isEmpty());
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        while (calls.next(stop.get_token()).kind != ServerCalls::Event::Stopped) {
        }
        stopper.join();
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
        QTRY_COMPARE(server.abandoned(), 1);
    }

    void redirectsAreNotFollowedAndDeadPortsHaveASentence() {
        FakeChatServer trap([](const FakeChatServer::Request&) { return FakeChatServer::Answer{}; });
        FakeChatServer server([&](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.status = 307;
            answer.location = trap.address().toLatin1();
            return answer;
        });
        ServerCalls calls(QUrl(server.address()), "key");
        calls.post("/x", "{}");
        const auto event = calls.next({});
        QVERIFY(event.kind == ServerCalls::Event::End && event.status == 307);
        QVERIFY(trap.seen().isEmpty());
        ServerCalls nobody(QUrl("http://127.0.0.1:1/v1"), "key");
        nobody.post("/x", "{}");
        QVERIFY(nobody.next({}).problem.contains("Nothing answers at 127.0.0.1:1"));
    }

    // Something listens, but hangs up without an answer, however often it is asked.
    void whatHangsUpHasASentence() {
        std::promise<quint16> port;
        std::jthread stranger([&](const std::stop_token& stop) {
            QTcpServer server;
            server.listen(QHostAddress::LocalHost);
            port.set_value(server.serverPort());
            while (!stop.stop_requested()) {
                if (!server.waitForNewConnection(20)) continue;
                const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
                socket->waitForReadyRead(10'000);
            }
        });
        ServerCalls calls(QUrl(QStringLiteral("http://127.0.0.1:%1/v1").arg(port.get_future().get())), {});
        calls.post("/x", "{}");
        const QString problem = calls.next({}).problem;
        QVERIFY2(problem.startsWith("The connection to 127.0.0.1 was lost ("), qPrintable(problem));
    }

    // Data that is not consumed is not read, so that no server can fill the memory.
    void anEndlessAnswerWaits() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.endless = "data: {}\n\n";
            return answer;
        });
        ServerCalls calls(QUrl(server.address()), {}, 200);
        const int64_t before = hearth::test::residentBytes();
        calls.post("/x", "{}");
        QVERIFY(calls.next({}).kind == ServerCalls::Event::Bytes);
        QTest::qWait(500);
        QVERIFY(hearth::test::residentBytes() - before < 32 << 20);
        qint64 got = 0;
        while (got < 64 << 20) {
            const auto event = calls.next({});
            QVERIFY(event.kind == ServerCalls::Event::Bytes);
            got += event.bytes.size();
        }
        QVERIFY(hearth::test::residentBytes() - before < 64 << 20);
        // And a stop is heard at once, however much comes.
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(calls.next(stop.get_token()).kind == ServerCalls::Event::Stopped);
        QTRY_COMPARE(server.abandoned(), 1);
    }

    void goesAwayInTheMiddle() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = QList<QByteArray>(1000, "x");
            answer.pauseMs = 20;
            return answer;
        });
        ServerCalls calls(QUrl(server.address()), {});
        calls.post("/x", "{}");
        calls.next({});
    }
};

QTEST_GUILESS_MAIN(TestServerCall)
#include "tst_server_call.moc"
