// Errors that take a broken store, a strange server or a full disk: each is brought about for real and read
// as a person would read it. tests/project/check-errors asks for every one of docs/errors.md.
#include <sys/resource.h>

#include <fcntl.h>
#include <unistd.h>

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <cerrno>

#include "attachments/attachment_reader.h"
#include "chat/conversation_search.h"
#include "chat_fixture.h"
#include "endpoints/endpoint_directory.h"
#include "endpoints/key_ring.h"
#include "endpoints/remote_engine.h"
#include "endpoints/server_call.h"
#include "exchange/conversation_exchange.h"
#include "hub/hub_get.h"
#include "hub/part_file.h"
#include "inference/inference_thread.h"
#include "inspector/reply_replay.h"
#include "models/endpoints.h"
#include "models/installed_models.h"
#include "settings/prompt_list_model.h"
#include "store/database.h"
#include "support/fake_chat_server.h"
#include "support/fake_hub.h"
#include "support/generate.h"
#include "support/import_test_main.h"

namespace {

/// While it is set, writes to files fail as on a full disk.
bool diskIsFull = false;

/// As long as it lives, this process gets hardly more memory than it has.
class LittleMemory {
public:
    explicit LittleMemory(rlim_t moreMiB) {
        QFile statm("/proc/self/statm");
        if (!statm.open(QFile::ReadOnly) || getrlimit(RLIMIT_AS, &m_before) != 0) qFatal("no limit");
        const rlim_t pages = statm.readAll().split(' ').value(0).toULongLong();
        const rlimit tight{pages * 4096 + (moreMiB << 20), m_before.rlim_max};
        if (setrlimit(RLIMIT_AS, &tight) != 0) qFatal("no limit");
    }
    ~LittleMemory() { setrlimit(RLIMIT_AS, &m_before); }
    LittleMemory(const LittleMemory&) = delete;
    LittleMemory& operator=(const LittleMemory&) = delete;

private:
    rlimit m_before{};
};

}  // namespace

extern "C" ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
    if (!diskIsFull) return ::lseek(file, offset, SEEK_SET) < 0 ? -1 : ::write(file, bytes, size);
    errno = ENOSPC;
    return -1;
}

using namespace hearth;
using namespace hearth::app;

class TestRareErrors : public QObject {
    Q_OBJECT

    static QString last(const QSignalSpy& spy, int argument = 0) {
        return spy.isEmpty() ? QString() : spy.last().at(argument).toString();
    }

    template <class Work>
    static QString thrown(Work&& work) {
        try {
            work();
        } catch (const Error& error) {
            return QString::fromUtf8(error.what());
        } catch (const store::StoreError& error) {
            return error.message();
        }
        return {};
    }

private slots:
    void aStoreThatTakesNothingMore() {
        test::ChatFixture app;
        app.load();
        app.talk("Hello");
        app.conversations.moveToFolder(app.chat.conversationId(), "Work");
        app.store->database().execute("PRAGMA query_only=1");
        const QString why =
            "The folder with your chats cannot be written. Give yourself write permission to it, or "
            "choose another with --data-dir.";
        QSignalSpy list(&app.conversations, &ConversationListModel::failed);
        app.conversations.renameFolder("Work", "Play");
        QCOMPARE(last(list), QString("The folder was not renamed"));
        QCOMPARE(last(list, 1), why);
        app.conversations.moveToFolder(app.chat.conversationId(), "Play");
        QCOMPARE(last(list), QString("The chat was not moved"));
        QSignalSpy chat(&app.chat, &ChatController::failed);
        app.chat.send("More");
        QCOMPARE(last(chat), QString("This was not saved"));
        QCOMPARE(last(chat, 1), why);
        app.store->database().execute("PRAGMA query_only=0");
    }

    void aStoreWithoutATable() {
        const auto store = store::Store::inMemory();
        PromptListModel prompts(*store);
        QSignalSpy failed(&prompts, &PromptListModel::failed);
        store->database().execute("DROP TABLE prompt");
        QVERIFY(!prompts.save("Short", "Be brief."));
        QCOMPARE(last(failed), QString("The system prompt was not saved"));
        QCOMPARE(last(failed, 1),
                 QString("The file with your chats could not be used (no such table: prompt)."));
        prompts.remove("Short");
        QCOMPARE(failed.at(1).at(0).toString(), QString("The system prompt was not removed"));
        QCOMPARE(last(failed), QString("The system prompts could not be read"));
        store->database().execute("DROP TABLE message_index");
        ConversationSearch search(*store);
        QSignalSpy searched(&search, &ConversationSearch::failed);
        search.setQuery("word");
        QTRY_COMPARE(last(searched), QString("The search failed"));
    }

