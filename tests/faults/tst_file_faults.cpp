// Imports, exports, downloads and documents while the disk fails.
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "chat/conversation_list_model.h"
#include "documents/document_library.h"
#include "exchange/conversation_exchange.h"
#include "exchange/import_child.h"
#include "faults/fault_flow.h"
#include "hub/download_job.h"
#include "notices/toast_queue.h"
#include "reading/document_child.h"
#include "support/failing_calls.h"
#include "support/fake_hub_environment.h"
#include "window/steady_application.h"
#include "window/store_start.h"

using namespace hearth::app;
using hearth::test::FaultFlow;
using hearth::test::FlowEnd;

namespace {

constexpr int waitMs = 20000;

/// Chats of a folder with what takes them in and out, and all that it tells. Made only where the store can be
/// opened.
struct Exchange {
    std::unique_ptr<store::Store> store;
    ToastQueue toasts;
    ConversationListModel conversations{*store, toasts};
    ConversationExchange exchange{*store, conversations, toasts};
    QStringList told;

    explicit Exchange(std::unique_ptr<store::Store> opened) : store(std::move(opened)) {
        QObject::connect(&exchange, &ConversationExchange::failed, &exchange,
                         [this](const QString& title, const QString& body) { told += title + u' ' + body; });
        QObject::connect(qobject_cast<SteadyApplication*>(qApp), &SteadyApplication::storeFailed, &exchange,
                         [this](const QString& sentence) { told += sentence; });
        QObject::connect(qobject_cast<SteadyApplication*>(qApp), &SteadyApplication::memoryWasFull, &exchange,
                         [this] { told += SteadyApplication::sentence(); });
    }
};

/// Runs `work` on an exchange. Returns its result, or the problem of opening the store.
FlowEnd withExchange(const QString& folder, const std::function<bool(Exchange&)>& work) {
    StoreStart start = startStore(
        folder, [] { return false; }, 0);
    if (!start.problem.isEmpty()) return {false, {start.problem}};
    try {
        Exchange exchange(std::move(start.store));
        const bool done = work(exchange);
        return {done, exchange.told};
    } catch (const store::StoreError& error) {
        return {false, {error.message()}};
    }
}

/// A long chat in the form of LM Studio: larger than the smallest allocation that fails.
QByteArray chatFile() {
    QByteArray text = R"({"name":"imported","messages":[)";
    for (int i = 0; i < 40; ++i) {
        if (i > 0) text += ',';
        text += R"({"versions":[{"type":"singleStep","role":")" +
                QByteArray(i % 2 == 0 ? "user" : "assistant") +
                R"(","content":[{"type":"text","text":"part )" + QByteArray::number(i) + ' ' +
                QByteArray(4000, 'x') + R"("}]}],"currentlySelected":0})";
    }
    return text + "]}";
}

void write(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("not written");
}

QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestFileFaults : public QObject {
    Q_OBJECT

    QByteArray m_exported;  ///< without a fault

    static int chatsIn(const QString& folder) {
        const auto store = store::Store::open((folder + "/chats").toStdString());
        store::Statement rows = store->database().prepare("SELECT count(*) FROM message");
        return rows.step() ? static_cast<int>(rows.integer(0)) : -1;
    }

private slots:
    void imports() {
        FaultFlow flow;
        flow.prepare = [](const QString& folder) {
            write(folder + "/a.conversation.json", chatFile());
            (void)store::Store::open((folder + "/chats").toStdString());
        };
        const auto import = [](const QString& folder) {
            return withExchange(folder + "/chats", [&folder](Exchange& exchange) {
                bool done = false;
                QObject::connect(&exchange.exchange, &ConversationExchange::imported, &exchange.exchange,
                                 [&done](int count) { done = count == 1; });
                exchange.exchange.importFiles({QUrl::fromLocalFile(folder + "/a.conversation.json")});
                if (!QTest::qWaitFor([&] { return !exchange.exchange.isImporting(); }, waitMs))
                    exchange.told += QStringLiteral("It hangs.");
                return done;
            });
        };
        flow.run = import;
        flow.check = [&import](const QString& folder) -> QString {
            // All of a chat or none of it.
            if (const int messages = chatsIn(folder); messages != 0 && messages != 40)
                return QStringLiteral("%1 messages of 40 are there").arg(messages);
            const FlowEnd again = import(folder);
            return again.done ? QString() : again.told.join(u' ');
        };
        const QString problem = hearth::test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void exports() {
        FaultFlow flow;
        const auto exportAll = [](const QString& folder) {
            return withExchange(folder + "/chats", [&folder](Exchange& exchange) {
                exchange.exchange.exportAllTo(QUrl::fromLocalFile(folder + "/out.json"));
                const bool ended = QTest::qWaitFor(
                    [&] { return exchange.toasts.isVisible() || !exchange.told.isEmpty(); }, waitMs);
                return ended && exchange.told.isEmpty();
            });
        };
        flow.prepare = [](const QString& folder) {
            write(folder + "/a.conversation.json", chatFile());
            (void)withExchange(folder + "/chats", [&folder](Exchange& exchange) {
                exchange.exchange.importFiles({QUrl::fromLocalFile(folder + "/a.conversation.json")});
                return QTest::qWaitFor([&] { return !exchange.exchange.isImporting(); }, waitMs);
            });
            write(folder + "/out.json", "the file that was there before");
        };
        flow.run = exportAll;
        flow.check = [&exportAll](const QString& folder) -> QString {
            // The whole new file or the old one.
            const QByteArray there = read(folder + "/out.json");
            if (there != "the file that was there before" &&
                (!QJsonDocument::fromJson(there).isArray() || importChats(there).chats.size() != 1))
                return QStringLiteral("half a file is there");
            if (chatsIn(folder) != 40) return QStringLiteral("messages are lost");
            const FlowEnd again = exportAll(folder);
            return again.done ? QString() : again.told.join(u' ');
        };
        const QString problem = hearth::test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void downloads() {
        FakeHub hub;
        if (!hub.isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        const QByteArray bytes(600000, 'm');
        hub.addFile(QStringLiteral("owner/model"), QStringLiteral("m.gguf"), bytes);
        const DownloadRequest request{"owner/model", FakeHub::commit(),
                                      "Model",       "Q4_0",
                                      "mit",         {{"m.gguf", bytes.size(), FakeHub::digestOf(bytes)}}};
        const auto download = [&](const QString& folder) {
            DownloadJournal journal;
            journal.request = request;
            const QString parts = folder + "/.downloads";
            if (const auto kept =
                    DownloadJournal::read(DownloadJournal::pathOf(parts, DownloadJournal::nameOf(request))))
                journal = *kept;
            DownloadPatience patience;
            patience.firstPauseMs = 1;
            patience.reportMs = 0;
            patience.attempts = 3;
            patience.syncBytes = 1 << 17;
            patience.spareBytes = 0;
            std::stop_source stop;
            DownloadJob job(journal, {parts, folder}, environmentOf(hub), patience, stop.get_token());
            FlowEnd end;
            bool ended = false;
            QObject::connect(&job, &DownloadJob::ended, &job,
                             [&](DownloadJob::End how, const QString& problem, const QString&) {
                                 ended = true;
                                 end.done = how == DownloadJob::End::Installed;
                                 if (!problem.isEmpty()) end.told += problem;
                             });
            job.start();
            if (!QTest::qWaitFor([&] { return ended; }, waitMs)) end.told += QStringLiteral("It hangs.");
            return end;
        };
        FaultFlow flow;
        flow.failsAllocations = false;  // the hub is in this process
        flow.run = download;
        flow.check = [&](const QString& folder) -> QString {
            // A file under its final name is correct.
            const QString path = folder + "/owner/model/m.gguf";
            if (QFileInfo::exists(path) && read(path) != bytes)
                return QStringLiteral("a wrong file is there");
            const FlowEnd again = download(folder);
            if (!again.done) return again.told.join(u' ');
            return read(path) == bytes ? QString() : QStringLiteral("the file is not right");
        };
        const QString problem = hearth::test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void documents() {
        // With failing calls, files that could not be read end it as well.
        const auto readAll = [](const QString& folder, bool failing) {
            const auto store = store::Store::inMemory();
            FlowEnd end;
            DocumentLibrary library(*store, folder + "/documents.db");
            const QString problem = library.add(QUrl::fromLocalFile(folder + "/docs"));
            if (!problem.isEmpty()) end.told += problem;
            QElapsedTimer time;
            time.start();
            const auto status = [&] {
                return library.data(library.index(0), DocumentLibrary::StatusRole).toString();
            };
            const bool ended = QTest::qWaitFor(
                [&] {
                    end.done = status() == QStringLiteral("Files: 2 · passages: 202");
                    // A permanent failure is retried again and again.
                    if (failing && hearth::test::FailingCalls::failed() > 0 && time.hasExpired(3000))
                        return true;
                    return end.done || !library.problem().isEmpty() || library.count() == 0 ||
                           (failing && status().startsWith(QStringLiteral("Files: ")) &&
                            library.data(library.index(0), DocumentLibrary::ProblemCountRole).toInt() > 0);
                },
                waitMs);
            if (!library.problem().isEmpty()) end.told += library.problem();
            if (library.count() > 0 &&
                library.data(library.index(0), DocumentLibrary::ProblemCountRole).toInt() > 0)
                end.told += QStringLiteral("Some files could not be read: %1").arg(status());
            if (!end.done && end.told.isEmpty()) end.told += QStringLiteral("It goes on: %1").arg(status());
            if (!ended) {
                end.told += QStringLiteral("It hangs: %1").arg(status());
                for (const QVariant& one : library.problems(0)) end.told += one.toMap()["reason"].toString();
            }
            return end;
        };
        FaultFlow flow;
        flow.prepare = [](const QString& folder) {
            QByteArray text;
            for (int i = 0; i < 201; ++i)
                text += "# " + QByteArray::number(i) + "\n" + QByteArray(500, 'a') + "\n";
            write(folder + "/docs/a.md", text);
            write(folder + "/docs/b.txt", "beta");
        };
        flow.run = [&readAll](const QString& folder) { return readAll(folder, true); };
        flow.check = [&readAll](const QString& folder) -> QString {
            const FlowEnd again = readAll(folder, false);
            return again.done ? QString() : QStringLiteral("afterwards: ") + again.told.join(u' ');
        };
        const QString problem = hearth::test::tryFlow(flow);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
};

int main(int argc, char* argv[]) {
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    if (isImportChild(argc, argv)) return serveImport();
    SteadyApplication application(argc, argv);
    TestFileFaults test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_file_faults.moc"
