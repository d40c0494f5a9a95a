// The real window, the real starter model, real keys and clicks: first chat, stop, settings, turns, restart.
#include <QElapsedTimer>
#include <QTest>

#include "support/driven_window.h"

class TestFirstChat : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
    }

    void startsReady() {
        m_window.shoot("1-start");
        QCOMPARE(m_window.query("SELECT count(*) FROM message"), QString("0"));
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }

    void stopEndsAReplyAtOnce() {
        m_window.send("Write a long story about a lighthouse keeper and the sea.");
        QTRY_VERIFY_WITH_TIMEOUT(!m_window.tree().find("Stop", "push button", 0).role.isEmpty(), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window.query("SELECT length(text) > 20 FROM partial_reply") == "1", 60000);
        m_window.shoot("2-streaming");
        m_window.display().key("Escape");
        QElapsedTimer timer;
        timer.start();
        QTRY_COMPARE_WITH_TIMEOUT(m_window.query("SELECT state FROM message WHERE role = 2"), QString("2"),
                                  5000);
        qInfo("stopped and stored at most %lld ms after the key", timer.elapsed());
        m_window.waitForReplies(1);
        QVERIFY(m_window.query("SELECT length(text) FROM message WHERE role = 2").toInt() > 20);
        QCOMPARE(m_window.query("SELECT count(*) FROM partial_reply"), QString("0"));
    }

    void greedySettingAnswersAndReusesTheCache() {
        m_window.display().key("ctrl+n");
        m_window.click("Settings of this chat");
        m_window.click("Temperature", "slider");
        m_window.display().key("Home");
        m_window.shoot("3-sampling");
        m_window.send("What is the capital of France?");
        m_window.waitForReplies(2);
        QVERIFY2(m_window.query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC").contains("Paris"),
                 qPrintable(m_window.query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC")));
        m_window.send("And of Italy?");
        m_window.waitForReplies(3);
        // The second turn reads what is new since the first one's end: its question and the template around
        // it.
        const int reused = m_window.lastMetric("reusedTokens").toInt();
        const int processed = m_window.lastMetric("processedTokens").toInt();
        qInfo("second turn: reused %d, processed %d", reused, processed);
        QVERIFY(reused >= 40 && processed < 20);
        QCOMPARE(m_window.query("SELECT json_extract(recipe, '$.sampling.temperature') = 0 FROM generation"
                                " ORDER BY message_id DESC"),
                 QString("1"));
        QVERIFY(m_window.query("SELECT length(tokens) FROM generation ORDER BY message_id DESC").toInt() >=
                8);
        m_window.shoot("4-second-turn");
    }

    void copiesWhatIsSelectedAcrossMessages() {
        const QRect question = m_window.tree().find("You wrote").extents;
        const QRect composer = m_window.tree().find("Message", "text").extents;
        // From before the first word to the footer of the last reply.
        m_window.display().drag(QPoint(question.left() + 1, question.top() + 8),
                                QPoint(composer.left() + 200, composer.top() - 40));
        m_window.shoot("6-selection");
        m_window.display().key("ctrl+c");
        m_window.click("Message", "text");
        m_window.display().key("ctrl+v");
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window.tree().find("Message", "text").text.replace(QChar::ParagraphSeparator, u'\n'),
            m_window.query(
                "SELECT group_concat(text, char(10) || char(10)) FROM (SELECT text FROM message WHERE"
                " conversation_id = (SELECT max(id) FROM conversation) ORDER BY id)"),
            10000);
        m_window.display().key("ctrl+a");
        m_window.display().key("Delete");
        QTRY_COMPARE(m_window.tree().find("Message", "text").text, QString());
    }

    void aSecondStartHandsItsFileToTheFirst() {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(m_window.startAgain({}), 0);
        qInfo("the second start took %lld ms", timer.elapsed());
        QTemporaryDir folder;
        const QString other = folder.path() + "/Another-Model-Q4_1.gguf";
        QVERIFY(QFile::link(DrivenWindow::starterModel(), other));
        QCOMPARE(m_window.startAgain({other}), 0);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window.query("SELECT value FROM setting WHERE name = 'app'").contains(other), 15000);
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Model:", {}, 0).name.contains("Q4_1"), 30000);
    }

    void everythingIsThereAfterARestart() {
        const QString messages =
            m_window.query("SELECT group_concat(text, '|') FROM (SELECT text FROM message ORDER BY id)");
        m_window.kill();
        m_window.start();
        for (const char* title : {"SELECT title FROM conversation ORDER BY id",
                                  "SELECT title FROM conversation ORDER BY id DESC"})
            QVERIFY2(!m_window.tree().find(m_window.query(title)).role.isEmpty(),
                     qPrintable(m_window.query(title) + m_window.tree().dump()));
        QCOMPARE(m_window.query("SELECT group_concat(text, '|') FROM (SELECT text FROM message ORDER BY id)"),
                 messages);
        QCOMPARE(m_window.query("PRAGMA integrity_check"), QString("ok"));
        QCOMPARE(m_window.query("SELECT count(*) FROM conversation WHERE deleted_at IS NULL"), QString("2"));
        m_window.shoot("5-after-restart");
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }

    void theCacheIsThereAfterARestart() {
        m_window.send("And of Spain?");
        m_window.waitForReplies(4);
        m_window.quit();
        m_window.start();
        m_window.send("And of Portugal?");
        m_window.waitForReplies(5);
        const int reused = m_window.lastMetric("reusedTokens").toInt();
        const int processed = m_window.lastMetric("processedTokens").toInt();
        qInfo("after a restart: reused %d, processed %d", reused, processed);
        // At most a block of 32 tokens of the chat is computed again.
        QVERIFY(reused >= 60 - 31 && processed < 20 + 32);
    }
};

QTEST_GUILESS_MAIN(TestFirstChat)
#include "tst_first_chat.moc"
