// Documents in the real window: a folder is added in the settings, a question brings passages of it along,
// the reply cites them, and the citation opens the passage. The endpoint plays the model, so that it cites.
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "support/driven_window.h"
#include "support/fake_chat_server.h"

namespace {

QString lastMessage(const FakeChatServer::Request& request) {
    const QJsonArray messages = QJsonDocument::fromJson(request.body).object()["messages"].toArray();
    return messages.last().toObject()["content"].toString();
}

FakeChatServer::Answer cite(const FakeChatServer::Request& request) {
    if (request.path.endsWith("/models")) {
        FakeChatServer::Answer answer;
        const QJsonObject list{{"object", "list"}, {"data", QJsonArray{QJsonObject{{"id", "reader"}}}}};
        answer.type = "application/json";
        answer.pieces = {QJsonDocument(list).toJson()};
        return answer;
    }
    if (!lastMessage(request).contains("[1] bees.md"))
        return FakeChatServer::reply({"I have ", "no passages."});
    return FakeChatServer::reply({"It takes two million flowers ", "[1]."});
}

}  // namespace

class TestDocumentsChat : public QObject {
    Q_OBJECT

    FakeChatServer m_model{cite};
    DrivenWindow m_window;
    bool m_failed = false;

    void key(const QString& name) { m_window.display().key(name); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    void fill(const QString& field, const QString& text) {
        m_window.click(field, "text");
        key("ctrl+a");
        m_window.display().type(text);
    }

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        QVERIFY(QDir().mkpath(m_window.folder() + "/notes"));
        QFile bees(m_window.folder() + "/notes/bees.md");
        QVERIFY(bees.open(QFile::WriteOnly));
        bees.write(
            "# Bees\n\nA hive has one queen.\n\n# Honey\n\nFor one jar of honey bees visit two million "
            "flowers.\n\n# Winter\n\nIn winter bees stay in the hive.\n");
        bees.close();
        m_window.setUp();
    }
    void init() {
        if (m_failed) QSKIP("SKIPPED: it goes on from what failed before");
    }
    void cleanup() {
        if (!QTest::currentTestFailed()) return;
        m_failed = true;
        m_window.shoot("failed-documents");
        qInfo("%s", qPrintable(m_window.tree().dump()));
    }

    void theModelAndTheFolderAreAdded() {
        m_window.click("Models", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Endpoints"), 5000);
        m_window.click("Endpoints");
        m_window.click("Add a server");
        fill("Name", "desk");
        fill("Address", m_model.address());
        m_window.click("Save and test");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Use reader"), 10000);
        m_window.click("Use reader");
        QTRY_VERIFY_WITH_TIMEOUT(shows("In use reader"), 5000);
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("In use reader"), 5000);
        // Without documents the switch leads to where they are added.
        m_window.click("Documents in this chat");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Add a folder", "push button"), 5000);
        m_window.click("Add a folder", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Choose this folder", "push button"), 10000);
        m_window.click("notes", "list item");
        m_window.click("Choose this folder", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("notes: Files: 1"), 20000);
        m_window.shoot("documents-1-added");
        key("Escape");
    }
    void aQuestionBringsPassagesAndTheReplyCitesThem() {
        m_window.send("How many flowers does one jar of honey take?");
        QTRY_COMPARE_WITH_TIMEOUT(m_window.query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC"),
                                  QString("It takes two million flowers [1]."), 20000);
        QVERIFY(m_window.query("SELECT passage FROM attachment").contains("bees.md"));
        m_window.shoot("documents-2-cited");
    }
    void theSecondQuestionRepeatsNothing() {
        m_window.send("And how many flowers for two jars of honey?");
        m_window.waitForReplies(2);
        QVERIFY(!lastMessage(m_model.seen().last()).contains("[1] bees.md"));
    }
    void theCitationOpensThePassage() {
        m_window.click("Choose documents");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Passages of this chat…", "menu item"), 5000);
        m_window.click("Passages of this chat…", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("1: bees.md"), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("# Bees"), 5000);
        m_window.shoot("documents-3-passage");
        key("Escape");
    }
};

QTEST_GUILESS_MAIN(TestDocumentsChat)
#include "tst_documents_chat.moc"
