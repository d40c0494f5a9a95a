// Clicks, keys and the wheel at random on the program itself, and looks whether it lives and still answers.
//     dbus-run-session -- build/release/tests/random_input --seconds 3600 --seed 1
// A seed says what is clicked and typed; how far the program is by then is its own. The core dump of a crash,
// the last input and what the program printed are kept.
#include <signal.h>
#include <sys/resource.h>
#include <sys/types.h>

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTextStream>
#include <QThread>

#include "e2e/acknowledged.h"
#include "support/accessible_tree.h"
#include "support/driven_window.h"
#include "support/virtual_display.h"

namespace {

constexpr int width = 1280, height = 800, sidebarWidth = 260;
constexpr int chats = 80;
/// Longer than any single thing that input asks for takes.
constexpr int answerMs = 20000;
/// Coming up beside much else, loading a model.
constexpr int startMs = 120000;
constexpr int remembered = 40;

const QStringList keys{"Tab",       "Tab",    "shift+Tab", "Up",         "Down",       "Down",   "Left",
                       "Right",     "Return", "Return",    "Escape",     "F2",         "F2",     "F2",
                       "Delete",    "space",  "Home",      "End",        "Next",       "Prior",  "Menu",
                       "ctrl+n",    "ctrl+k", "ctrl+f",    "ctrl+m",     "ctrl+j",     "ctrl+b", "ctrl+l",
                       "ctrl+z",    "ctrl+r", "ctrl+e",    "ctrl+Up",    "ctrl+a",     "ctrl+c", "ctrl+v",
                       "ctrl+0",    "a",      "b",         "ctrl+Next",  "ctrl+Prior", "1",      "period",
                       "BackSpace", "F6",     "alt+Up",    "ctrl+comma", "ctrl+slash"};

void end(QProcess& process) {
    process.kill();
    process.waitForFinished();
}

/// The display and the accessibility bus of all runs: this process can talk to one such bus in its life.
class Desk {
public:
    ~Desk() {
        // It ends the bus that it started, which a kill would leave.
        m_bus.terminate();
        if (!m_bus.waitForFinished(5000)) end(m_bus);
    }