    void aStoreOnABrokenDisk() {
        QTemporaryDir folder;
        const auto store = store::Store::open(folder.path().toStdString());
        store->database().execute("PRAGMA cache_size=0");
        for (const QFileInfo& entry : QDir("/proc/self/fd").entryInfoList(QDir::AllEntries | QDir::System))
            if (entry.symLinkTarget().startsWith(folder.path() + "/hearth.db")) {
                const int other = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
                ::dup2(other, entry.fileName().toInt());
                ::close(other);
            }
        const QString problem = thrown([&] { (void)store->conversations().trash(); });
        QVERIFY2(problem.startsWith(
                     "Reading or writing the file with your chats failed (disk I/O error). Check the disk."),
                 qPrintable(problem));
    }

    void aFolderThatCannotBeLocked() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("hearth.lock"));
        QCOMPARE(
            thrown([&] { (void)store::Store::open(folder.path().toStdString()); }),
            QStringLiteral(
                "The folder with your chats, %1, cannot be written. Give yourself write permission to it, "
                "or choose another with --data-dir.")
                .arg(folder.path()));
    }

    void serversThatAreNone() {
        FakeHub stranger;
        if (!stranger.isRunning()) QSKIP("SKIPPED: the openssl program is not there");
        QTcpServer silent, rude;
        QVERIFY(silent.listen(QHostAddress::LocalHost) && rude.listen(QHostAddress::LocalHost));
        connect(&rude, &QTcpServer::newConnection, &rude, [&] { delete rude.nextPendingConnection(); });
        const auto store = store::Store::inMemory();
        KeyRing keys;
        EndpointDirectory directory;
        Endpoints endpoints(*store, keys, directory);
        const int row = endpoints.add();
        const auto said = [&](const QString& address) {
            endpoints.save(row, "X", address, {}, false);
            const auto role = [&](int which) { return endpoints.data(endpoints.index(row), which); };
            if (!QTest::qWaitFor([&] { return role(Endpoints::StateRole).toInt() == Endpoints::Failed; },
                                 20000))
                return QStringLiteral("no answer");
            return role(Endpoints::StateTextRole).toString();
        };
        const auto at = [](const QTcpServer& server) {
            return QStringLiteral("http://127.0.0.1:%1/v1").arg(server.serverPort());
        };
        QCOMPARE(said("http://nowhere.invalid/v1"),
                 QString("nowhere.invalid cannot be found. Check the address and the network."));
        QString problem = said(stranger.endpoint() + "/v1");
        QVERIFY2(problem.contains(" could not be verified (") && problem.endsWith(")."), qPrintable(problem));
        problem = said(at(rude));
        QVERIFY2(problem.startsWith("127.0.0.1 cannot be reached ("), qPrintable(problem));
        QCOMPARE(said(at(silent)), QString("127.0.0.1 did not answer in 10 s."));

        ServerCalls unproven(QUrl(stranger.endpoint() + "/v1"), "key");
        unproven.post("/x", "{}");
        problem = unproven.next({}).problem;
        QVERIFY2(
            problem.contains(" could not be verified (") && problem.endsWith("so nothing was sent to it."),
            qPrintable(problem));
        ServerCalls waiting(QUrl(at(silent)), {}, 200);
        waiting.post("/x", "{}");
        QCOMPARE(waiting.next({}).problem, QString("127.0.0.1 did not answer in time."));
        FakeChatServer endless([](const FakeChatServer::Request&) {
            FakeChatServer::Answer answer;
            answer.pieces = QList<QByteArray>(40, QByteArray(1 << 20, 'x'));
            return answer;
        });
        RemoteEngine engine({"a", "n", QUrl(endless.address()), {}, {}}, {}, "m");
        GenerationRequest request;
        request.messages.push_back({});
        GenerationListener nobody;
        QCOMPARE(thrown([&] { (void)test::generate(engine, request, nobody, {}); }),
                 QString("127.0.0.1 sent something that is not a valid answer."));
    }

    void hubsThatAreNone() {
        HubEnvironment hub;
        hub.endpoint = QUrl("https://nowhere.invalid");
        HubGet get(hub, 5000);
        QSignalSpy ended(&get, &HubGet::ended);
        get.start(hub.fileAddress("o/n", QString(40, u'0'), "f"));
        QVERIFY(ended.wait(10000));
        QCOMPARE(last(ended), QString("nowhere.invalid cannot be found. Check the connection."));
    }

    void aDiskThatIsFull() {
        QTemporaryDir folder;
        PartFile part(folder.filePath("x.part"));
        part.append("some");
        diskIsFull = true;
        const QString problem = thrown([&] { part.append("more"); });
        diskIsFull = false;
        QVERIFY2(problem.startsWith("The disk is full. Free some space for ") &&
                     problem.endsWith("then resume; nothing is lost."),
                 qPrintable(problem));
        QCOMPARE(part.sizeBytes(), 4);
    }

    void aFileOfChatsThatIsTooLarge() {
        test::ChatFixture app;
        ConversationExchange exchange(*app.store, app.conversations, app.toasts);
        QTemporaryDir folder;
        QFile file(folder.filePath("chats.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        // Nothing but a hole, and little memory for it.
        QVERIFY(file.resize(qint64(500) << 20));
        file.close();
        QSignalSpy failed(&exchange, &ConversationExchange::failed);
        bool told = false;
        {
            const LittleMemory little(128);
            exchange.importFiles({QUrl::fromLocalFile(file.fileName())});
            told = QTest::qWaitFor([&] { return failed.count() > 0; }, 10000);
        }
        QVERIFY(told);
        QCOMPARE(last(failed, 1), QString("There is not enough memory to read it."));
    }

    void anAttachmentThatIsTooLarge() {
        test::ChatFixture app;
        QTemporaryDir folder;
        QFile file(folder.filePath("notes.txt"));
        QVERIFY(file.open(QFile::WriteOnly) && file.resize(maxDocumentTextBytes));
        file.close();
        QSignalSpy refused(app.chat.attachments, &DraftAttachments::refused);
        bool told = false;
        {
            const LittleMemory little(32);
            app.chat.attachments->add({QUrl::fromLocalFile(file.fileName())});
            told = QTest::qWaitFor([&] { return refused.count() > 0; }, 10000);
        }
        QVERIFY(told);
        QCOMPARE(last(refused),
                 QString("notes.txt was not attached. There is not enough memory to read it."));
        QCOMPARE(app.chat.attachments->count(), 0);
    }

    void aModelThatIsNotToBeDeleted() {
        test::ChatFixture app;
        QTemporaryDir folder;
        const QString path = folder.filePath("m-00001-of-00002.gguf");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.close();
        InstalledModels models(
            folder.path(),
            [](const QString& at) {
                ModelFacts facts;
                facts.path = at;
                facts.name = "m";
                return facts;
            },
            app.engine);
        models.refresh();
        QTRY_COMPARE(models.count(), 1);
        QCOMPARE(models.remove("/elsewhere/m.gguf"),
                 QStringLiteral("Only files in %1 can be deleted here.").arg(folder.path()));
        // A folder has the place of the second part.
        const QString second = folder.filePath("m-00002-of-00002.gguf");
        QVERIFY(QDir().mkpath(second + "/x"));
        QCOMPARE(models.remove(path),
                 QStringLiteral("%1 could not be deleted. Check whether you may write there.").arg(second));
    }

    void aReplyOfAModelThatIsGone() {
        test::ChatFixture app;
        app.load();
        app.talk("Hello");
        ReplyReplay replay(*app.store, app.inference, app.engine);
        replay.setMessage(app.chat.messages()->lastMessageOf("assistant"));
        app.engine.unload();
        QVERIFY(!app.engine.isReady());
        replay.run();
        QVERIFY2(replay.verdict().startsWith("Load ") &&
                     replay.verdict().endsWith(" first: a different model would write a different text."),
                 qPrintable(replay.verdict()));
    }

    void aModelThatBreaks() {
        InferenceThread thread(
            [](const EngineOptions&, const auto&, std::stop_token) -> std::unique_ptr<Engine> {
                throw std::runtime_error("boom");
            });
        QSignalSpy failed(&thread, &InferenceThread::loadFailed);
        thread.load({});
        QVERIFY(failed.wait());
        QCOMPARE(failed.at(0).at(1).value<InferenceProblem>().message,
                 QString("The model stopped for a reason that Hearth does not know (boom). Load it again."));
    }
};

HEARTH_IMPORT_TEST_MAIN(QCoreApplication, TestRareErrors)
#include "tst_rare_errors.moc"
