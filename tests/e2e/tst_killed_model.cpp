// A model in a process of its own, chosen in the settings, whose process is killed under a reply: the window
// says so and keeps what there is, and the next message is answered.
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QTest>

#include "support/driven_window.h"

namespace {

/// The processes of this computer with this name.
QList<int> processesNamed(const QByteArray& wanted) {
    QList<int> found;
    for (const QString& name : QDir("/proc").entryList(QDir::Dirs)) {
        QFile file("/proc/" + name + "/comm");
        if (file.open(QFile::ReadOnly) && file.readAll() == wanted + '\n') found += name.toInt();
    }
    return found;
}

QList<int> modelProcesses() {
    return processesNamed("hearth-model");
}

}  // namespace

class TestKilledModel : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString lastReply() const {
        return m_window.query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC LIMIT 1");
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) {
            m_window.shoot("failed-killed-model");
            qInfo("%s", qPrintable(m_window.tree().dump()));
        }
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
    }

    void theProcessIsChosenInTheSettings() {
        // On the CPU a model has a worker from the start; the setting refuses to load without.
        QTRY_COMPARE_WITH_TIMEOUT(modelProcesses().size(), 1, 60000);
        const auto before = modelProcesses();
        m_window.click("Message", "text");
        m_window.display().key("ctrl+comma");
        m_window.click("Engine", "list item");
        m_window.click("Run models in a sandbox only", "check box");
        m_window.shoot("own-process-1-setting");
        m_window.click("Load again with these settings", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(modelProcesses().size() == 1 && modelProcesses() != before, 60000);
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window.tree().find("Load again with these settings", "push button").enabled, 20000);
        m_window.display().key("Escape");
    }

    void headersAreReadInOneOfTheirOwn() {
        m_window.click("Models", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(!processesNamed("hearth-reader").isEmpty(), 20000);
        m_window.shoot("own-process-3-models");
        m_window.display().key("Escape");
        // It rests, and goes.
        QTRY_VERIFY_WITH_TIMEOUT(processesNamed("hearth-reader").isEmpty(), 20000);
    }

    void whatThereIsOfAReplyIsKept() {
        m_window.answerBriefly(4000);
        m_window.send("Tell me a long story about a lighthouse.");
        // The partial reply is saved each second.
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window.query("SELECT length(text) FROM partial_reply LIMIT 1").toInt() > 20, 60000);
        for (const int process : modelProcesses()) ::kill(process, SIGKILL);
        QVERIFY(!m_window.tree()
                     .find("The reply stopped. The process of the model was killed", "alert", 20000)
                     .role.isEmpty());
        m_window.shoot("own-process-2-killed");
        m_window.waitForReplies(1);
        QVERIFY(lastReply().size() > 20);
    }

    void theNextMessageIsAnswered() {
        QTRY_COMPARE_WITH_TIMEOUT(modelProcesses().size(), 1, 60000);
        m_window.answerBriefly(12);
        m_window.send("What is the capital of France?");
        m_window.waitForReplies(2);
        QVERIFY(!lastReply().isEmpty());
        QCOMPARE(m_window.query("SELECT error FROM message ORDER BY id DESC LIMIT 1"), QString());
    }

    void oneThatEndsWhileNothingIsAskedIsReplaced() {
        const QList<int> before = modelProcesses();
        QCOMPARE(before.size(), 1);
        ::kill(before[0], SIGKILL);
        // One look at the processes for both questions: they change between two.
        const auto isReplaced = [&] {
            const QList<int> now = modelProcesses();
            return now.size() == 1 && now != before;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isReplaced(), 20000);
    }

    void theProcessEndsWithTheWindow() {
        m_window.kill();
        QTRY_VERIFY(modelProcesses().isEmpty());
        m_window.start();
        QCOMPARE(modelProcesses().size(), 1);
        m_window.quit();
        QTRY_VERIFY(modelProcesses().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestKilledModel)
#include "tst_killed_model.moc"
