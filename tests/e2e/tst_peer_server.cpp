// The real window with a server of another project, that of llama-cpp-python: added in the dialog, its models
// listed, a reply streamed, stopped, measured; a wrong key; the server killed in the middle of a reply.
// HEARTH_PEER_SERVER names a program that starts `python -m llama_cpp.server` with the arguments it is given.
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include "support/driven_window.h"

class TestPeerServer : public QObject {
    Q_OBJECT

    DrivenWindow m_window;
    QProcess m_server;
    quint16 m_port = 0;
    bool m_failed = false;

    QString query(const char* sql) const { return m_window.query(sql); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    bool answers() const {
        QTcpSocket socket;
        socket.connectToHost("127.0.0.1", m_port);
        if (!socket.waitForConnected(1000)) return false;
        socket.write("GET /v1/models HTTP/1.0\r\n\r\n");
        return socket.waitForReadyRead(2000) && socket.readAll().startsWith("HTTP/");
    }

    void startServer() {
        m_server.setProcessChannelMode(QProcess::MergedChannels);
        m_server.setStandardOutputFile(QProcess::nullDevice());
        m_server.start(qEnvironmentVariable("HEARTH_PEER_SERVER"),
                       {"--model", DrivenWindow::starterModel(), "--model_alias", "smol", "--host",
                        "127.0.0.1", "--port", QString::number(m_port), "--api_key", "open-sesame", "--n_ctx",
                        "4096", "--n_threads", "2"});
        QVERIFY(m_server.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(answers(), 60000);
    }

    void fill(const QString& field, const QString& text) {
        m_window.click(field, field == "Key" ? "password text" : "text");
        m_window.display().key("ctrl+a");
        m_window.display().type(text);
    }

    void openServers() {
        m_window.click("Models", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Endpoints"), 5000);
        m_window.click("Endpoints");
    }

    /// The reply to the same question with the same settings, asked for without Hearth.
    QString whatTheServerSays(const QString& question) const {
        QNetworkRequest request(QUrl(QString("http://127.0.0.1:%1/v1/chat/completions").arg(m_port)));
        request.setRawHeader("Authorization", "Bearer open-sesame");
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        const QJsonArray messages{QJsonObject{{"role", "user"}, {"content", question}}};
        const QJsonObject body{{"model", "smol"},  {"messages", messages},  {"temperature", 0},
                               {"max_tokens", 32}, {"repeat_penalty", 1.0}, {"top_k", 40}};
        QNetworkAccessManager network;
        const std::unique_ptr<QNetworkReply> reply(network.post(request, QJsonDocument(body).toJson()));
        QEventLoop loop;
        QObject::connect(reply.get(), &QNetworkReply::finished, &loop, &QEventLoop::quit);
        loop.exec();
        const QJsonDocument answer = QJsonDocument::fromJson(reply->readAll());
        return answer["choices"][0]["message"]["content"].toString();
    }

    void stopWhileItWrites() {
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT length(text) > 20 FROM partial_reply") == "1", 60000);
        m_window.display().key("Escape");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT state FROM message WHERE role = 2 ORDER BY id DESC"),
                                  QString("2"), 5000);
    }

private slots:
    void initTestCase() {
        if (qEnvironmentVariableIsEmpty("HEARTH_PEER_SERVER"))
            QSKIP("SKIPPED: HEARTH_PEER_SERVER does not name the program of llama.cpp's server");
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        QTcpServer free;
        QVERIFY(free.listen(QHostAddress::LocalHost));
        m_port = free.serverPort();
        free.close();
        startServer();
        m_window.setUp();
    }

    void init() {
        if (m_failed) QSKIP("SKIPPED: it goes on from what failed before");
    }

    void cleanup() {
        if (!QTest::currentTestFailed()) return;
        m_failed = true;
        m_window.shoot("failed-peer");
    }

    void cleanupTestCase() {
        m_server.kill();
        m_server.waitForFinished();
    }

    void aWrongKeyIsSaidWithItsRemedy() {
        openServers();
        m_window.click("Add a server");
        fill("Name", "rack");
        fill("Address", QString("http://127.0.0.1:%1/v1").arg(m_port));
        fill("Key", "wrong");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("rack, 127.0.0.1, not reached"), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("127.0.0.1 does not accept the key."), 5000);
        m_window.shoot("peer-1-wrong-key");
    }

    void aWrongAddressIsSaidWithItsRemedy() {
        fill("Address", QString("http://127.0.0.1:%1/v9").arg(m_port));
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("127.0.0.1 has no such address."), 10000);
        fill("Address", QString("http://127.0.0.1:%1/v1").arg(m_port));
    }

