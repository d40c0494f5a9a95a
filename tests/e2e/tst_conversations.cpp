// The real window with the real starter model: edit, versions, search, find, trash, folders, drafts,
// alternatives.
#include <QRegularExpression>
#include <QTest>

#include "support/driven_window.h"

class TestConversations : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    void key(const QString& name) { m_window.display().key(name); }
    void type(const QString& text) { m_window.display().type(text); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) m_window.shoot("failed");
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
        m_window.answerBriefly(24);
    }

    void editingMakesAVersionBesideTheOld() {
        m_window.send("Name one colour of the sea.");
        m_window.waitForReplies(1);
        key("ctrl+Up");
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find("Message", "text").text,
                                  QString("Name one colour of the sea."), 5000);
        key("ctrl+a");
        type("Name one lighthouse.");
        key("Return");
        m_window.waitForReplies(2);
        QCOMPARE(query("SELECT count(*) FROM message WHERE role = 1 AND parent_id IS NULL"), QString("2"));
        QTRY_VERIFY_WITH_TIMEOUT(shows("Version 2 of 2"), 5000);
        m_window.click("Previous version");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Version 1 of 2"), 5000);
        QCOMPARE(query("SELECT text FROM message WHERE id = (SELECT active_root FROM conversation)"),
                 QString("Name one colour of the sea."));
        m_window.shoot("6-versions");
    }

    void regeneratingMakesASecondReply() {
        key("ctrl+r");
        m_window.waitForReplies(3);
        QCOMPARE(
            query(
                "SELECT count(*) FROM message WHERE role = 2 AND parent_id = (SELECT min(id) FROM message)"),
            QString("2"));
    }

    void aReplyIsMadeAgainAndItsPromptShown() {
        m_window.click("Open in the inspector");
        const QString before = query("SELECT count(*) || ' ' || sum(length(text)) FROM message");
        m_window.click("Generate again");
        // After a long reply that stands below the edge, which the tree does not show.
        constexpr int wheelUp = 4, wheelDown = 5, notches = 20;
        for (int i = 0; i < notches; ++i) m_window.display().click(1120, 600, wheelDown);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Same text: all "), 20000);
        for (int i = 0; i < notches; ++i) m_window.display().click(1120, 600, wheelUp);
        QCOMPARE(query("SELECT count(*) || ' ' || sum(length(text)) FROM message"), before);
        m_window.click("Show the exact prompt");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Exact prompt", "heading"), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("<|im_start|>"), 5000);
        m_window.click("Close the panel");
    }

    void anotherTokenBranchesAtOnce() {
        m_window.click("Open in the inspector");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Tokens"), 5000);
        // The first token of the second line; its second alternative is taken.
        const QPoint place = m_window.tree().find("Tokens", "list").extents.topLeft() + QPoint(8, 34);
        m_window.display().click(place.x(), place.y());
        QTRY_VERIFY_WITH_TIMEOUT(shows("Alternatives", "list"), 5000);
        m_window.shoot("7-alternatives");
        key("Down");
        key("Return");
        m_window.waitForReplies(4);
        QCOMPARE(query("SELECT json_extract(recipe, '$.continued') FROM generation ORDER BY message_id DESC"),
                 QString("1"));
        const QString newest =
            query("SELECT hex(substr(tokens, 1, 4)) FROM generation ORDER BY message_id DESC");
        QCOMPARE(newest, query("SELECT hex(substr(tokens, 1, 4)) FROM generation WHERE message_id = "
                               "(SELECT max(message_id) FROM generation WHERE message_id < "
                               "(SELECT max(message_id) FROM generation))"));
        m_window.shoot("8-branch");
        m_window.click("Close the panel");
    }

    void searchFindsAndOpensAtTheMessage() {
        key("ctrl+n");
        m_window.send("What do bees make?");
        m_window.waitForReplies(5);
        key("ctrl+k");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Search all chats", "text"), 5000);
        type("lighthouse");
        // It lies on the branch that is not shown.
        QTRY_VERIFY_WITH_TIMEOUT(
            shows("Name one colour of the sea.: Name one lighthouse") || shows("Matches"), 5000);
        QTest::qWait(400);
        m_window.shoot("9-search");
        key("Return");
        QTRY_COMPARE_WITH_TIMEOUT(
            query("SELECT text FROM message WHERE id = (SELECT active_root FROM conversation ORDER BY id)"),
            QString("Name one lighthouse."), 5000);
        // Shortcuts of the window sleep while the search is over it.
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Search all chats", "text"), 5000);
    }

    void findInTheChat() {
        key("ctrl+f");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Find in this chat", "text"), 5000);
        type("lighthouse");
        // Every place counts, also several in one message.
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().dump().contains(QRegularExpression("\"\\d+ of \\d+\"")),
                                 5000);
        m_window.shoot("10-find");
        key("Escape");
    }

    void theTrashGivesBack() {
        QCOMPARE(query("SELECT count(*) FROM conversation WHERE deleted_at IS NULL"), QString("2"));
        const auto deleteNewest = [&] {
            m_window.click(query("SELECT title FROM conversation ORDER BY updated_at DESC"), "list item", 3);
            QTRY_VERIFY_WITH_TIMEOUT(shows("Delete", "menu item"), 5000);
            m_window.click("Delete", "menu item");
            QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM conversation WHERE deleted_at IS NULL"),
                                      QString("1"), 5000);
        };
        deleteNewest();
        // Undo by the key that the notice names.
        key("ctrl+z");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM conversation WHERE deleted_at IS NULL"),
                                  QString("2"), 5000);
        deleteNewest();
        m_window.click("Trash", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Deleted chats"), 5000);
        QTest::qWait(300);
        m_window.shoot("11-trash");
        m_window.click("Restore ");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM conversation WHERE deleted_at IS NULL"),
                                  QString("2"), 5000);
    }

    void draftsSurviveAKill() {
        m_window.write("half a thought");
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT count(*) FROM draft WHERE text = 'half a thought'") == "1",
                                 5000);
        m_window.kill();
        m_window.start();
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find("Message", "text").text, QString("half a thought"),
                                  5000);
        QCOMPARE(query("PRAGMA integrity_check"), QString("ok"));
    }

    void everyControlHasAName() {
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestConversations)
#include "tst_conversations.moc"
