// The real window, the real starter model, real keys and clicks: first chat, stop, settings, turns, restart.
#include <sqlite3.h>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "support/accessible_tree.h"
#include "support/virtual_display.h"

class TestFirstChat : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<VirtualDisplay> m_display;
    QProcess m_accessibilityBus;
    std::unique_ptr<QProcess> m_program;
    std::unique_ptr<AccessibleTree> m_window;

    static QString starterModel() {
        const QString named = qEnvironmentVariable("HEARTH_STARTER_MODEL");
        return !named.isEmpty() ? named
                                : QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                                      "/hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf";
    }

    void start() {
        m_program = std::make_unique<QProcess>();
        m_program->setProcessChannelMode(QProcess::ForwardedChannels);
        m_program->start(HEARTH_BINARY_DIR "/bin/hearth",
                         {"--software", "--data-dir", m_folder.path() + "/data"});
        QVERIFY2(m_program->waitForStarted(), "the program does not start");
        m_window = std::make_unique<AccessibleTree>("hearth");
        QVERIFY2(!m_window->find("Message", "text", 30000).role.isEmpty(), qPrintable(m_window->dump()));
        // The model is loaded once the button names it.
        QTRY_VERIFY_WITH_TIMEOUT(m_window->find("Model:", {}, 0).name.contains("Q4_1"), 30000);
    }

    void quit() {
        m_program->kill();
        m_program->waitForFinished();
    }

    void click(const QString& name, const QString& role = {}) {
        const auto node = m_window->find(name, role);
        QVERIFY2(!node.role.isEmpty(), qPrintable("not in the window: " + name + '\n' + m_window->dump()));
        const QPoint middle = node.extents.center();
        m_display->click(middle.x(), middle.y());
    }

    void send(const QString& text) {
        click("Message", "text");
        m_display->type(text);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->find("Message", "text").text, text, 10000);
        m_display->key("Return");
    }

    void waitForReplies(int count) {
        QTRY_VERIFY_WITH_TIMEOUT(
            query("SELECT count(*) FROM message WHERE role = 2 AND state <> 1") == QString::number(count),
            120000);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->find("Send", "push button", 0).role.isEmpty(), 10000);
    }

    /// The first column of the first row, read beside the running program.
    QString query(const char* sql) const {
        sqlite3* database = nullptr;
        QString result;
        const QByteArray path = (m_folder.path() + "/data/hearth.db").toUtf8();
        if (sqlite3_open_v2(path.constData(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK) {
            sqlite3_busy_timeout(database, 2000);
            sqlite3_stmt* statement = nullptr;
            if (sqlite3_prepare_v2(database, sql, -1, &statement, nullptr) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW)
                result = QString::fromUtf8(reinterpret_cast<const char*>(sqlite3_column_text(statement, 0)));
            sqlite3_finalize(statement);
        }
        sqlite3_close(database);
        return result;
    }

    void shoot(const QString& name) {
        const QString folder = HEARTH_BINARY_DIR "/screenshots";
        QDir().mkpath(folder);
        QVERIFY(m_display->screenshot(folder + "/" + name + ".png"));
    }

private slots:
    void initTestCase() {
        if (!QFile::exists(starterModel()))
            QSKIP("SKIPPED: the starter model is not there; ./run test fetches it");
        for (const char* tool : {"Xvfb", "xdotool", "import"})
            if (QStandardPaths::findExecutable(tool).isEmpty())
                QSKIP(qPrintable(QString("SKIPPED: %1 is not installed").arg(tool)));
        if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
            QSKIP("SKIPPED: no session bus; run it with dbus-run-session");
        m_display = std::make_unique<VirtualDisplay>();
        QVERIFY(m_display->isRunning());
        qputenv("DISPLAY", m_display->name().toLatin1());
        qputenv("QT_QPA_PLATFORM", "xcb");
        qputenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
        m_accessibilityBus.start("/usr/libexec/at-spi-bus-launcher", {"--launch-immediately"});
        QVERIFY(m_accessibilityBus.waitForStarted());
        QVERIFY(QDir().mkpath(m_folder.path() + "/data/models"));
        QVERIFY(QFile::link(starterModel(),
                            m_folder.path() + "/data/models/" + QFileInfo(starterModel()).fileName()));
        start();
    }

    void cleanupTestCase() {
        if (m_program) quit();
        m_accessibilityBus.kill();
        m_accessibilityBus.waitForFinished();
    }

    void startsReady() {
        shoot("1-start");
        QCOMPARE(query("SELECT count(*) FROM message"), QString("0"));
        QVERIFY2(m_window->unnamedControls().isEmpty(), qPrintable(m_window->unnamedControls().join("; ")));
    }

    void stopEndsAReplyAtOnce() {
        send("Write a long story about a lighthouse keeper and the sea.");
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->find("Stop", "push button", 0).role.isEmpty(), 10000);
        QTRY_VERIFY_WITH_TIMEOUT(query("SELECT length(text) > 20 FROM partial_reply") == "1", 60000);
        shoot("2-streaming");
        m_display->key("Escape");
        QElapsedTimer timer;
        timer.start();
        QTRY_COMPARE_WITH_TIMEOUT(query("SELECT state FROM message WHERE role = 2"), QString("2"), 5000);
        qInfo("stopped and stored at most %lld ms after the key", timer.elapsed());
        waitForReplies(1);
        QVERIFY(query("SELECT length(text) FROM message WHERE role = 2").toInt() > 20);
        QCOMPARE(query("SELECT count(*) FROM partial_reply"), QString("0"));
    }

    void greedySettingAnswersAndReusesTheCache() {
        m_display->key("ctrl+n");
        click("Settings of this chat");
        click("Temperature", "slider");
        m_display->key("Home");
        shoot("3-sampling");
        send("What is the capital of France?");
        waitForReplies(2);
        QVERIFY2(query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC").contains("Paris"),
                 qPrintable(query("SELECT text FROM message WHERE role = 2 ORDER BY id DESC")));
        send("And of Italy?");
        waitForReplies(3);
        // The second turn reads what is new since the first one's end: its question and the template around
        // it.
        const QString reused =
            query("SELECT json_extract(metrics, '$.reusedTokens') FROM generation ORDER BY message_id DESC");
        const QString processed = query(
            "SELECT json_extract(metrics, '$.processedTokens') FROM generation ORDER BY message_id DESC");
        qInfo("second turn: reused %s, processed %s", qPrintable(reused), qPrintable(processed));
        QVERIFY(reused.toInt() >= 40 && processed.toInt() < 20);
        QCOMPARE(query("SELECT json_extract(recipe, '$.sampling.temperature') = 0 FROM generation"
                       " ORDER BY message_id DESC"),
                 QString("1"));
        QVERIFY(query("SELECT length(tokens) FROM generation ORDER BY message_id DESC").toInt() >= 8);
        shoot("4-second-turn");
    }

    void everythingIsThereAfterARestart() {
        const QString messages =
            query("SELECT group_concat(text, '|') FROM (SELECT text FROM message ORDER BY id)");
        quit();
        start();
        for (const char* title : {"SELECT title FROM conversation ORDER BY id",
                                  "SELECT title FROM conversation ORDER BY id DESC"})
            QVERIFY2(!m_window->find(query(title)).role.isEmpty(),
                     qPrintable(query(title) + m_window->dump()));
        QCOMPARE(query("SELECT group_concat(text, '|') FROM (SELECT text FROM message ORDER BY id)"),
                 messages);
        QCOMPARE(query("PRAGMA integrity_check"), QString("ok"));
        QCOMPARE(query("SELECT count(*) FROM conversation WHERE deleted_at IS NULL"), QString("2"));
        shoot("5-after-restart");
        QVERIFY2(m_window->unnamedControls().isEmpty(), qPrintable(m_window->unnamedControls().join("; ")));
    }
};

QTEST_GUILESS_MAIN(TestFirstChat)
#include "tst_first_chat.moc"
