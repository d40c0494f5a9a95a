// The real window with the real starter model: two chats that reply at the same time, and answers compared.
#include <QTest>

#include "support/driven_window.h"

class TestSeveralReplies : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    void key(const QString& name) { m_window.display().key(name); }
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
    }

    void twoChatsReplyAtOnce() {
        // Long enough that both are still under way when they are looked at.
        m_window.answerBriefly(3000);
        m_window.send("List every plant you know.");
        key("ctrl+n");
        m_window.send("List every animal you know.");
        QTRY_VERIFY_WITH_TIMEOUT(shows("2 chats are replying"), 10000);
        QVERIFY(shows("List every plant you know., answering", "list item"));
        QVERIFY(shows("List every animal you know., answering", "list item"));
        // Both have text before either ends.
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM partial_reply WHERE length(text) > 20"),
                                  QString("2"), 20000);
        QCOMPARE(query("SELECT count(*) FROM message WHERE state = 1"), QString("2"));
        m_window.shoot("several-1-two-chats");
        // One of them ends by its menu, the other goes on.
        m_window.click("List every plant", "list item", 3);
        m_window.click("Stop the reply", "menu item");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM message WHERE state = 1"), QString("1"), 5000);
        QCOMPARE(query("SELECT state FROM message WHERE role = 2 ORDER BY id"), QString("2"));
        key("Escape");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM message WHERE state = 1"), QString("0"), 5000);
    }

    void answersAreComparedAndOneIsKept() {
        m_window.answerBriefly(24);
        key("ctrl+n");
        m_window.write("Name one colour of the sea.");
        m_window.click("Sampling preset");
        m_window.click("Compare answers", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Compare answers", "dialog"), 5000);
        m_window.click("Temperature", "radio button");
        m_window.click("Compare", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Answer 2 of 2: Temperature 0.60"), 5000);
        QTRY_COMPARE_WITH_TIMEOUT(
            query("SELECT count(*) FROM message WHERE role = 2 AND state = 0 AND parent_id = "
                  "(SELECT id FROM message WHERE text = 'Name one colour of the sea.')"),
            QString("2"), 30000);
        m_window.shoot("several-2-compare");
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
        m_window.click("Keep this one: Temperature 0.60");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Version 2 of 2"), 5000);
        m_window.shoot("several-3-kept");
    }

    void allIsThereAfterARestart() {
        m_window.quit();
        m_window.start();
        QTRY_VERIFY_WITH_TIMEOUT(shows("Version 2 of 2"), 10000);
        m_window.click("Previous version");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Version 1 of 2"), 5000);
        QCOMPARE(
            query("SELECT json_extract(recipe, '$.sampling.temperature') FROM generation ORDER BY message_id"
                  " DESC"),
            QString("0.6"));
        QCOMPARE(query("SELECT count(*) FROM conversation"), QString("3"));
        QCOMPARE(query("SELECT count(*) FROM message WHERE role = 2 AND length(text) > 0"), QString("4"));
        QCOMPARE(query("PRAGMA integrity_check"), QString("ok"));
    }
};

QTEST_GUILESS_MAIN(TestSeveralReplies)
#include "tst_several_replies.moc"