    bool start() {
        if (!m_display.isRunning()) return false;
        qputenv("DISPLAY", m_display.name().toLatin1());
        qputenv("QT_QPA_PLATFORM", "xcb");
        qputenv("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
        m_bus.start("/usr/libexec/at-spi-bus-launcher", {"--launch-immediately"});
        return m_bus.waitForStarted();
    }

private:
    VirtualDisplay m_display{width, height};
    QProcess m_bus;
};

/// One run of the program on a data folder of its own.
class Run {
public:
    Run(quint32 seed, QString program, QString keptIn)
        : m_seed(seed), m_path(std::move(program)), m_keptIn(std::move(keptIn)), m_random(seed) {}
    ~Run() {
        end(m_input);
        end(m_program);
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// The failure; empty: there was none.
    QString forSeconds(int seconds) {
        if (const QString why = prepare(); !why.isEmpty()) return kept(why);
        QElapsedTimer time;
        time.start();
        int cameUp = 1;
        for (; time.elapsed() < qint64{seconds} * 1000; ++m_count) {
            step();
            if (m_program.waitForFinished(0) || m_program.state() == QProcess::NotRunning) {
                if (!endedWell()) return crashed();
                // Keys ended it, as they may.
                if (!start())
                    return kept(
                        QStringLiteral("the program does not come up again after %1 inputs").arg(m_count));
                ++cameUp;
            }
        }
        // One that hangs does not hear this.
        ::kill(static_cast<pid_t>(m_program.processId()), SIGTERM);
        if (!m_program.waitForFinished(answerMs)) {
            ::kill(static_cast<pid_t>(m_program.processId()), SIGABRT);
            m_program.waitForFinished(answerMs);
            return crashed() + QStringLiteral(" (it did not end when asked to)");
        }
        if (!endedWell()) return crashed();
        QTextStream(stdout) << "seed " << m_seed << ": " << m_count << " inputs, started " << cameUp
                            << " times\n";
        return {};
    }

private:
    QString log() const { return m_folder.path() + "/printed.txt"; }
    bool endedWell() const {
        return m_program.exitStatus() == QProcess::NormalExit && m_program.exitCode() == 0;
    }

    /// The failure; empty: there was none.
    QString prepare() {
        m_input.start("xdotool", {"-"});
        if (!m_input.waitForStarted()) return QStringLiteral("xdotool does not start");
        const QString models = m_folder.path() + "/data/models";
        QDir().mkpath(models);
        QFile::link(DrivenWindow::starterModel(),
                    models + u'/' + QFileInfo(DrivenWindow::starterModel()).fileName());
        // The first start makes the database.
        if (!start()) return QStringLiteral("the program does not come up");
        ::kill(static_cast<pid_t>(m_program.processId()), SIGTERM);
        if (!m_program.waitForFinished(startMs)) return QStringLiteral("the program does not end");
        if (!endedWell()) return crashed();
        fill();
        return start() ? QString() : QStringLiteral("the program does not come up with chats");
    }

    /// Chats in all places of the list, each with a question and an answer.
    void fill() const {
        const Reader reader(m_folder.path() + "/data/hearth.db");
        reader.rows(
            QStringLiteral("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %1) "
                           "INSERT INTO conversation(id, title, folder, pinned, created_at, updated_at) "
                           "SELECT 1000 + i, 'Chat ' || i, CASE i % 5 WHEN 0 THEN 'Folder ' || i % 3 "
                           "ELSE '' END, i % 13 = 0, 0, strftime('%s', 'now') * 1000 - i * 14400000 "
                           "FROM n")
                .arg(chats));
        reader.rows(
            "INSERT INTO message(id, conversation_id, role, text, created_at) SELECT id, id, 1, "
            "'A question', 0 FROM conversation");
        reader.rows(
            "INSERT INTO message(id, conversation_id, parent_id, role, text, created_at) SELECT "
            "id + 1000, id, id, 2, 'An **answer** with `code`.' || char(10) || '* a list', 0 FROM "
            "conversation");
        reader.rows("UPDATE message SET active_child = id + 1000 WHERE role = 1");
        reader.rows("UPDATE conversation SET active_root = id");
    }

    bool start() {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        // Nothing outside is reached, and no other program is started.
        environment.insert("HOME", m_folder.path());
        for (const char* place : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"})
            environment.insert(place, m_folder.path() + "/" + place);
        environment.insert("HEARTH_FILE_DIALOG", "own");
        environment.insert("HF_ENDPOINT", "http://127.0.0.1:9");
        environment.insert("PATH", m_folder.path());
        m_program.setProcessEnvironment(environment);
        m_program.setWorkingDirectory(m_folder.path());
        m_program.setStandardOutputFile(log(), QIODevice::Append);
        m_program.setStandardErrorFile(log(), QIODevice::Append);
        m_program.setChildProcessModifier([] {
            rlimit core{};
            if (::getrlimit(RLIMIT_CORE, &core) != 0) return;
            core.rlim_cur = core.rlim_max;
            ::setrlimit(RLIMIT_CORE, &core);
        });
        m_program.start(m_path, {"--software", "--data-dir", m_folder.path() + "/data"});
        if (!m_program.waitForStarted()) return false;
        // Not a control's name: input may have changed the language.
        return !AccessibleTree("hearth").find({}, "frame", startMs).role.isEmpty();
    }

    void send(const QString& line) {
        m_last += line;
        if (m_last.size() > remembered) m_last.removeFirst();
        m_input.write(line.toLatin1() + '\n');
        m_input.waitForBytesWritten(1000);
    }
    QString place() {
        // Half of it where the chats are.
        const bool inSidebar = m_random.bounded(2) == 0;
        return QStringLiteral("mousemove %1 %2 ")
            .arg(m_random.bounded(inSidebar ? sidebarWidth : width))
            .arg(m_random.bounded(height));
    }
    void step() {
        const int kind = m_random.bounded(100);
        if (kind < 30)
            send(place() + "click 1");
        else if (kind < 38)
            send(place() + "click --repeat 2 --delay 40 1");
        else if (kind < 46)
            send(place() + "click 3");
        else if (kind < 54)
            send(place() + QStringLiteral("click --repeat 3 --delay 5 %1").arg(m_random.bounded(2) ? 4 : 5));
        else if (kind < 58)
            send(place() + "mousedown 1 " + place() + "mouseup 1");
        else
            send("key " + keys[m_random.bounded(static_cast<int>(keys.size()))]);
        QThread::msleep(m_random.bounded(40));
    }

    QString crashed() {
        return kept(
            QStringLiteral("it crashed (status %1) after %2 inputs").arg(m_program.exitCode()).arg(m_count));
    }
    /// Keeps what explains it. Returns `what` and where that is.
    QString kept(const QString& what) {
        const QString place = QStringLiteral("%1/seed-%2").arg(m_keptIn).arg(m_seed);
        QDir(place).removeRecursively();
        QDir().mkpath(place);
        const QDir folder(m_folder.path());
        for (const QString& core : folder.entryList({"core*"}, QDir::Files))
            if (!QFile::rename(folder.filePath(core), place + u'/' + core))
                QFile::copy(folder.filePath(core), place + u'/' + core);
        QFile::copy(log(), place + "/printed.txt");
        QFile input(place + "/input.txt");
        if (input.open(QFile::WriteOnly)) input.write(m_last.join(u'\n').toLatin1() + '\n');
        return what + "; see " + place;
    }

    quint32 m_seed;
    QString m_path, m_keptIn;
    QRandomGenerator m_random;
    QTemporaryDir m_folder;
    QProcess m_input, m_program;
    QStringList m_last;
    qint64 m_count = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.addOption({"seed", "The first seed.", "N", "1"});
    parser.addOption({"seeds", "How many, one after the other.", "N", "1"});
    parser.addOption({"seconds", "For how long each.", "N", "3600"});
    parser.addOption({"keep", "Where crashes are kept.", "FOLDER", HEARTH_BINARY_DIR "/random-input"});
    parser.addOption({"program", "What to try.", "FILE", HEARTH_BINARY_DIR "/bin/hearth"});
    parser.addHelpOption();
    parser.process(application);
    if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) {
        QTextStream(stdout) << why << '\n';
        return 77;
    }
    Desk desk;
    if (!desk.start()) {
        QTextStream(stdout) << "no display, or no accessibility bus\n";
        return 1;
    }
    int problems = 0;
    for (int i = 0; i < parser.value("seeds").toInt(); ++i) {
        const quint32 seed = parser.value("seed").toUInt() + static_cast<quint32>(i);
        const QString problem = Run(seed, parser.value("program"), parser.value("keep"))
                                    .forSeconds(parser.value("seconds").toInt());
        if (problem.isEmpty()) continue;
        ++problems;
        QTextStream(stdout) << "seed " << seed << ": " << problem << '\n';
    }
    return problems == 0 ? 0 : 1;
}
