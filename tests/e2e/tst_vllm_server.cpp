// The real window with a real vLLM behind a proxy that writes down what is said. HEARTH_VLLM_SERVER names a
// program that serves a small model which thinks (tests/e2e/vllm-server makes it), HEARTH_RECORDING_PROXY the
// proxy, HEARTH_VLLM_SETUP what vLLM is told: "parser" to tell thoughts apart, "details" to tell what its
// cache had.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include "support/driven_window.h"

namespace {

quint16 freePort() {
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost)) qFatal("no port is free");
    return server.serverPort();
}

}  // namespace

class TestVllmServer : public QObject {
    Q_OBJECT

    DrivenWindow m_window;
    QProcess m_server, m_proxy;
    QTemporaryDir m_folder;
    quint16 m_port = freePort(), m_serverPort = freePort();
    const QString m_setup = qEnvironmentVariable("HEARTH_VLLM_SETUP");
    const bool m_parsesThoughts = m_setup.contains("parser"), m_tellsCache = m_setup.contains("details");
    bool m_failed = false;

    QString query(const char* sql) const { return m_window.query(sql); }
    QString lastText() const { return query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC"); }
    QString lastFigures() const {
        return query("SELECT figures FROM message WHERE role = 2 ORDER BY id DESC");
    }
    bool shows(const QString& text) { return m_window.tree().dump().contains(text); }
    int replies() const { return query("SELECT count(*) FROM message WHERE role = 2").toInt(); }

    bool answers() const {
        QTcpSocket socket;
        socket.connectToHost("127.0.0.1", m_serverPort);
        if (!socket.waitForConnected(1000)) return false;
        socket.write("GET /health HTTP/1.0\r\n\r\n");
        return socket.waitForReadyRead(2000) && socket.readAll().contains(" 200 ");
    }

    void startServer() {
        m_server.setProcessChannelMode(QProcess::MergedChannels);
        m_server.setStandardOutputFile(QDir::tempPath() + "/hearth-vllm.log");
        QStringList arguments{"--host",
                              "127.0.0.1",
                              "--port",
                              QString::number(m_serverPort),
                              "--api-key",
                              "open-sesame",
                              "--served-model-name",
                              "tiny",
                              "--max-model-len",
                              "2048"};
        if (m_parsesThoughts)
            arguments << "--reasoning-parser"
                      << "qwen3";
        if (m_tellsCache) arguments << "--enable-prompt-tokens-details";
        m_server.start(qEnvironmentVariable("HEARTH_VLLM_SERVER"), arguments);
        QVERIFY(m_server.waitForStarted());
        QTRY_VERIFY2_WITH_TIMEOUT(answers(), "see hearth-vllm.log in the folder for temporary files", 600000);
    }
    void stopServer() {
        // It has children, which end with it when it ends by itself.
        m_server.terminate();
        if (m_server.waitForFinished(60000)) return;
        m_server.kill();
        m_server.waitForFinished();
    }

    /// The recorded requests, the oldest first: those for replies of people, or all.
    QList<QJsonObject> record(bool onlyReplies = true) const {
        QFile file(m_folder.filePath("record.jsonl"));
        QList<QJsonObject> exchanges;
        if (!file.open(QFile::ReadOnly)) return exchanges;
        while (!file.atEnd()) {
            const QJsonObject exchange = QJsonDocument::fromJson(file.readLine()).object();
            const bool isReply = exchange["path"].toString().endsWith("/chat/completions") &&
                                 !exchange["body"].toString().contains("Write a title");
            if (isReply || !onlyReplies) exchanges += exchange;
        }
        return exchanges;
    }
    QJsonObject lastExchange() const {
        const QList<QJsonObject> all = record();
        return all.isEmpty() ? QJsonObject() : all.last();
    }
    QJsonObject lastBody() const {
        return QJsonDocument::fromJson(lastExchange()["body"].toString().toUtf8()).object();
    }
    /// The usage that the server told in the last reply.
    QJsonObject lastUsage() const {
        QJsonObject usage;
        for (const QString& line : lastExchange()["answer"].toString().split("\n")) {
            const QJsonValue told =
                QJsonDocument::fromJson(line.mid(6).toUtf8()).object().value(QLatin1String("usage"));
            if (told.isObject()) usage = told.toObject();
        }
        return usage;
    }

    void fill(const QString& field, const QString& text) {
        m_window.click(field, field == "Key" ? "password text" : "text");
        m_window.display().key("ctrl+a");
        m_window.display().type(text);
    }
    void talk(const QString& text) {
        const int before = replies();
        m_window.send(text);
        m_window.waitForReplies(before + 1);
        QCOMPARE(query("SELECT error FROM message WHERE role = 2 ORDER BY id DESC"), QString());
    }
    void newChat() { m_window.display().key("ctrl+n"); }
    void openSettings() { m_window.click("Settings of this chat"); }
    void closeSettings() { m_window.click("Close the panel"); }
    /// Turns the wheel over the panel, to its end: what is scrolled out of the view is not in the tree.
    void scrollPanel(bool down) {
        const QPoint panel = m_window.tree().find("Close the panel").extents.center() + QPoint(-100, 400);
        for (int i = 0; i < 30; ++i) m_window.display().click(panel.x(), panel.y(), down ? 5 : 4);
    }
    /// Nothing that only the server knows is 0 here.
    void saysNothingThatIsNotKnown() {
        for (const char* wrong : {"\\b0 tokens", "\\b0 % full", "Decode, 0", "Template: ", "Tokenise: "})
            QVERIFY2(!m_window.tree().dump().contains(QRegularExpression(wrong)), wrong);
    }
    void setMaxTokens(const QString& number) {
        openSettings();
        m_window.click("Sampling", "page tab");
        fill("Max tokens", number);
        m_window.display().key("Tab");
        closeSettings();
    }

    /// Begins a reply that takes some seconds: the model's own are short, so it is held to a long one.
    void beginLongReply() {
        newChat();
        openSettings();
        // A thought would be free, and may be all that there is.
        m_window.click("Sampling", "page tab");
        QVERIFY(m_window.tree().press("Off", "radio button"));
        m_window.click("Structure", "page tab");
        fill("JSON schema", R"({"type":"array","items":{"const":"amber"},"minItems":200})");
        m_window.click("Structured output", "check box");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Structured output", "check box", 0).checked, 5000);
        closeSettings();
        m_window.send("story");
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT length(text) > 20 FROM partial_reply") == "1", 60000);
    }

private slots:
    void initTestCase() {
        for (const char* name : {"HEARTH_VLLM_SERVER", "HEARTH_RECORDING_PROXY"})
            if (qEnvironmentVariableIsEmpty(name))
                QSKIP("SKIPPED: HEARTH_VLLM_SERVER and HEARTH_RECORDING_PROXY do not name the programs");
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_proxy.start(
            qEnvironmentVariable("HEARTH_RECORDING_PROXY"),
            {QString::number(m_port), QString::number(m_serverPort), m_folder.filePath("record.jsonl")});
        QVERIFY(m_proxy.waitForStarted());
        startServer();
        m_window.setUp();
    }

    void init() {
        if (m_failed) QSKIP("SKIPPED: it continues what failed before");
    }

    void cleanup() {
        if (!QTest::currentTestFailed()) return;
        m_failed = true;
        m_window.shoot("failed-vllm");
        qInfo("%s", qPrintable(m_window.tree().dump()));
    }

    void cleanupTestCase() {
        if (m_server.state() != QProcess::NotRunning) stopServer();
        m_proxy.kill();
        m_proxy.waitForFinished();
    }

    void theServerIsAddedAndItsModelsListed() {
        m_window.click("Models", "push button");
        m_window.click("Endpoints");
        m_window.click("Add a server");
        fill("Name", "rack");
        fill("Address", QString("http://127.0.0.1:%1/v1").arg(m_port));
        fill("Key", "wrong");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("127.0.0.1 does not accept the key."), 10000);
        fill("Key", "open-sesame");
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("rack, vLLM · 127.0.0.1, reached"), 10000);
        QVERIFY(shows("2,048 tokens"));
        m_window.click("Use tiny");
        QTRY_VERIFY_WITH_TIMEOUT(shows("In use tiny"), 5000);
        // Its page offers nothing that needs a file, and says where it is.
        m_window.click("Installed");
        m_window.click("tiny, on rack", "list item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Another program on this computer"), 5000);
        QVERIFY(!shows("A smaller copy") && !shows("Make the copy") && !shows("Leaves this computer"));
        QVERIFY(shows("on rack"));
        m_window.shoot("vllm-1-model-" + m_setup);
        m_window.display().key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Model:", {}, 0).name.contains("rack"), 5000);
    }

    void aReplyHasTheFiguresThatTheServerTells() {
        newChat();
        talk("amber birch cedar");
        const QJsonObject usage = lastUsage();
        QCOMPARE(m_window.lastMetric("promptTokens").toInt(), usage["prompt_tokens"].toInt());
        QCOMPARE(m_window.lastMetric("generatedTokens").toInt(), usage["completion_tokens"].toInt());
        QVERIFY(m_window.lastMetric("decodeTokensPerS").toDouble() > 0);
        talk(
            "delta ember fjord grove haven inlet jetty kelp lagoon maple north ocean pine quartz river "
            "stone");
        talk("tide umber valley");
        qInfo("%s: %s", qPrintable(m_setup), qPrintable(lastFigures()));
        QCOMPARE(lastFigures().contains("reused"), m_tellsCache);
        QCOMPARE(lastFigures().contains("processed"), m_tellsCache);
        if (m_tellsCache)
            QCOMPARE(m_window.lastMetric("reusedTokens").toInt(),
                     lastUsage()["prompt_tokens_details"].toObject()["cached_tokens"].toInt());
        // The bar at the top knows only how much is used.
        const QString bar = m_window.tree().find("Context", {}, 0).name;
        QVERIFY2(!bar.contains("cached"), qPrintable(bar));
        QVERIFY(!m_window.tree().dump().contains(QRegularExpression("\\b0 cached")));
    }

    void thoughtsAreNotSentBackAsText() {
        const QList<QJsonObject> all = record(false);
        QVERIFY(all.size() > 3);
        for (const QJsonObject& exchange : all)
            QVERIFY2(!exchange["body"].toString().contains("think>"),
                     qPrintable(exchange["body"].toString()));
        QCOMPARE(query("SELECT count(*) > 0 FROM message WHERE text LIKE '<think>%</think>%'"), QString("1"));
        QCOMPARE(query("SELECT count(*) FROM conversation WHERE title LIKE '%think>%'"), QString("0"));
    }

    void whatIsGeneratedAgainIsCompared() {
        // Of some reply: by its action, for it may be scrolled out of the view in part.
        QVERIFY(m_window.tree().press("Open in the inspector", "push button"));
        saysNothingThatIsNotKnown();
        scrollPanel(true);
        m_window.click("Generate again", "push button");
        QTRY_VERIFY2_WITH_TIMEOUT(shows("Same text: all ") || shows("The text differs from character "),
                                  qPrintable(m_window.tree().dump()), 60000);
        QVERIFY(!shows("all 0 "));
        // As the request for the reply that is looked at, whose seed no other had.
        QList<double> seeds;
        const QJsonObject last = lastBody();
        for (const QJsonObject& exchange : record()) {
            const QJsonObject body = QJsonDocument::fromJson(exchange["body"].toString().toUtf8()).object();
            if (body["messages"] == last["messages"]) seeds += body["seed"].toDouble();
            QCOMPARE(body["seed"] == last["seed"], body["messages"] == last["messages"]);
        }
        QCOMPARE(seeds.size(), qsizetype{2});
        QVERIFY(seeds[0] > 0);
        QCOMPARE(seeds[0], seeds[1]);
        const bool same = shows("Same text: all ");
        qInfo("%s: generated again: %s", qPrintable(m_setup), same ? "the same text" : "another text");
        // As it was, for the server draws with the same seed.
        QVERIFY(same);
        saysNothingThatIsNotKnown();
        m_window.shoot("vllm-2-inspector-" + m_setup);
        scrollPanel(false);
        m_window.click("Show the exact prompt", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Only the server knows"), 5000);
        closeSettings();
    }

    void alternativesAreThoseOfTheServer() {
        newChat();
        talk("amber birch");
        QCOMPARE(lastBody()["logprobs"].toBool(), true);
        const QString before = lastText();
        QVERIFY(m_window.tree().press("Open in the inspector", "push button"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window.tree().find("Tokens", "list", 0).role.isEmpty(), 5000);
        QVERIFY(!shows("Only the server knows") && !shows("What a token looked at"));
        // To the end, and back to a word of the answer.
        QVERIFY(m_window.tree().focus("Tokens", "list"));
        for (int i = 0; i < 40; ++i) m_window.display().key("Right");
        for (int i = 0; i < 3; ++i) m_window.display().key("Left");
        QTRY_VERIFY_WITH_TIMEOUT(shows("  ·  bytes "), 5000);
        m_window.display().key("Return");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Alternatives of token "), 5000);
        m_window.shoot("vllm-3-alternatives-" + m_setup);
        const int replies = this->replies();
        m_window.click("Branch here with", "list item");
        m_window.waitForReplies(replies + 1);
        QVERIFY(lastBody()["continue_final_message"].toBool());
        // It begins as the other and goes on in another way.
        const QString after = lastText();
        const qsizetype answer = before.indexOf("</think>") + 12;
        QVERIFY2(after.left(answer) == before.left(answer) && after != before,
                 qPrintable(before + " / " + after));
        closeSettings();
    }

    void aLimitBeyondTheContextIsNoLongChat() {
        newChat();
        setMaxTokens("4000");
        talk("amber birch");
        QVERIFY(!lastBody().contains("max_tokens"));
        // As large as the context alone has room for, and with the prompt too large.
        setMaxTokens("2047");
        talk("amber birch cedar delta ember fjord");
        QCOMPARE(query("SELECT state FROM message WHERE role = 2 ORDER BY id DESC"), QString("0"));
        newChat();
        setMaxTokens("6");
        talk("amber birch");
        QCOMPARE(lastBody()["max_tokens"].toInt(), 6);
        QCOMPARE(m_window.lastMetric("generatedTokens").toInt(), 6);
        QTRY_VERIFY_WITH_TIMEOUT(shows("reached its length limit"), 5000);
        QVERIFY(!m_window.tree().find("Continue", "push button").role.isEmpty());
    }

    void itContinues() {
        const QString begun = lastText();
        setMaxTokens("40");
        m_window.click("Continue", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(lastText().size() > begun.size() &&
                                     !m_window.tree().find("Send", "push button", 0).role.isEmpty(),
                                 60000);
        QVERIFY2(lastText().startsWith(begun), qPrintable(lastText()));
        QCOMPARE(lastText().count("<think>"), 1);
        QVERIFY(lastBody()["continue_final_message"].toBool());
    }

    void everySamplingValueArrives() {
        newChat();
        openSettings();
        m_window.click("Sampling", "page tab");
        fill("Seed", "1234");
        fill("Max tokens", "30");
        m_window.display().key("Tab");
        closeSettings();
        talk("birch");
        const QJsonObject body = lastBody();
        QCOMPARE(body["seed"].toInt(), 1234);
        QCOMPARE(body["max_tokens"].toInt(), 30);
        for (const char* name : {"temperature", "top_p", "top_k", "min_p", "repetition_penalty"})
            QVERIFY2(body.contains(QLatin1String(name)), name);
        QCOMPARE(lastExchange()["status"].toInt(), 200);
    }

    void stopEndsTheServersWork() {
        const int before = replies();
        beginLongReply();
        m_window.display().key("Escape");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT state FROM message WHERE role = 2 ORDER BY id DESC"),
                                  QString("2"), 10000);
        QTRY_COMPARE_WITH_TIMEOUT(lastExchange()["ended"].toString(), QString("by the client"), 10000);
        QCOMPARE(replies(), before + 1);
        const QJsonObject body = lastBody();
        QCOMPARE(body["chat_template_kwargs"].toObject(), (QJsonObject{{"enable_thinking", false}}));
        QCOMPARE(body["response_format"].toObject()["type"].toString(), QString("json_schema"));
        QVERIFY2(lastText().startsWith("[") && !lastText().contains("think>"), qPrintable(lastText()));
    }

    void aServerThatDiesLeavesWhatItSaid() {
        beginLongReply();
        stopServer();
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT state FROM message WHERE role = 2 ORDER BY id DESC"),
                                  QString("4"), 30000);
        QVERIFY(lastText().size() > 20);
        qInfo("%s: ended: %s", qPrintable(m_setup),
              qPrintable(query("SELECT error FROM message WHERE role = 2 ORDER BY id DESC")));
    }
};

QTEST_GUILESS_MAIN(TestVllmServer)
#include "tst_vllm_server.moc"
