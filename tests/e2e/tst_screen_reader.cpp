// The program as somebody with a screen reader uses it: controls are found by name and pressed over AT-SPI,
// texts are typed where the screen reader put the focus; there is no pointer.
#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include "support/driven_window.h"
#include "support/fake_hub.h"

class TestScreenReader : public QObject {
    Q_OBJECT

    const QString repository = "acme/Little-GGUF", file = "Little-Q4_1.gguf";
    std::unique_ptr<FakeHub> m_hub;
    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    void press(const QString& name, const QString& role = {}) {
        QVERIFY2(!m_window.tree().find(name, role).role.isEmpty(),
                 qPrintable("not there: " + name + '\n' + m_window.tree().dump()));
        QVERIFY2(m_window.tree().press(name, role), qPrintable("cannot be pressed: " + name));
    }
    void write(const QString& text, const QString& name) {
        QVERIFY2(!m_window.tree().find(name, "text").role.isEmpty(),
                 qPrintable("not there: " + name + '\n' + m_window.tree().dump()));
        QVERIFY2(m_window.tree().focus(name, "text"), qPrintable("does not take the focus: " + name));
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find(name, "text").focused, 5000);
        m_window.display().key("ctrl+a");
        m_window.display().type(text);
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find(name, "text").text, text, 5000);
    }

private slots:
    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        if (QStandardPaths::findExecutable("openssl").isEmpty()) QSKIP("SKIPPED: openssl is not installed");
        m_hub = std::make_unique<FakeHub>();
        QVERIFY(m_hub->isRunning());
        QFile model(DrivenWindow::starterModel());
        QVERIFY(model.open(QFile::ReadOnly));
        m_hub->addFile(repository, file, model.readAll());
        m_hub->addAnswer("/api/models",
                         QString("[{\"id\":\"%1\",\"downloads\":5}]").arg(repository).toUtf8());
        m_hub->addAnswer(
            "/api/models/" + repository,
            QString("{\"id\":\"%1\",\"sha\":\"%2\"}").arg(repository, FakeHub::commit()).toUtf8());
        qputenv("HF_ENDPOINT", m_hub->endpoint().toLatin1());
        qputenv("SSL_CERT_FILE", m_hub->certificates().toLocal8Bit());
        m_window.setUp();
    }

    void aReplyIsAskedForAndStopped() {
        write("Write a long story about a lighthouse keeper and the sea.", "Message");
        press("Send", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT length(text) > 20 FROM partial_reply") == "1", 60000);
        press("Stop", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT state FROM message WHERE role = 2"), QString("2"), 5000);
        m_window.waitForReplies(1);
    }

    void theMessageIsEdited() {
        press("Edit your message", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(m_window.tree().find("Message", "text").text,
                                  QString("Write a long story about a lighthouse keeper and the sea."), 5000);
        write("Say the word lighthouse.", "Message");
        press("Send", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT count(*) FROM message WHERE role = 2"), QString("2"), 10000);
        // So short a reply may end by itself before it is stopped; either way it is the second.
        if (!m_window.tree().find("Stop", "push button", 1000).role.isEmpty())
            m_window.tree().press("Stop", "push button");
        m_window.waitForReplies(2);
        QVERIFY(!m_window.tree().find("Version 2 of 2").role.isEmpty());
        press("Previous version", "push button");
        QVERIFY(!m_window.tree().find("Version 1 of 2").role.isEmpty());
    }

    void aChatIsSearchedAndOpened() {
        press("New chat");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Version", {}, 0).role.isEmpty(), 5000);
        press("Search all chats");
        write("lighthouse", "Search all chats");
        const QString match = m_window.tree().find(query("SELECT title FROM conversation") + ":").name;
        QVERIFY2(!match.isEmpty(), qPrintable(m_window.tree().dump()));
        press(match);
        QVERIFY2(!m_window.tree().find("Version").role.isEmpty(), qPrintable(m_window.tree().dump()));
    }

    void whatIsOneOfAFewSaysSo() {
        const auto selected = [this](const char* name, const char* role) {
            return m_window.tree().find(name, role).selected;
        };
        const auto checked = [this](const char* name) {
            return m_window.tree().find(name, "radio button").checked;
        };
        press("Settings of this chat", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(selected("Sampling", "page tab"), 5000);
        press("Context", "page tab");
        QTRY_VERIFY_WITH_TIMEOUT(selected("Context", "page tab"), 5000);
        QVERIFY(!selected("Sampling", "page tab"));
        press("Close the panel");
        press("Settings", "push button");
        QVERIFY(!m_window.tree().find("Appearance", "list item").role.isEmpty());
        press("Appearance", "list item");
        QTRY_VERIFY_WITH_TIMEOUT(selected("Appearance", "list item"), 5000);
        QVERIFY(!selected("General", "list item"));
        QVERIFY(checked("System") && !checked("Dark"));
        press("Dark", "radio button");
        QTRY_VERIFY_WITH_TIMEOUT(checked("Dark"), 5000);
        QVERIFY(!checked("System"));
        m_window.display().key("Escape");
    }

    void aModelIsFoundAndDownloaded() {
        press("Models", "push button");
        press("Discover", "page tab");
        write("little", "Search models");
        press("Little, acme", "list item");
        m_hub->setPace(40000);
        press("Download Q4_1");
        press("Pause Q4_1", "push button");
        press("Resume Q4_1", "push button");
        m_hub->setPace(0);
        const QString path = m_window.folder() + "/data/models/" + repository + "/" + file;
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path), 60000);
        press("Installed", "page tab");
        press("Little, Q4_1", "list item");
        press("Load", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Model: Little", {}, 0).name.contains("Q4_1"), 60000);
    }
};

QTEST_GUILESS_MAIN(TestScreenReader)
#include "tst_screen_reader.moc"
