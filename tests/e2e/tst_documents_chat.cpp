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

    /// The last request to the model, without requests for titles of chats.
    QString lastAsked() const {
        QString text;
        for (const FakeChatServer::Request& request : m_model.seen())
            if (!request.body.contains("Write a title") && !request.body.isEmpty())
                text = lastMessage(request);
        return text;
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
        QFile ants(m_window.folder() + "/notes/ants.md");
        QVERIFY(ants.open(QFile::WriteOnly));
        ants.write("# Ants\n\nAn ant carries ten times its weight.\n");
        ants.close();
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
        QTRY_VERIFY_WITH_TIMEOUT(shows("notes: Files: 2"), 20000);
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
        QVERIFY(!lastAsked().contains("[1] bees.md"));
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
    void aWholeDocumentGoesAlong() {
        key("ctrl+n");
        m_window.click("Choose documents");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Whole documents…", "menu item"), 5000);
        m_window.click("Whole documents…", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("bees.md, ", "check box"), 5000);
        QVERIFY(shows("ants.md, ", "check box"));
        QVERIFY(shows("None is chosen."));
        // By the mouse it is chosen and given up.
        m_window.click("bees.md, ", "check box");
        QTRY_VERIFY_WITH_TIMEOUT(shows("As a whole: "), 5000);
        QVERIFY(m_window.tree().find("bees.md, ", "check box").checked);
        m_window.shoot("documents-4-whole");
        m_window.click("bees.md, ", "check box");
        QTRY_VERIFY_WITH_TIMEOUT(shows("None is chosen."), 5000);
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
        // By keys it is looked for and chosen.
        m_window.click("Names of documents", "text");
        m_window.display().type("bee");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("ants.md, ", "check box"), 5000);
        key("Down");
        key("space");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("bees.md, ", "check box").checked, 5000);
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Names of documents", "text"), 5000);
        m_window.send("What do bees do in winter?");
        m_window.waitForReplies(3);
        const QString sent = lastAsked();
        for (const char* part : {"A hive has one queen.", "two million flowers", "bees stay in the hive"})
            QVERIFY2(sent.contains(part), qPrintable(sent));
        QVERIFY(!sent.contains("An ant carries"));
        m_window.shoot("documents-5-whole-sent");
        // Once: it stands in the chat.
        m_window.send("And in spring?");
        m_window.waitForReplies(4);
        QVERIFY(!lastAsked().contains("A hive has one queen."));
    }
};

QTEST_GUILESS_MAIN(TestDocumentsChat)
#include "tst_documents_chat.moc"
