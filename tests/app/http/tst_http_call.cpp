#include "http/http_call.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>

#include "support/fake_chat_server.h"
#include "support/fake_hub.h"
#include "support/resident_memory.h"

using namespace hearth::app;

class TestHttpCall : public QObject {
    Q_OBJECT

    static HttpRequest to(const QString& address) {
        HttpRequest request;
        request.address = QUrl(address);
        request.quietMs = 3000;
        return request;
    }
    static HttpCall::Failure failureOf(HttpCall& call) {
        QSignalSpy ended(&call, &HttpCall::ended);
        call.start();
        if (ended.isEmpty() && !ended.wait(20000)) qFatal("it does not end");
        return call.failure();
    }
    static FakeChatServer::Answer rawly(const QByteArray& bytes) {
        FakeChatServer::Answer answer;
        answer.rawHead = true;
        answer.pieces = {bytes};
        return answer;
    }

private slots:
    void aPostAndItsAnswer() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            return rawly("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX-A: b\r\n\r\nyes, and more");
        });
        HttpRequest request = to(server.address() + "/a%20b?c=d#e");
        request.isPost = true;
        request.body = "{}";
        request.headers = {{"Authorization", "Bearer k"}};
        HttpCall call(request);
        QByteArray body;
        connect(&call, &HttpCall::received, this, [&](const QByteArray& bytes) { body += bytes; });
        QVERIFY(failureOf(call) == HttpCall::Failure::None);
        QCOMPARE(body, QByteArray("yes"));
        QCOMPARE(call.status(), 200);
        QCOMPARE(call.header("x-a"), QByteArray("b"));
        QVERIFY(call.wentPrivate());
        const auto seen = server.seen().value(0);
        QCOMPARE(seen.method, QByteArray("POST"));
        QCOMPARE(seen.path, QByteArray("/v1/a%20b?c=d"));
        QCOMPARE(seen.body, QByteArray("{}"));
        QCOMPARE(seen.authorization, QByteArray("Bearer k"));
    }

    void failures() {
        FakeChatServer server([](const FakeChatServer::Request& request) {
            if (request.path.endsWith("cut"))
                return rawly("HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\nyes");
            if (request.path.endsWith("none")) return rawly("220 mail.example.org ESMTP\r\n");
            FakeChatServer::Answer quiet;
            quiet.pauseMs = 100000;
            quiet.pieces = {"a", "b"};
            return quiet;
        });
        HttpCall refused(to("http://127.0.0.1:1/x"));
        QVERIFY(failureOf(refused) == HttpCall::Failure::Refused);
        HttpCall unknown(to("http://nowhere.invalid/x"));
        QVERIFY(failureOf(unknown) == HttpCall::Failure::NotFound);
        HttpCall cut(to(server.address() + "/cut"));
        QVERIFY(failureOf(cut) == HttpCall::Failure::Cut);
        HttpCall none(to(server.address() + "/none"));
        QVERIFY(failureOf(none) == HttpCall::Failure::NoHttp);
        // TLS with a server that speaks plain HTTP says nothing of certificates.
        QTcpServer http;
        QVERIFY(http.listen(QHostAddress::LocalHost));
        connect(&http, &QTcpServer::newConnection, this, [&] {
            QTcpSocket* socket = http.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket] {
                socket->write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
                socket->disconnectFromHost();
            });
        });
        HttpCall plain(to(QStringLiteral("https://127.0.0.1:%1/none").arg(http.serverPort())));
        QVERIFY(failureOf(plain) == HttpCall::Failure::NoTls);
        HttpRequest hasty = to(server.address() + "/quiet");
        hasty.quietMs = 100;
        HttpCall quiet(hasty);
        QVERIFY(failureOf(quiet) == HttpCall::Failure::Quiet);
    }

    // A name that looks like any other may lead into the person's own network.
    void namesAreHeldAgainstWhatTheyResolveTo() {
        FakeChatServer server([](const FakeChatServer::Request&) { return FakeChatServer::Answer{}; });
        for (const char* host : {"localhost", "127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"}) {
            HttpRequest request = to(QString(server.address()).replace("127.0.0.1", host));
            request.reach = HttpRequest::Reach::PublicOnly;
            HttpCall call(request);
            QVERIFY2(failureOf(call) == HttpCall::Failure::OutOfReach, host);
        }
        QVERIFY(server.seen().isEmpty());
        HttpRequest request = to(QString(server.address()).replace("127.0.0.1", "localhost."));
        request.reach = HttpRequest::Reach::LoopbackOnly;
        HttpCall call(request);
        QVERIFY(failureOf(call) == HttpCall::Failure::None);
        request.address = QUrl("http://192.0.2.1/");
        HttpCall outside(request);
        QVERIFY(failureOf(outside) == HttpCall::Failure::OutOfReach);
    }

    void certificatesAreOfTheName() {
        FakeHub hub;
        if (!hub.isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        hub.addAnswer("/api/models", "[]");
        HttpCall strange(to(hub.endpoint() + "/api/models"));
        QVERIFY(failureOf(strange) == HttpCall::Failure::Untrusted);
        HttpRequest request = to(hub.endpoint() + "/api/models");
        request.tls = QSslConfiguration::defaultConfiguration();
        request.tls.addCaCertificates(QSslCertificate::fromPath(hub.certificates()));
        HttpCall known(request);
        QVERIFY(failureOf(known) == HttpCall::Failure::None);
        request.address.setHost("localhost");
        HttpCall named(request);
        QVERIFY(failureOf(named) == HttpCall::Failure::Untrusted);
    }

    void endlessHeadsEnd_data() {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QByteArray>("endless");
        QTest::newRow("status line") << QByteArray("HTTP/1.1 200 ") << QByteArray("x");
        QTest::newRow("header") << QByteArray("HTTP/1.1 200 OK\r\nA: ") << QByteArray("x");
        QTest::newRow("headers") << QByteArray("HTTP/1.1 200 OK\r\n") << QByteArray("A: b\r\n");
        QTest::newRow("interim answers")
            << QByteArray("HTTP/1.1 102 Wait\r\n\r\n") << QByteArray("HTTP/1.1 102 Wait\r\n\r\n");
    }
    void endlessHeadsEnd() {
        QFETCH(QByteArray, start);
        QFETCH(QByteArray, endless);
        FakeChatServer server([&](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer = rawly(start);
            answer.endless = endless;
            return answer;
        });
        HttpCall call(to(server.address()));
        QVERIFY(failureOf(call) == HttpCall::Failure::NoHttp);
        QVERIFY(server.endlessBytes() < 32 << 20);
    }

    void aPausedCallHoldsTheServerUp() {
        FakeChatServer server([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = {"x"};
            answer.endless = "0123456789";
            return answer;
        });
        HttpRequest request = to(server.address());
        request.quietMs = 200;
        HttpCall call(request);
        qint64 got = 0;
        connect(&call, &HttpCall::received, this, [&](const QByteArray& bytes) {
            got += bytes.size();
            if (got < 10 << 20) call.setPaused(true);
        });
        QSignalSpy ended(&call, &HttpCall::ended);
        const int64_t before = hearth::test::residentBytes();
        call.start();
        QTRY_VERIFY(got > 0);
        QTest::qWait(600);
        // Waiting for us is no quietness of the server.
        QVERIFY(ended.isEmpty());
        const qint64 sent = server.endlessBytes();
        QTest::qWait(200);
        QCOMPARE(server.endlessBytes(), sent);
        QVERIFY(got < 1 << 20);
        QVERIFY(hearth::test::residentBytes() - before < 32 << 20);
        // It goes on each time, and in the end without pauses.
        while (got < 10 << 20) {
            call.setPaused(false);
            QTest::qWait(1);
        }
        QTRY_VERIFY(got > 20 << 20);
        QVERIFY(hearth::test::residentBytes() - before < 64 << 20);
    }
};

QTEST_GUILESS_MAIN(TestHttpCall)
#include "tst_http_call.moc"
