#include "endpoints/server_call.h"

#include <QElapsedTimer>
#include <QtTest>
#include <thread>

#include "support/fake_chat_server.h"

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
