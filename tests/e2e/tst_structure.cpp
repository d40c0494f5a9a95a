// The real window with the real starter model: a reply that is held to a schema, seen as a tree.
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "support/driven_window.h"

class TestStructure : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
    }

    void aReplyFitsTheSchemaOfAnExample() {
        m_window.click("Settings of this chat");
        m_window.click("Structure", "page tab");
        m_window.click("Examples", "push button");
        m_window.click("Yes or no, with a reason", "menu item");
        QTRY_VERIFY_WITH_TIMEOUT(!m_window.tree().find("Replies will match it.", {}, 0).role.isEmpty(),
                                 20000);
        m_window.click("Structured output", "check box");
        QTRY_VERIFY(!m_window.tree().find("Every reply of this chat will fit.", {}, 0).role.isEmpty());
        m_window.shoot("1-schema");
        m_window.send("Is Paris the capital of France? Answer in JSON with a reason and an answer.");
        m_window.waitForReplies(1);
        const QByteArray text = m_window.query("SELECT text FROM message WHERE role = 2").toUtf8();
        const QJsonObject reply = QJsonDocument::fromJson(text).object();
        QVERIFY2(reply.size() == 2 && reply.contains("reason"), text.constData());
        const QString answer = reply.value("answer").toString();
        QVERIFY2(answer == "yes" || answer == "no", text.constData());
        // As a tree.
        QTRY_VERIFY2(!m_window.tree().find("answer: " + answer, {}, 0).role.isEmpty(),
                     qPrintable(m_window.tree().dump()));
        m_window.shoot("2-reply");
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }

    void theChatAndTheReplyKeepIt() {
        m_window.kill();
        m_window.start();
        QCOMPARE(m_window.query("SELECT json_extract(structure, '$.on') FROM conversation"), QString("1"));
        QCOMPARE(m_window.query("SELECT json_extract(recipe, '$.structure.source') = json_extract(structure, "
                                "'$.schema') FROM generation, conversation"),
                 QString("1"));
        QTRY_VERIFY(!m_window.tree().find("Every reply of this chat will fit.", {}, 0).role.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestStructure)
#include "tst_structure.moc"
