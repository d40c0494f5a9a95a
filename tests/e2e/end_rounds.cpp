// Ends the program in every state that it can be in, by kill -9, by SIGTERM and by Ctrl+Q, and looks whether
// it is gone in time and whether everything that was acknowledged is still there.
//     dbus-run-session -- build/release/tests/end_rounds --rounds 200
//     dbus-run-session -- build/release/tests/end_rounds --rounds 1000 --end kill
#include <signal.h>
#include <sys/types.h>

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QRandomGenerator>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTextStream>
#include <QThread>
#include <functional>
#include <memory>

#include "e2e/acknowledged.h"
#include "hub/download_journal.h"
#include "support/accessible_tree.h"
#include "support/driven_window.h"
#include "support/fake_hub.h"
#include "support/tiny_llama_gguf.h"
#include "support/virtual_display.h"

namespace {

constexpr int gracePeriodMs = 15000;  // a second or two, unless the processor is busy: what hangs never ends
constexpr int documentCount = 400;
/// With more, the database of the first start comes back: each import adds 8,000, and reading all of them
/// twice a round would soon take longer than the round.
constexpr int mostMessages = 30000;

enum class End { Kill, Terminate, Close, Count };

const QStringList states{"loading", "template", "prompt",    "reply",   "edit",
                         "import",  "download", "documents", "serving", "saving"};
const QStringList endings{"kill", "SIGTERM", "close"};

QString quoted(QString text) {
    return u'\'' + text.replace(u'\'', QStringLiteral("''")) + u'\'';
}

bool waitUntil(int ms, const std::function<bool()>& holds) {
    QElapsedTimer time;
    time.start();
    while (!holds()) {
        if (time.hasExpired(ms)) return false;
        QThread::msleep(20);
    }
    return true;
}

class Rounds {
public:
    Rounds() {
        QDir(m_folder.path()).mkpath("data/models");
        m_busyModel = m_folder.path() + "/busy.gguf";
        hearth::test::tinyLlamaGguf([](hearth::test::GgufWriter& writer, std::string_view part) {
            if (part != "tokenizer.chat_template") return false;
            writer.text(part,
                        "{% for i in range(90000) %}{% set x = ('a' * 20000) %}"
                        "{% if 'b' in x %}b{% endif %}{% endfor %}{{ messages[0]['content'] }}");
            return true;
        }).save(m_busyModel.toStdString());
        QFile chats(m_folder.path() + "/chats.json");
        if (chats.open(QFile::WriteOnly)) chats.write(manyChats());
        QDir(m_folder.path()).mkpath("documents");
        for (int i = 0; i < documentCount; ++i) {
            QFile document(QStringLiteral("%1/documents/%2.md").arg(m_folder.path()).arg(i));
            if (document.open(QFile::WriteOnly))
                document.write(QByteArray("# Bees\n" + QByteArray(3000, 'b') + "\n").repeated(10));
        }
        m_download = QByteArray(60 << 20, 'x');
        m_hub.addFile("acme/Big-GGUF", "Big-Q8_0.gguf", m_download);
        m_hub.setPace(20000);
        // Runs beside each other need a port each for the window's server.
        QTcpServer free;
        free.listen(QHostAddress::LocalHost);
        m_port = free.serverPort();
    }

