// Measures the window with large stores, offscreen with the software renderer and a scripted engine:
//   hearth-window-bench search [MESSAGES]        full-text search over so many messages (1,000,000)
//   hearth-window-bench start [CONVERSATIONS]    from exec to a window that takes a key, each time in a new
//                                                process, with the store in memory and not (100,000)
//   hearth-window-bench chat [MESSAGES]          opening a long chat, then 200 tokens/s into it (10,000)
// Each makes its store in a temporary folder (HEARTH_BENCH_DIR keeps it) and prints what it found.
#include <fcntl.h>
#include <unistd.h>

#include <QDirIterator>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QProcess>
#include <QQmlApplicationEngine>
#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <memory>

#include "inference/inference_thread.h"
#include "log/error_log.h"
#include "look/fonts.h"
#include "look/icon_provider.h"
#include "store/database.h"
#include "support/played_provider.h"
#include "window/qml_lockdown.h"
#include "window/window_parts.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

using namespace hearth;
using namespace hearth::app;

namespace {

double milliseconds(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

double percentile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1,
                           static_cast<size_t>(share * static_cast<double>(values.size())))];
}

/// Sentences of invented words, so that the index has words of every frequency.
class Words {
public:
    QString sentence(int words) {
        QString text;
        for (int i = 0; i < words; ++i) {
            m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
            // Squared: low numbers are common, as words are in a language.
            const double u = static_cast<double>(m_state >> 40U) / static_cast<double>(1U << 24U);
            text += QStringLiteral("w%1 ").arg(static_cast<int>(u * u * u * 50000));
        }
        return text;
    }

private:
    quint64 m_state = 42;
};

/// The program as main() puts it together.
struct Window {
    std::shared_ptr<test::EngineScript> script = std::make_shared<test::EngineScript>();
    test::PlayedProvider engine{script};
    std::unique_ptr<store::Store> store;
    ErrorLog errors{QString()};
    WindowParts parts;
    QQmlApplicationEngine qml;

    explicit Window(const QString& folder)
        : store(store::Store::open(folder.toStdString())), parts({*store, {}, folder, errors, engine}) {
        lockDown(qml);
        qml.addImageProvider(QStringLiteral("icon"), new IconProvider);
        qml.addImportPath(QStringLiteral("qrc:/qt/qml"));
        parts.give(qml);
        qml.load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Main/Main.qml")));
    }

    QQuickWindow* window() const { return qobject_cast<QQuickWindow*>(qml.rootObjects().value(0)); }

    /// Runs the event loop until the next frame is drawn.
    void waitForFrame() {
        bool drawn = false;
        const auto connection =
            QObject::connect(window(), &QQuickWindow::frameSwapped, window(), [&] { drawn = true; });
        window()->update();
        while (!drawn) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
        QObject::disconnect(connection);
    }
};

qint64 addConversation(store::Store& store, const QString& title, qint64 time) {
    store::Conversation conversation;
    conversation.title = title;
    conversation.createdAt = time;
    store.conversations().insert(conversation);
    return conversation.id;
}

void fill(store::Store& store, int conversations, int messagesEach, int wordsEach) {
    Words words;
    qint64 time = 1'700'000'000'000;
    for (int from = 0; from < conversations; from += 1000) {
        store::Transaction transaction(store.database());
        for (int i = from; i < std::min(conversations, from + 1000); ++i) {
            const qint64 id = addConversation(store, words.sentence(4), time += 60000);
            qint64 parent = 0;
            for (int k = 0; k < messagesEach; ++k) {
                store::Message message;
                message.conversationId = id;
                message.parentId = parent;
                message.role = k % 2 == 0 ? store::Role::User : store::Role::Assistant;
                message.text = words.sentence(wordsEach);
                message.createdAt = time;
                store.messages().insert(message);
                parent = message.id;
            }
        }
        transaction.commit();
    }
}

