#include "support/driven_window.h"

#include <sqlite3.h>

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTest>

QString DrivenWindow::starterModel() {
    const QString named = qEnvironmentVariable("HEARTH_STARTER_MODEL");
    return !named.isEmpty() ? named
                            : QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                                  "/hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf";
}

QString DrivenWindow::whyNot() {
    if (!QFile::exists(starterModel()))
        return "SKIPPED: the starter model is not there; ./run test fetches it";
    for (const char* tool : {"Xvfb", "xdotool", "import"})
        if (QStandardPaths::findExecutable(tool).isEmpty())
            return QString("SKIPPED: %1 is not installed").arg(tool);
    if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return "SKIPPED: no session bus; run it with dbus-run-session";
    return {};
}

DrivenWindow::~DrivenWindow() {
    if (m_program) kill();
    // It ends the bus that it started, which a kill would leave.
    m_accessibilityBus.terminate();
    if (!m_accessibilityBus.waitForFinished(5000)) m_accessibilityBus.kill();
}

void DrivenWindow::setUp(QSize screen) {
    m_display = std::make_unique<VirtualDisplay>(screen.width(), screen.height());
    QVERIFY(m_display->isRunning());
    // For startAgain() and what the test itself starts.
    qputenv("DISPLAY", m_display->name().toLatin1());
    qputenv("QT_QPA_PLATFORM", "xcb");
    qputenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
    m_accessibilityBus.start("/usr/libexec/at-spi-bus-launcher", {"--launch-immediately"});
    QVERIFY(m_accessibilityBus.waitForStarted());
    QVERIFY(QDir().mkpath(m_folder.path() + "/data/models"));
    const QString place = m_folder.path() + "/data/models/" + QFileInfo(m_model).fileName();
    if (QFileInfo(m_model).isDir()) {
        // Links to folders are not followed there.
        QVERIFY(QDir().mkpath(place));
        for (const QString& file : QDir(m_model).entryList(QDir::Files))
            QVERIFY(QFile::copy(m_model + "/" + file, place + "/" + file));
    } else {
        QVERIFY(QFile::link(m_model, place));
    }
    start();
}

void DrivenWindow::start() {
    startWithoutModel();
    // The model is loaded once the button names its type.
    const QString type = m_model == starterModel() ? "Q4_1" : "F32";
    QTRY_VERIFY_WITH_TIMEOUT(m_tree->find("Model:", {}, 0).name.contains(type), 30000);
}

void DrivenWindow::startWithoutModel() {
    m_program = std::make_unique<QProcess>();
    m_program->setProcessChannelMode(QProcess::ForwardedChannels);
    m_program->setWorkingDirectory(m_folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Dialogs for files show the test's folder, and are ours whatever the desktop has.
    environment.insert("HOME", m_folder.path());
    environment.insert("DISPLAY", m_display->name());
    environment.insert("HEARTH_FILE_DIALOG", "own");
    m_program->setProcessEnvironment(environment);
    QStringList command = m_launcher;
    command << HEARTH_BINARY_DIR "/bin/hearth"
            << "--software"
            << "--data-dir" << m_folder.path() + "/data";
    m_program->start(command.takeFirst(), command);
    QVERIFY2(m_program->waitForStarted(), "the program does not start");
    m_tree = std::make_unique<AccessibleTree>("hearth");
    QVERIFY2(!m_tree->find("Message", "text", 30000).role.isEmpty(), qPrintable(m_tree->dump()));
}

int DrivenWindow::startAgain(const QStringList& arguments) const {
    QProcess second;
    second.setProcessChannelMode(QProcess::ForwardedChannels);
    second.start(HEARTH_BINARY_DIR "/bin/hearth",
                 QStringList{"--software", "--data-dir", m_folder.path() + "/data"} + arguments);
    if (second.waitForFinished(10000)) return second.exitCode();
    second.kill();
    second.waitForFinished();
    return -1;
}

void DrivenWindow::quit() {
    m_display->key("ctrl+q");
    QVERIFY2(m_program->waitForFinished(15000), "it does not end");
    QCOMPARE(m_program->exitCode(), 0);
}

void DrivenWindow::kill() {
    m_program->kill();
    m_program->waitForFinished();
}

void DrivenWindow::click(const QString& name, const QString& role, int button) {
    const auto node = m_tree->find(name, role);
    if (node.role.isEmpty()) qInfo("%s", qPrintable(m_tree->dump()));
    QVERIFY2(!node.role.isEmpty(), qPrintable("not in the window: " + name));
    const QPoint middle = node.extents.center();
    m_display->click(middle.x(), middle.y(), button);
}

void DrivenWindow::write(const QString& text) {
    click("Message", "text");
    m_display->type(text);
    QTRY_COMPARE_WITH_TIMEOUT(m_tree->find("Message", "text").text, text, 10000);
}

void DrivenWindow::send(const QString& text) {
    write(text);
    m_display->key("Return");
}

void DrivenWindow::waitForReplies(int count) {
    QTRY_VERIFY_WITH_TIMEOUT(
        query("SELECT count(*) FROM message WHERE role = 2 AND state <> 1") == QString::number(count),
        120000);
    QTRY_VERIFY_WITH_TIMEOUT(!m_tree->find("Send", "push button", 0).role.isEmpty(), 10000);
}

QString DrivenWindow::query(const char* sql) const {
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

void DrivenWindow::change(const char* sql) const {
    sqlite3* database = nullptr;
    const QByteArray path = (m_folder.path() + "/data/hearth.db").toUtf8();
    QCOMPARE(sqlite3_open_v2(path.constData(), &database, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
    const int status = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
    sqlite3_close(database);
    QCOMPARE(status, SQLITE_OK);
}

QString DrivenWindow::lastMetric(const char* name) const {
    return query(qPrintable(
        QString("SELECT json_extract(metrics, '$.%1') FROM generation ORDER BY message_id DESC").arg(name)));
}

void DrivenWindow::answerBriefly(int tokens) {
    click("Settings of this chat");
    click("Temperature", "slider");
    m_display->key("Home");
    click("Max tokens", "text");
    m_display->type(QString::number(tokens));
    m_display->key("Tab");
    // The end of the parameters may be below the edge, where the tree does not show it.
    const QPoint panel = m_tree->find("Seed", "text").extents.center();
    constexpr int wheelDown = 5;
    for (int notch = 0; notch < 10; ++notch) m_display->click(panel.x(), panel.y(), wheelDown);
    click("Use as default");
    click("For this model", "menu item");
    click("Close the panel");
}

void DrivenWindow::shoot(const QString& name) {
    const QString folder = HEARTH_BINARY_DIR "/screenshots";
    QDir().mkpath(folder);
    QVERIFY(m_display->screenshot(folder + "/" + name + ".png"));
}
