// The pages of the settings in the real window: the doctor, the models moved, a start without the model,
// other languages and colours.
#include <QDir>
#include <QFile>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTest>
#include <memory>

#include "support/driven_window.h"

class TestSettings : public QObject {
    Q_OBJECT

    DrivenWindow m_window;

    QString query(const char* sql) const { return m_window.query(sql); }
    QString setting(const char* name) const {
        return query(qPrintable(
            QString("SELECT json_extract(value, '$[0].%1') FROM setting WHERE name = 'app'").arg(name)));
    }
    void key(const QString& name) { m_window.display().key(name); }
    bool shows(const QString& name, const QString& role = {}) {
        return !m_window.tree().find(name, role, 0).role.isEmpty();
    }
    void openPage(const QString& name) {
        if (!shows("Pages of the settings")) {
            m_window.click("Message", "text");
            key("ctrl+comma");
        }
        m_window.click(name, "list item");
        QTRY_VERIFY_WITH_TIMEOUT(shows(name, "heading"), 5000);
    }
    void close() {
        key("Escape");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Pages of the settings"), 5000);
    }

private slots:
    void cleanup() {
        if (QTest::currentTestFailed()) {
            m_window.shoot("failed-settings");
            qInfo("%s", qPrintable(m_window.tree().dump()));
        }
    }