int benchSearch(const QString& folder, int messages) {
    const auto store = store::Store::open(folder.toStdString());
    QElapsedTimer timer;
    timer.start();
    if (store->conversations().list(1).empty()) fill(*store, messages / 10, 10, 12);
    std::printf("store of %d messages: %.0f s\n", messages, milliseconds(timer) / 1000);
    std::vector<double> times;
    for (const char* query :
         {"w1", "w0 w1", "w777", "w49000", "w2 w30 w400", "w1234 w5", "w4", "w12", "nothing", "w33 w44"}) {
        std::vector<double> runs;
        size_t hits = 0;
        for (int run = 0; run < 5; ++run) {
            timer.restart();
            hits = store->search().find(QString::fromLatin1(query), 100).size();
            runs.push_back(milliseconds(timer));
        }
        std::printf("  %-14s %3zu matches, median %6.1f ms, longest %6.1f ms\n", query, hits,
                    percentile(runs, 0.5), percentile(runs, 1));
        times.push_back(percentile(runs, 0.5));
    }
    std::printf("search of %d messages: median of the queries %.1f ms, slowest %.1f ms\n", messages,
                percentile(times, 0.5), percentile(times, 1));
    return 0;
}

/// Forgets what the system keeps in memory of the folder's files, so that they are read from the disk.
void dropCache(const QString& folder) {
    QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const int file = ::open(QFile::encodeName(files.next()).constData(), O_RDONLY | O_CLOEXEC);
        if (file < 0) continue;
        ::fdatasync(file);
        ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
        ::close(file);
    }
}

