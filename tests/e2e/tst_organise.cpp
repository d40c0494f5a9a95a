// Chats put in order and messages gone on with, in the real window with real keys and clicks.
#include <QTest>

#include "support/driven_window.h"

class TestOrganise : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    void key(const QString& name) { m_window.display().key(name); }
    void type(const QString& text) { m_window.display().type(text); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    /// A tab of the panel: other buttons begin with its name as well.
    void pressTab(const QString& name) {
        const QRect tabs = m_window.tree().find("Tabs").extents;
        const int place = name == "Context" ? 1 : 0;
        m_window.display().click(tabs.left() + 30 + 80 * place, tabs.center().y());
    }
    /// The menu of the newest chat.
    void menu(const QString& item) {
        m_window.click(query("SELECT title FROM conversation ORDER BY updated_at DESC, id DESC"), "list item",
                       3);
        QTRY_VERIFY_WITH_TIMEOUT(shows(item, "menu item"), 5000);
        m_window.click(item, "menu item");
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) {
            m_window.shoot("failed-organise");
            qInfo("%s", qPrintable(m_window.tree().dump()));
        }
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
        m_window.answerBriefly(12);
    }

    void aChatIsRenamedPinnedAndPutIntoAFolder() {
        m_window.send("Name one colour of the sea.");
        m_window.waitForReplies(1);
        menu("Rename");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Title", "text"), 5000);
        key("ctrl+a");
        type("The sea");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT title FROM conversation"), QString("The sea"), 5000);
        menu("Pin");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT pinned FROM conversation"), QString("1"), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Pinned", "heading") && !shows("Today", "heading"), 5000);
        menu("Unpin");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT pinned FROM conversation"), QString("0"), 5000);
        menu("Move to folder");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Name of the folder", "text"), 5000);
        type("Water");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT folder FROM conversation"), QString("Water"), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Folder Water"), 5000);
        // No heading is left over from what stood there before.
        QVERIFY(shows("Folders", "heading") && !shows("Pinned", "heading") && !shows("Today", "heading"));
        m_window.shoot("organise-1-folder");
    }

    void aReplyIsContinued() {
        const QString before = query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC");
        m_window.click("Continue", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(
            query("SELECT count(*) FROM message WHERE role = 2") == "2" ||
                query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC") != before,
            30000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Send", "push button"), 30000);
        const QString after = query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC");
        QVERIFY2(after.startsWith(before) && after.size() > before.size(), qPrintable(before + "|" + after));
    }

    void aReplyIsQuoted() {
        m_window.click("More", "push button");
        m_window.click("Quote", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Message", "text").text.startsWith("> "), 5000);
        m_window.shoot("organise-2-quote");
        m_window.click("Message", "text");
        key("ctrl+a");
        key("Delete");
    }

    void everyMessageHasTokens() {
        m_window.click("More", "push button");
        m_window.click("See its tokens", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Text:"), 5000);
        QVERIFY(shows("Your message", "heading") || shows("Reply", "heading"));
        m_window.shoot("organise-3-tokens");
        key("ctrl+j");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Text:"), 5000);
    }

    void deletingFromHereOnIsUndone() {
        const QString before = query("SELECT count(*) FROM message");
        m_window.click("More", "push button");
        m_window.click("Delete from here on", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Undo", "push button"), 5000);
        m_window.shoot("organise-3-undo");
        QVERIFY(!shows("Open in the inspector"));
        key("ctrl+z");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Open in the inspector"), 5000);
        QCOMPARE(query("SELECT count(*) FROM message"), before);
    }

    void aSystemPromptIsKeptAndUsed() {
        key("ctrl+j");
        pressTab("Context");
        m_window.click("System prompt", "text");
        type("Answer in one word.");
        m_window.click("Save", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Name of the system prompt", "text"), 5000);
        type("Short");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT name FROM prompt"), QString("Short"), 5000);
        m_window.shoot("organise-4-prompt");
        pressTab("Sampling");
        m_window.click("Top-k", "slider");
        m_window.click("Save", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Name of the preset", "text"), 5000);
        type("Mine");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM preset WHERE name = 'Mine'"), QString("1"),
                                  5000);
        m_window.shoot("organise-5-preset");
        m_window.click("Close the panel");
        const int replies = query("SELECT count(*) FROM message WHERE role = 2").toInt();
        m_window.send("What is the capital of France?");
        m_window.waitForReplies(replies + 1);
        QVERIFY(
            query("SELECT recipe FROM generation ORDER BY message_id DESC").contains("Answer in one word."));
    }

    void everyControlHasAName() {
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestOrganise)
#include "tst_organise.moc"