    void initTestCase() {
        if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) QSKIP(qPrintable(why));
        m_window.setUp();
        m_window.answerBriefly(8);
    }

    void theDoctorLooksAtTheMachine() {
        openPage("Engine");
        QVERIFY(shows("SmolLM2 135M Instruct Q4_1 · CPU, ") || shows("Load the last model on startup"));
        m_window.click("Check this machine", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Run again", "push button"), 120000);
        for (const char* subject : {"Graphics card: ", "Processor: ", "Operations: ", "Disk: ", "Keyring: "})
            QVERIFY2(shows(subject), subject);
        const QString operations = m_window.tree().find("Operations: ").name;
        QVERIFY2(operations.endsWith(" match the reference"), qPrintable(operations));
        m_window.shoot("settings-1-doctor");
        m_window.click("Copy the report", "push button");
        close();
        m_window.click("Message", "text");
        key("ctrl+v");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Message", "text").text.contains(operations), 5000);
        key("ctrl+a");
        key("Delete");
    }

    void aStartWithoutTheModelSaysHowToLoadIt() {
        openPage("Engine");
        m_window.click("Load the last model on startup", "check box");
        QTRY_COMPARE_WITH_TIMEOUT(setting("startLastModel"), QString("0"), 5000);
        close();
        m_window.quit();
        m_window.startWithoutModel();
        QTRY_VERIFY_WITH_TIMEOUT(shows("No model is loaded", "heading"), 5000);
        m_window.shoot("settings-2-no-model");
        QTest::qWait(1500);
        QVERIFY(!m_window.tree().find("Model:", {}, 0).name.contains("Q4_1"));
        m_window.click("Load SmolLM2", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Model:", {}, 0).name.contains("Q4_1"), 30000);
        m_window.send("What do bees make?");
        m_window.waitForReplies(1);
        openPage("Engine");
        // The result of the check before the restart.
        QVERIFY(shows("As of ") && shows("Operations: ") && shows("Run again", "push button"));
        m_window.click("Load the last model on startup", "check box");
        close();
    }

    /// A program asks beside the window's own chat, which the list then shows; after the switch nobody
    /// answers.
    void anotherProgramUsesTheModel() {
        openPage("Other programs");
        m_window.click("Let other programs use the model", "check box");
        QTRY_VERIFY_WITH_TIMEOUT(
            shows("Copy the address", "push button") || shows("Use another port", "push button"), 10000);
        if (shows("Use another port", "push button")) m_window.click("Use another port", "push button");
        QTRY_COMPARE_WITH_TIMEOUT(setting("programsMayAsk"), QString("1"), 5000);
        QTRY_VERIFY_WITH_TIMEOUT(shows("Copy the address", "push button"), 5000);
        const QString port = setting("programPort");
        QNetworkRequest request(QUrl("http://127.0.0.1:" + port + "/v1/chat/completions"));
        request.setHeader(QNetworkRequest::ContentTypeHeader, "application/json");
        request.setRawHeader("User-Agent", "notebook/1.0");
        request.setTransferTimeout(60000);
        const QByteArray body = R"({"messages":[{"role":"user","content":"Say hello."}],"max_tokens":8})";
        QNetworkAccessManager network;
        const auto ask = [&] {
            const std::unique_ptr<QNetworkReply> reply(network.post(request, body));
            QSignalSpy(reply.get(), &QNetworkReply::finished).wait(60000);
            return reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        };
        QCOMPARE(ask(), 200);
        QTRY_VERIFY_WITH_TIMEOUT(shows("notebook"), 5000);
        m_window.shoot("settings-7-programs");
        m_window.click("Let other programs use the model", "check box");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Copy the address", "push button"), 5000);
        QCOMPARE(ask(), 0);
        close();
    }

    void theWindowBeginsWithANewChat() {
        openPage("General");
        m_window.click("A new chat");
        QTRY_COMPARE_WITH_TIMEOUT(setting("openLastChat"), QString("0"), 5000);
        m_window.shoot("settings-3-general");
        close();
        m_window.quit();
        m_window.start();
        QVERIFY(shows("Ready. Everything runs on this computer.", "heading"));
        QCOMPARE(query("SELECT count(*) FROM conversation"), QString("1"));
    }

    void modelsAreMoved() {
        QVERIFY(QDir(m_window.folder()).mkpath("data/elsewhere"));
        openPage("Models folder");
        m_window.click("Measure", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(!shows("Measure", "push button") || !shows("Measuring"), 10000);
        m_window.shoot("settings-4-folder");
        m_window.click("Move the models", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(shows("elsewhere"), 5000);
        m_window.shoot("settings-5-choose");
        m_window.click("elsewhere", "list item");
        m_window.click("Choose this folder", "push button");
        const QString name = QFileInfo(DrivenWindow::starterModel()).fileName();
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(m_window.folder() + "/data/elsewhere/" + name), 15000);
        QVERIFY(!QFile::exists(m_window.folder() + "/data/models/" + name));
        QTRY_VERIFY_WITH_TIMEOUT(setting("lastModel").contains("/data/elsewhere/"), 10000);
        m_window.shoot("settings-6-moved");
        close();
        m_window.quit();
        m_window.start();
        m_window.send("What do ants eat?");
        m_window.waitForReplies(2);
    }

    void aMissingModelsFolderIsSaid() {
        const QString folder = m_window.folder() + "/data/elsewhere", away = m_window.folder() + "/data/away";
        m_window.quit();
        QVERIFY(QDir().rename(folder, away));
        m_window.startWithoutModel();
        QTRY_VERIFY_WITH_TIMEOUT(shows("Your models folder"), 5000);
        m_window.shoot("settings-8-missing");
        m_window.click("Try again", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Your models folder").name.contains("still missing"),
                                 5000);
        QVERIFY(!QFile::exists(folder));
        QVERIFY(QDir().rename(away, folder));
        m_window.click("Try again", "push button");
        QTRY_VERIFY_WITH_TIMEOUT(m_window.tree().find("Model:", {}, 0).name.contains("Q4_1"), 30000);
        QVERIFY(!shows("Your models folder"));
    }

    void itSpeaksGermanInTheDark() {
        openPage("Appearance");
        m_window.click("Dark");
        QTRY_COMPARE_WITH_TIMEOUT(setting("theme"), QString("dark"), 5000);
        openPage("General");
        m_window.click("Language", "combo box");
        m_window.click("Deutsch");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Allgemein", "heading"), 5000);
        m_window.click("Engine", "list item");
        QTRY_VERIFY_WITH_TIMEOUT(shows("Doktor", "heading"), 5000);
        m_window.shoot("settings-7-german");
        QVERIFY(shows("Heute", "heading"));
        // The device's line as well, without a restart.
        QVERIFY2(m_window.tree().find("Modell: ").name.contains(" Threads, ") ||
                     m_window.tree().find("Modell: ").name.contains(" Thread, "),
                 qPrintable(m_window.tree().dump()));
    }

    void everyControlHasAName() {
        QVERIFY2(m_window.tree().unnamedControls().isEmpty(),
                 qPrintable(m_window.tree().unnamedControls().join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