/// One start in a process of its own; `begin` is the monotonic clock when it was asked for.
int startOnce(const QString& folder, qint64 beginNs) {
    const auto since = [beginNs] {
        timespec now{};
        ::clock_gettime(CLOCK_MONOTONIC, &now);
        return static_cast<double>(now.tv_sec * 1'000'000'000LL + now.tv_nsec - beginNs) / 1e6;
    };
    const double inMain = since();
    Window window(folder);
    const double loaded = since();
    window.waitForFrame();
    const double drawn = since();
    // A frame alone is no usable window: the list has its chats, and what is typed arrives.
    if (window.parts.chats.conversations.rowCount() == 0) return 1;
    QKeyEvent press(QEvent::KeyPress, Qt::Key_A, Qt::NoModifier, QStringLiteral("a"));
    QCoreApplication::sendEvent(window.window(), &press);
    if (window.parts.chats.chat.draft->text() != QLatin1String("a")) return 1;
    window.parts.chats.chat.draft->setText(QString());
    std::printf("%.1f %.1f %.1f %.1f\n", inMain, loaded, drawn, since());
    return 0;
}

int benchStart(const QString& folder, int conversations) {
    {
        const auto store = store::Store::open(folder.toStdString());
        if (store->conversations().list(1).empty()) fill(*store, conversations, 2, 6);
    }
    for (const bool cold : {true, false}) {
        std::vector<std::vector<double>> stages(4);
        for (int run = 0; run < 10; ++run) {
            if (cold) dropCache(folder);
            timespec begin{};
            ::clock_gettime(CLOCK_MONOTONIC, &begin);
            QProcess process;
            process.start(QCoreApplication::applicationFilePath(),
                          {QStringLiteral("start-once"), folder,
                           QString::number(begin.tv_sec * 1'000'000'000LL + begin.tv_nsec)});
            if (!process.waitForFinished() || process.exitCode() != 0) return 1;
            const QList<QByteArray> figures = process.readAllStandardOutput().simplified().split(' ');
            for (int i = 0; i < 4; ++i) stages[static_cast<size_t>(i)].push_back(figures.value(i).toDouble());
        }
        std::printf(
            "%d conversations, store %s: from exec, median of 10: QGuiApplication and fonts %.0f ms, "
            "window made %.0f ms, first frame %.0f ms, takes a key %.0f ms (longest %.0f ms)\n",
            conversations, cold ? "read from the disk" : "in the system's memory", percentile(stages[0], 0.5),
            percentile(stages[1], 0.5), percentile(stages[2], 0.5), percentile(stages[3], 0.5),
            percentile(stages[3], 1));
    }
    return 0;
}

int benchChat(const QString& folder, int messages) {
    qint64 id = 0;
    {
        const auto store = store::Store::open(folder.toStdString());
        if (store->conversations().list(1).empty()) {
            fill(*store, 1, messages, 25);
            addConversation(*store, QStringLiteral("another"), 1);
        }
        id = store->conversations().list(1).front().id;
    }
    Window window(folder);
    window.waitForFrame();
    std::vector<double> opening;
    for (int run = 0; run < 5; ++run) {
        window.parts.chats.chat.open(0);
        window.waitForFrame();
        QElapsedTimer timer;
        timer.start();
        window.parts.chats.chat.open(id);
        window.waitForFrame();
        opening.push_back(milliseconds(timer));
    }
    std::printf("opening %d messages, until it is drawn: %.0f ms (first), %.0f ms (median of 5)\n", messages,
                opening.front(), percentile(opening, 0.5));

    window.script->pieces.clear();
    for (int i = 0; i < 3000; ++i)
        window.script->pieces.push_back(i % 60 == 59     ? "\n\n"
                                        : i % 200 == 120 ? "\n```cpp\nint x;\n```\n\n"
                                                         : "word ");
    window.script->tokenStep = std::chrono::microseconds(5000);
    QObject loop;
    bool ready = false;
    QObject::connect(&window.parts.models.engine, &EngineStatus::becameReady, &loop, [&] { ready = true; });
    window.parts.models.engine.load(QStringLiteral("script"));
    while (!ready) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    window.parts.chats.chat.send(QStringLiteral("Go on."));

    // Another thread asks every 2 ms how long an event has to wait.
    std::vector<double> waits;
    std::atomic<bool> done = false;
    std::unique_ptr<QThread> asker(QThread::create([&] {
        while (!done) {
            QElapsedTimer timer;
            timer.start();
            QMetaObject::invokeMethod(
                &loop, [&waits, timer] { waits.push_back(milliseconds(timer)); }, Qt::QueuedConnection);
            QThread::usleep(2000);
        }
    }));
    asker->start();
    QElapsedTimer streaming;
    streaming.start();
    while (window.parts.chats.chat.canStop() && streaming.elapsed() < 12000)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    const double seconds = milliseconds(streaming) / 1000;
    done = true;
    asker->wait();
    window.parts.chats.chat.stop();
    while (window.parts.chats.chat.canStop())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
    const auto made = window.store->generations().find(
        window.parts.chats.chat.messages()->lastMessageOf(QStringLiteral("assistant")));
    std::printf(
        "streaming into %d messages: %.0f tokens/s; an event waits p50 %.2f ms, p99 %.1f ms, longest %.1f ms "
        "(%zu asked)\n",
        messages, made ? static_cast<double>(made->tokens.size()) / seconds : 0, percentile(waits, 0.5),
        percentile(waits, 0.99), percentile(waits, 1), waits.size());
    return 0;
}

}  // namespace

int main(int argc, char* argv[]) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
    QGuiApplication application(argc, argv);
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    setUpFonts();
    const QStringList arguments = QGuiApplication::arguments();
    const QString what = arguments.value(1);
    QTemporaryDir temporary;
    const QString kept = qEnvironmentVariable("HEARTH_BENCH_DIR");
    const QString folder = (kept.isEmpty() ? temporary.path() : kept) + u'/' + what;
    const int count = arguments.value(2).toInt();
    if (what == QLatin1String("start-once"))
        return startOnce(arguments.value(2), arguments.value(3).toLongLong());
    if (what == QLatin1String("search")) return benchSearch(folder, count > 0 ? count : 1'000'000);
    if (what == QLatin1String("start")) return benchStart(folder, count > 0 ? count : 100'000);
    if (what == QLatin1String("chat")) return benchChat(folder, count > 0 ? count : 10'000);
    std::fprintf(stderr, "usage: hearth-window-bench search|start|chat [COUNT]\n");
    return 2;
}
