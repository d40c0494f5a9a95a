#include "mcp/http_transport.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>

using namespace hearth::app;

namespace {

/// Answers each request with the next of its answers, and keeps what it was asked.
class Answers : public QTcpServer {
public:
    explicit Answers(QList<QByteArray> answers) : m_answers(std::move(answers)) {
        (void)listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            QTcpSocket* socket = nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                m_requests[socket] += socket->readAll();
                const QByteArray& request = m_requests[socket];
                const qsizetype head = request.indexOf("\r\n\r\n");
                const qsizetype at = request.toLower().indexOf("content-length: ");
                const qsizetype size =
                    at < 0 ? 0 : request.mid(at + 16, request.indexOf("\r\n", at) - at - 16).toInt();
                if (head < 0 || request.size() < head + 4 + size) return;
                asked += request;
                socket->write(m_answers.isEmpty() ? QByteArray() : m_answers.takeFirst());
                socket->disconnectFromHost();
            });
        });
    }
    QUrl address() const { return QUrl(QStringLiteral("http://127.0.0.1:%1/mcp").arg(serverPort())); }
    static QByteArray json(const QByteArray& body, const QByteArray& more = {}) {
        return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + more +
               "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    }
    QList<QByteArray> asked;

private:
    QList<QByteArray> m_answers;
    QHash<QTcpSocket*, QByteArray> m_requests;
};

}  // namespace

class TestHttpTransport : public QObject {
    Q_OBJECT

private slots:
    void sessionsVersionsAndHeaders() {
        Answers server({Answers::json("{\"a\":1}", "Mcp-Session-Id: s1\r\n"),
                        "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"});
        HttpTransport transport(server.address(), {{"Authorization", "Bearer k"}});
        QSignalSpy received(&transport, &HttpTransport::received);
        transport.send(1, "{\"x\":1}");
        QTRY_COMPARE(received.count(), 1);
        QCOMPARE(received.at(0).at(0).toByteArray(), QByteArray("{\"a\":1}"));
        transport.setProtocolVersion("2025-06-18");
        transport.send(0, "{\"y\":1}");
        QTRY_COMPARE(server.asked.size(), 2);
        QVERIFY(server.asked[0].contains("Authorization: Bearer k") && server.asked[0].endsWith("{\"x\":1}"));
        QVERIFY(!server.asked[0].contains("Mcp-Session-Id"));
        QVERIFY(server.asked[1].contains("Mcp-Session-Id: s1") &&
                server.asked[1].contains("MCP-Protocol-Version: 2025-06-18"));
    }
    void streamsOfEvents() {
        const QByteArray events = "event: message\ndata: {\"n\":1}\n\ndata: {\"n\":2}\n\n";
        Answers server({"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: " +
                        QByteArray::number(events.size()) + "\r\n\r\n" + events});
        HttpTransport transport(server.address(), {});
        QSignalSpy received(&transport, &HttpTransport::received), failed(&transport, &HttpTransport::failed);
        transport.send(1, "{}");
        QTRY_COMPARE(received.count(), 2);
        // The stream ended; whether the answer was in it the server's side knows.
        QTRY_COMPARE(failed.count(), 1);
    }
    void failures_data() {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QString>("says");
        QTest::newRow("key") << QByteArray("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n") << "wants a key";
        QTest::newRow("error") << QByteArray("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n") << "status 500";
        QTest::newRow("redirect") << QByteArray("HTTP/1.1 302 No\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
                                  << "status 302";
        QTest::newRow("nothing") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") << "no answer";
        QTest::newRow("large") << Answers::json(QByteArray(9 << 20, 'x')) << "more than 8 MB";
        QTest::newRow("cut") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{") << "was lost";
        QTest::newRow("no HTTP") << QByteArray("hello") << "127.0.0.1";
    }
    void failures() {
        QFETCH(QByteArray, answer);
        QFETCH(QString, says);
        Answers server({answer});
        HttpTransport transport(server.address(), {});
        QSignalSpy failed(&transport, &HttpTransport::failed);
        transport.send(7, "{}");
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed.at(0).at(0).toLongLong(), 7LL);
        QVERIFY2(failed.at(0).at(1).toString().contains(says), qPrintable(failed.at(0).at(1).toString()));
    }
    void aForgottenSession() {
        Answers server(
            {Answers::json("{}", "Mcp-Session-Id: s1\r\n"), "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"});
        HttpTransport transport(server.address(), {});
        QSignalSpy ended(&transport, &HttpTransport::ended);
        transport.send(1, "{}");
        QTRY_COMPARE(server.asked.size(), 1);
        QTest::qWait(50);
        transport.send(2, "{}");
        QTRY_COMPARE(ended.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestHttpTransport)
#include "tst_http_transport.moc"
