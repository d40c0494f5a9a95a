// Tools in the real window: a server of the Model Context Protocol is added in the settings, the model of an
// endpoint asks for its tools, and a person allows, refuses and stops calls; a prompt of the server begins a
// message. The endpoint plays the model, since small ones choose tools badly.
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <memory>

#include "support/driven_window.h"
#include "support/fake_chat_server.h"

namespace {

QByteArray deltaOf(const QJsonObject& call) {
    return FakeChatServer::event(
        QJsonDocument(QJsonObject{{"tool_calls", QJsonArray{call}}}).toJson(QJsonDocument::Compact));
}

/// "shout moo": a call of shout with the text moo; what a call gave is repeated.
FakeChatServer::Answer play(const FakeChatServer::Request& request) {
    FakeChatServer::Answer answer;
    if (request.path.endsWith("/models")) {
        const QJsonObject list{{"object", "list"}, {"data", QJsonArray{QJsonObject{{"id", "parrot"}}}}};
        answer.type = "application/json";
        answer.pieces = {QJsonDocument(list).toJson()};
        return answer;
    }
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    const QJsonObject last = body["messages"].toArray().last().toObject();
    const QString text = last["content"].toString();
    if (last["role"] == "tool") return FakeChatServer::reply({"It said: ", text.toUtf8()});
    const QString name = text.section(' ', 0, 0);
    if ((name != "shout" && name != "brood") || !body.contains("tools"))
        return FakeChatServer::reply({"Nothing ", "to call."});
    const QByteArray given =
        QJsonDocument(QJsonObject{{"text", text.section(' ', 1)}}).toJson(QJsonDocument::Compact);
    const auto written = [](const QByteArray& arguments) {
        return QJsonObject{{"arguments", QString::fromUtf8(arguments)}};
    };
    QJsonObject begun = written(given.left(5));
    begun.insert("name", name);
    answer.pieces = {deltaOf({{"index", 0}, {"id", "call_1"}, {"type", "function"}, {"function", begun}}),
                     deltaOf({{"index", 0}, {"function", written(given.mid(5))}}),
                     FakeChatServer::event("{}", "\"tool_calls\""), "data: [DONE]\n\n"};
    return answer;
}

}  // namespace

class TestAllowedCalls : public QObject {
    Q_OBJECT

    FakeChatServer m_model{play};
    DrivenWindow m_window;
    bool m_failed = false;

    QString query(const char* sql) const { return m_window.query(sql); }
    void key(const QString& name) { m_window.display().key(name); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    void fill(const QString& field, const QString& text) {
        m_window.click(field, "text");
        key("ctrl+a");
        m_window.display().type(text);
    }
    QString calls() const {
        QFile log(m_window.folder() + "/calls");
        return log.open(QFile::ReadOnly) ? QString::fromUtf8(log.readAll()) : QString();
    }
    QString lastReply() const { return query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC"); }
    /// Result of its call that the last request passed to the model.
    QString toldResult() const {
        const QJsonArray messages =
            QJsonDocument::fromJson(m_model.seen().last().body).object()["messages"].toArray();
        return messages.last().toObject()["content"].toString();
    }

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
    }
    void init() {
        if (m_failed) QSKIP("SKIPPED: it goes on from what failed before");
    }
    void cleanup() {
        if (!QTest::currentTestFailed()) return;
        m_failed = true;
        m_window.shoot("failed-tools");
        qInfo("%s", qPrintable(m_window.tree().dump()));
    }

    void theModelAndTheServerAreAdded() {
        m_window.click("Models", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Endpoints"), 5000);
        m_window.click("Endpoints");
        m_window.click("Add a server");
        fill("Name", "cage");
        fill("Address", m_model.address());
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Use parrot"), 10000);
        m_window.click("Use parrot");
        QTRY_VERIFY_WITH_TIMEOUT(shows("In use parrot"), 5000);
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("In use parrot"), 5000);
        m_window.click("Choose tools and prompts");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Tool settings", "menu item"), 5000);
        m_window.click("Tool settings", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Name of the server", "text"), 5000);
        fill("Name of the server", "loud");
        fill("Command or address of the server",
             QString("python3 " HEARTH_SOURCE_DIR "/tests/e2e/tool_server.py %1/calls")
                 .arg(m_window.folder()));
        m_window.click("Add", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("shout", "check box") && shows("brood", "check box"), 10000);
        m_window.shoot("tools-1-settings");
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Pages of the settings"), 5000);
        m_window.click("Tools in this chat");
    }
    void aCallIsAllowed() {
        m_window.send("shout moo");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Call of shout"), 10000);
        QVERIFY(calls().isEmpty());
        m_window.shoot("tools-2-asked");
        m_window.click("Allow once", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(lastReply(), QString("It said: MOO"), 10000);
        QCOMPARE(calls(), QString("shout moo\n"));
        m_window.waitForReplies(2);
        m_window.shoot("tools-3-answered");
    }
    void aCallIsRefusedByKey() {
        m_window.send("shout baa");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Allow once", "push button"), 10000);
        key("Escape");
        m_window.waitForReplies(4);
        QCOMPARE(calls(), QString("shout moo\n"));
        // The model hears that it was refused.
        QVERIFY2(!toldResult().isEmpty() && !toldResult().contains("BAA"), qPrintable(toldResult()));
    }
    void aCallIsStopped() {
        m_window.send("brood hmm");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Allow once", "push button"), 10000);
        // Longer than a person takes who presses Enter twice to send.
        QTest::qWait(1000);
        key("Return");
        QTRY_VERIFY_WITH_TIMEOUT(calls().endsWith("brood hmm\n"), 10000);
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(calls().endsWith("cancelled\n"), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Send", "push button"), 10000);
        m_window.shoot("tools-4-stopped");
    }
    void aPromptOfTheServerBeginsAMessage() {
        key("ctrl+n");
        m_window.click("Choose tools and prompts");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Prompts of tool servers…", "menu item"), 5000);
        m_window.click("Prompts of tool servers…", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("who", "text"), 5000);
        fill("who", "Ada");
        m_window.shoot("tools-5-prompt");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find("Message", "text").text, QString("Say hello to Ada"),
                                  10000);
    }
    void theHistoryHasTheCalls() {
        key("ctrl+a");
        key("Delete");
        m_window.quit();
        QCOMPARE(query("SELECT count(*) FROM message WHERE role = 3"), QString("3"));
    }
};

QTEST_GUILESS_MAIN(TestAllowedCalls)
#include "tst_allowed_calls.moc"