    bool prepare() {
        if (!m_display->isRunning() || !m_hub.isRunning()) return false;
        for (const auto& [name, value] : std::initializer_list<std::pair<const char*, QByteArray>>{
                 {"DISPLAY", m_display->name().toLatin1()},
                 {"QT_QPA_PLATFORM", "xcb"},
                 {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1"},
                 {"HF_ENDPOINT", m_hub.endpoint().toLatin1()},
                 {"SSL_CERT_FILE", m_hub.certificates().toLocal8Bit()},
                 {"XDG_CACHE_HOME", (m_folder.path() + "/cache").toLocal8Bit()},
                 {"XDG_CONFIG_HOME", (m_folder.path() + "/config").toLocal8Bit()}})
            qputenv(name, value);
        m_bus.start("/usr/libexec/at-spi-bus-launcher", {"--launch-immediately"});
        if (!m_bus.waitForStarted()) return false;
        // The first start makes the database.
        start(DrivenWindow::starterModel());
        return waitForWindow() && end(End::Close) >= 0 && QFile::copy(database(), firstDatabase());
    }

    ~Rounds() {
        m_program.kill();
        m_program.waitForFinished();
        // It ends the bus that it started, which a kill would leave.
        m_bus.terminate();
        if (!m_bus.waitForFinished(5000)) m_bus.kill();
    }

    /// One round; what was wrong with it, empty: nothing.
    QString run(const QString& state, End how, QRandomGenerator& random) {
        // One that the display went under says nothing of the program.
        QString problem;
        do problem = runOnce(state, how, random);
        while (!problem.isEmpty() && renewDisplay());
        return problem;
    }

    QString summary() const {
        return QStringLiteral("%1 messages looked for, %2 displays; longest end: SIGTERM %3 ms, close %4 ms")
            .arg(m_checked)
            .arg(m_displays)
            .arg(m_longestMs.value(End::Terminate))
            .arg(m_longestMs.value(End::Close));
    }

private:
    QString database() const { return m_folder.path() + "/data/hearth.db"; }
    QString firstDatabase() const { return m_folder.path() + "/first.db"; }
    QString documents() const { return m_folder.path() + "/data/documents.db"; }

    static QByteArray manyChats() {
        QJsonArray chats;
        for (int i = 0; i < 400; ++i) {
            QJsonObject mapping;
            QString parent;
            for (int m = 0; m < 20; ++m) {
                const QString id = QStringLiteral("c%1m%2").arg(i).arg(m);
                QJsonObject message{
                    {"author", QJsonObject{{"role", m % 2 == 0 ? "user" : "assistant"}}},
                    {"content", QJsonObject{{"content_type", "text"},
                                            {"parts", QJsonArray{QString(500, QChar('a' + m))}}}}};
                mapping[id] = QJsonObject{{"id", id},
                                          {"parent", parent.isEmpty() ? QJsonValue() : QJsonValue(parent)},
                                          {"message", message}};
                parent = id;
            }
            chats += QJsonObject{
                {"title", QStringLiteral("Chat %1").arg(i)}, {"current_node", parent}, {"mapping", mapping}};
        }
        return QJsonDocument(chats).toJson(QJsonDocument::Compact);
    }

    QString runOnce(const QString& state, End how, QRandomGenerator& random) {
        // A reply may be over before it is looked for: then another is asked for.
        for (int attempt = 0; !begin(state, how, random); ++attempt) {
            m_display->screenshot(QStringLiteral(HEARTH_BINARY_DIR "/screenshots/end-rounds-failed.png"));
            end(End::Kill);
            if (attempt == 2 || !m_display->isRunning()) return QStringLiteral("the state was not reached");
        }
        auto before = std::make_unique<Acknowledged>(Reader(database()));
        // The start before this moment has brought in what the end before it left.
        const QString lostByStart = m_last ? m_last->lostIn(*before) : QString();
        const int tookMs = end(how);
        m_last = std::move(before);
        if (!lostByStart.isEmpty()) return "after the start " + lostByStart;
        if (tookMs < 0) return QStringLiteral("it does not end");
        m_longestMs[how] = std::max(m_longestMs[how], tookMs);
        if (how != End::Kill && tookMs > gracePeriodMs) return QStringLiteral("it took %1 ms").arg(tookMs);
        if (how != End::Kill && (m_program.exitStatus() != QProcess::NormalExit || m_program.exitCode() != 0))
            return QStringLiteral("it crashed");
        m_checked += m_last->size();
        if (state == QLatin1String("documents") && QFile::exists(documents()))
            if (const QString sound = Reader(documents()).one("PRAGMA integrity_check");
                sound != QLatin1String("ok"))
                return QStringLiteral("the documents are not sound: ") + sound;
        const Reader reader(database());
        const QString lost = m_last->lostIn(Acknowledged(reader));
        if (!lost.isEmpty()) return lost;
        const QString sound = reader.one("PRAGMA integrity_check");
        return sound == QLatin1String("ok") ? QString() : sound;
    }

    /// Another display for one that is gone; false when it is still there.
    bool renewDisplay() {
        if (m_display->isRunning()) return false;
        end(End::Kill);
        m_display = std::make_unique<VirtualDisplay>();
        qputenv("DISPLAY", m_display->name().toLatin1());
        ++m_displays;
        return m_display->isRunning();
    }

    /// The database of the first start again, when this one has become large.
    void startAnew() {
        if (!m_last || m_last->size() < mostMessages) return;
        for (const char* suffix : {"", "-wal", "-shm"}) QFile::remove(database() + suffix);
        QFile::copy(firstDatabase(), database());
        m_last.reset();
    }

    /// Prepares the state for the next start: a new chat with a text to send, and a download under way.
    void settle(const QString& state) {
        const Reader reader(database());
        const QString text = state == QLatin1String("prompt")
                                 ? QStringLiteral("The bees of the harbour make honey. ").repeated(700)
                                 : QStringLiteral("Tell me a long story of a lighthouse.");
        reader.rows("INSERT OR REPLACE INTO draft(conversation_id, text) VALUES (0, " + quoted(text) + ")");
        reader.rows("INSERT OR IGNORE INTO setting(name, value) VALUES ('app', '[{}]')");
        const QString serves =
            state == QLatin1String("serving") ? QStringLiteral("true") : QStringLiteral("false");
        reader.rows(
            "UPDATE setting SET value = json_set(value, '$[0].openLastChat', json('false'), "
            "'$[0].programsMayAsk', json('" +
            serves +
            "'), '$[0].programsNeedKey', json('false'), "
            "'$[0].programPort', " +
            QString::number(m_port) + ", '$[0].fileFolders', json_object('import', " +
            quoted(m_folder.path()) + ")) WHERE name = 'app'");
        const QString sources =
            state == QLatin1String("documents")
                ? "json_array(json_object('path', " + quoted(m_folder.path() + "/documents") + "))"
                : QStringLiteral("json_array()");
        reader.rows(
            "INSERT OR REPLACE INTO setting(name, value) VALUES ('documents', json_array(json_object("
            "'sources', " +
            sources + ")))");
        QDir(m_folder.path() + "/data/models/.downloads").removeRecursively();
        // One that was quicker than its end is in the way of the next.
        QDir(m_folder.path() + "/data/models/acme").removeRecursively();
        if (state != QLatin1String("download")) return;
        m_hub.forget();
        hearth::app::DownloadJournal journal;
        journal.request.repository = "acme/Big-GGUF";
        journal.request.commit = FakeHub::commit();
        journal.request.title = "Big";
        journal.request.quantization = "Q8_0";
        journal.request.files = {{"Big-Q8_0.gguf", m_download.size(), FakeHub::digestOf(m_download)}};
        QDir().mkpath(m_folder.path() + "/data/models/.downloads");
        journal.write(m_folder.path() + "/data/models/.downloads");
    }

    void start(const QString& model) {
        m_program.setProcessChannelMode(QProcess::ForwardedChannels);
        m_program.setWorkingDirectory(m_folder.path());
        m_program.start(HEARTH_BINARY_DIR "/bin/hearth",
                        {"--software", "--data-dir", m_folder.path() + "/data", "--model", model});
        m_program.waitForStarted();
        m_tree = std::make_unique<AccessibleTree>("hearth");
    }

    bool waitForWindow() { return !m_tree->find("Message", "text", 30000).role.isEmpty(); }

    bool waitForReply(const char* sql) {
        return waitUntil(30000, [&] { return Reader(database()).one(sql) != QLatin1String("0"); });
    }

    bool click(const QString& name, const QString& role) {
        const auto node = m_tree->find(name, role, 10000);
        if (node.role.isEmpty()) return false;
        m_display->click(node.extents.center().x(), node.extents.center().y());
        return true;
    }

    // A window that has just come up does not have the keyboard yet: keys are pressed until they work.
    bool send() {
        for (int attempt = 0; attempt < 8; ++attempt) {
            if (!click("Message", "text")) return false;
            m_display->key("Return");
            const auto isSent = [this] {
                return Reader(database()).one("SELECT count(*) FROM draft WHERE conversation_id = 0") ==
                       QLatin1String("0");
            };
            if (waitUntil(1500, isSent)) return true;
        }
        return false;
    }
    bool openSettings() {
        for (int attempt = 0; attempt < 8; ++attempt) {
            if (!click("Message", "text")) return false;
            m_display->key("ctrl+comma");
            if (!m_tree->find("Pages of the settings", {}, 1500).role.isEmpty()) return true;
        }
        return false;
    }

    bool stop() {
        const auto replies = [this] {
            return Reader(database()).one("SELECT count(*) FROM message WHERE state = 1") !=
                   QLatin1String("0");
        };
        // One that has ended by itself needs no button.
        return !replies() || (click("Stop", "push button") && waitUntil(10000, [&] { return !replies(); }));
    }
    /// Brings the last question into the composer and writes behind it.
    bool openEdit() {
        const QString question =
            Reader(database()).one("SELECT text FROM message WHERE role = 1 ORDER BY id DESC LIMIT 1");
        for (int attempt = 0; attempt < 8; ++attempt) {
            if (!click("Message", "text")) return false;
            m_display->key("ctrl+Up");
            const auto shows = [&](const QString& text) {
                return waitUntil(2000, [&] { return m_tree->find("Message", "text", 100).text == text; });
            };
            if (!shows(question)) continue;
            m_display->key("ctrl+End");
            m_display->type(QStringLiteral(" Of bees."));
            if (shows(question + " Of bees.")) return true;
        }
        return false;
    }
    /// While a question is edited, while its other version is saved, and while that is answered.
    bool edit(QRandomGenerator& random) {
        enum Moment { Written, Submitted, Answered, Count };
        const int moment = m_edits++ % Count;
        const auto questions = [this] {
            return Reader(database()).one("SELECT count(*) FROM message WHERE role = 1").toInt();
        };
        const int before = questions();
        if (!stop() || !openEdit()) return false;
        if (moment != Written) m_display->key("Return");
        if (moment != Answered) {
            QThread::msleep(random.bounded(200));
            return true;
        }
        const bool answered = waitUntil(20000, [&] { return questions() > before; }) &&
                              waitForReply("SELECT count(*) FROM partial_reply");
        QThread::msleep(random.bounded(1000));
        return answered;
    }

    /// Asks the window's server for a long reply and waits for its first bytes.
    bool ask() {
        m_client = std::make_unique<QTcpSocket>();
        const bool open = waitUntil(20000, [this] {
            m_client->connectToHost(QStringLiteral("127.0.0.1"), m_port);
            return m_client->waitForConnected(500);
        });
        const QByteArray body =
            R"({"messages":[{"role":"user","content":"Tell me a story."}],"stream":true})";
        m_client->write("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                        QByteArray::number(body.size()) + "\r\n\r\n" + body);
        return open && m_client->waitForReadyRead(20000);
    }

    bool begin(const QString& state, End how, QRandomGenerator& random) {
        startAnew();
        settle(state);
        start(state == QLatin1String("template") ? m_busyModel : DrivenWindow::starterModel());
        return reach(state, how, random);
    }

    bool reach(const QString& state, End how, QRandomGenerator& random) {
        const auto pause = [&random](int mostMs) { QThread::msleep(random.bounded(mostMs)); };
        if (state == QLatin1String("loading")) {
            // A key needs a window that has the keyboard; a signal does not.
            if (how == End::Close) return waitForWindow();
            pause(1500);
            return true;
        }
        if (!waitForWindow()) return false;
        if (state == QLatin1String("import")) {
            if (!openSettings() || !click("General", {}) || !click("Import chats", "push button") ||
                !click("chats.json", "list item"))
                return false;
            m_display->key("Return");
            pause(1500);
            return true;
        }
        if (state == QLatin1String("download")) {
            const bool begun = waitUntil(
                20000, [&] { return QDir(m_folder.path() + "/data/models/.downloads").count() > 3; });
            pause(1000);
            return begun;
        }
        if (state == QLatin1String("documents")) {
            const bool begun = waitUntil(20000, [this] { return QFile::exists(documents()); });
            pause(1500);
            return begun;
        }
        if (state == QLatin1String("serving")) {
            const bool answered = ask();
            pause(1000);
            return answered;
        }
        if (!send()) return false;
        if (state == QLatin1String("template") || state == QLatin1String("prompt")) {
            pause(1000);
            return true;
        }
        if (!waitForReply("SELECT count(*) FROM partial_reply")) return false;
        if (state == QLatin1String("edit")) return edit(random);
        pause(1500);
        if (state != QLatin1String("saving")) return true;
        m_display->key("ctrl+q");
        pause(300);
        return true;
    }

    /// Milliseconds until the program was gone; negative: it is not.
    int end(End how) {
        QElapsedTimer time;
        time.start();
        const auto process = static_cast<pid_t>(m_program.processId());
        if (process > 0 && m_program.state() == QProcess::Running) {
            if (how == End::Close)
                m_display->key("ctrl+q");
            else
                ::kill(process, how == End::Kill ? SIGKILL : SIGTERM);
        }
        // A kill is the kernel's to carry out, which lets what is being written to a busy disk end first.
        if (!m_program.waitForFinished(how == End::Kill ? 60000 : 15000)) {
            m_program.kill();
            m_program.waitForFinished();
            return -1;
        }
        return static_cast<int>(time.elapsed());
    }

    QTemporaryDir m_folder;
    FakeHub m_hub;
    std::unique_ptr<VirtualDisplay> m_display = std::make_unique<VirtualDisplay>();
    QProcess m_bus, m_program;
    std::unique_ptr<AccessibleTree> m_tree;
    QString m_busyModel;
    QByteArray m_download;
    std::unique_ptr<QTcpSocket> m_client;
    std::unique_ptr<Acknowledged> m_last;  ///< before the end of the round before
    QMap<End, int> m_longestMs;
    quint16 m_port = 0;
    int m_displays = 1, m_edits = 0;
    qint64 m_checked = 0;
};

}  // namespace

int main(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    const QCommandLineOption rounds("rounds", "How often the program is ended.", "N", "21");
    const QCommandLineOption seed("seed", "Which moments are chosen.", "N", "1");
    const QCommandLineOption only("state", "This state alone.", "STATE");
    parser.addHelpOption();
    const QCommandLineOption ending("end", "This end alone: kill, SIGTERM or close.", "END");
    parser.addOptions({rounds, seed, only, ending});
    parser.process(application);
    QTextStream out(stdout);
    if (const QString why = DrivenWindow::whyNot(); !why.isEmpty()) {
        out << why << Qt::endl;
        return 77;
    }
    if (parser.isSet(ending) && !endings.contains(parser.value(ending))) parser.showHelp(1);
    Rounds program;
    if (!program.prepare()) {
        out << "The program could not be started and closed." << Qt::endl;
        return 1;
    }
    QElapsedTimer time;
    time.start();
    QRandomGenerator random(parser.value(seed).toUInt());
    int failed = 0;
    const int count = parser.value(rounds).toInt();
    for (int i = 0; i < count; ++i) {
        const QString state =
            parser.isSet(only) ? parser.value(only) : states[i % static_cast<int>(states.size())];
        const int step = parser.isSet(only) ? i : i / static_cast<int>(states.size()) + i;
        const auto how = static_cast<End>(parser.isSet(ending) ? endings.indexOf(parser.value(ending))
                                                               : step % static_cast<int>(End::Count));
        const QString problem = program.run(state, how, random);
        // A run that is ended by others has said how far it got.
        if ((i + 1) % 100 == 0)
            out << i + 1 << " rounds after " << time.elapsed() / 1000 << " s, "
                << failed + (problem.isEmpty() ? 0 : 1) << " failed" << Qt::endl;
        if (problem.isEmpty()) continue;
        ++failed;
        out << "round " << i << ", " << state << ", " << endings[static_cast<int>(how)] << ": " << problem
            << Qt::endl;
    }
    out << count << " rounds, " << failed << " failed; " << program.summary() << Qt::endl;
    return failed == 0 ? 0 : 1;
}