    void theServerIsAddedAndItsModelsListed() {
        fill("Key", "open-sesame");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("rack, 127.0.0.1, reached"), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Use smol"), 5000);
        m_window.shoot("peer-2-added");
        m_window.click("Use smol");
        QTRY_VERIFY_WITH_TIMEOUT(shows("In use smol"), 5000);
        m_window.display().key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Model:", {}, 0).name.contains("smol"), 5000);
    }

    void aReplyStreamsAndHasItsFigures() {
        m_window.click("Settings of this chat");
        m_window.click("Temperature", "slider");
        m_window.display().key("Home");
        m_window.click("Max tokens", "text");
        m_window.display().type("32");
        m_window.display().key("Tab");
        m_window.click("Close the panel");
        m_window.send("What is the capital of France?");
        m_window.waitForReplies(1);
        QCOMPARE(query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC"),
                 whatTheServerSays("What is the capital of France?"));
        QVERIFY(m_window.lastMetric("generatedTokens").toInt() > 3);
        QVERIFY(m_window.lastMetric("timeToFirstTokenMs").toDouble() > 0);
        QVERIFY(m_window.lastMetric("decodeTokensPerS").toDouble() > 1);
        qInfo("llama-cpp-python's server: %s",
              qPrintable(query("SELECT figures FROM message ORDER BY id DESC")));
        m_window.send("And of Italy?");
        m_window.waitForReplies(2);
        qInfo("second turn: %s", qPrintable(query("SELECT figures FROM message ORDER BY id DESC")));
        m_window.shoot("peer-3-figures");
    }

    void stopEndsTheReplyAndTheServersWork() {
        m_window.display().key("ctrl+n");
        m_window.send("Write a very long story about a lighthouse keeper and the sea.");
        stopWhileItWrites();
        m_window.waitForReplies(3);
    }

    void anotherKeyCountsAtOnce() {
        openServers();
        fill("Key", "wrong again");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("A key has no spaces"), 5000);
        fill("Key", "wrong-again");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("rack, 127.0.0.1, not reached"), 10000);
        m_window.display().key("Escape");
        m_window.send("Write a very long story about a lighthouse and the people of its island.");
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT error FROM message WHERE role = 2 ORDER BY id DESC")
                                     .contains("does not accept the key"),
                                 10000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("The reply stopped. 127.0.0.1 does not accept the key."), 5000);
        m_window.shoot("peer-4-key-in-chat");
        openServers();
        fill("Key", "open-sesame");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("rack, 127.0.0.1, reached"), 10000);
        m_window.display().key("Escape");
        m_window.click("Try again", "push button");
        stopWhileItWrites();
    }

    void aServerThatDiesLeavesWhatItSaid() {
        m_window.send("Write a very long story about a mountain and the people in its villages.");
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT length(text) > 20 FROM partial_reply") == "1", 60000);
        m_server.kill();
        QVERIFY(m_server.waitForFinished());
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT state FROM message WHERE role = 2 ORDER BY id DESC"),
                                  QString("4"), 10000);
        QVERIFY(query("SELECT length(text) FROM message WHERE role = 2 ORDER BY id DESC").toInt() > 20);
        const QString error = query("SELECT error FROM message WHERE role = 2 ORDER BY id DESC");
        qInfo("killed: %s", qPrintable(error));
        QVERIFY2(error.contains("127.0.0.1"), qPrintable(error));
        QTRY_VERIFY_WITH_TIMEOUT(shows("The reply stopped. " + error), 5000);
        m_window.shoot("peer-5-killed");
        // Nobody listens any more.
        m_window.click("Try again", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT error FROM message WHERE role = 2 ORDER BY id DESC")
                                     .contains("Is the server running?"),
                                 10000);
        startServer();
        m_window.click("Try again", "push button");
        stopWhileItWrites();
    }
};

QTEST_GUILESS_MAIN(TestPeerServer)
#include "tst_peer_server.moc"
