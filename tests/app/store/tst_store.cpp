#include "store/store.h"

#include <sqlite3.h>

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>

using namespace hearth::app::store;

namespace {

/// The fault of opening a folder; fails the test when it opens.
StoreError openError(const QString& folder) {
    try {
        Store::open(folder.toStdString());
    } catch (const StoreError& error) {
        return error;
    }
    return {StoreFault::Other, QStringLiteral("it opened")};
}

void runSql(const QString& file, const char* sql) {
    sqlite3* handle = nullptr;
    QCOMPARE(sqlite3_open(qPrintable(file), &handle), SQLITE_OK);
    QCOMPARE(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(handle);
}

/// One finished turn; the reply.
Message addTurn(Store& store, Conversation& conversation, const QString& question, const QString& answer,
                qint64 parentId = 0) {
    Message message, reply;
    message.parentId = parentId;
    message.text = question;
    reply.role = Role::Assistant;
    store.addTurn(conversation, message, reply);
    reply.text = answer;
    reply.state = MessageState::Complete;
    store.finishReply(reply, {{1, 2, 3}, {0.5F, 0.25F, 1.0F}, {}, {}});
    return reply;
}

}  // namespace

class TestStore : public QObject {
    Q_OBJECT

private slots:
    void keepsATurnOverAReopen() {
        QTemporaryDir folder;
        {
            const auto store = Store::open(folder.path().toStdString());
            Conversation conversation;
            conversation.title = QStringLiteral("Tea");
            addTurn(*store, conversation, QStringLiteral("How long?"), QStringLiteral("Three minutes."));
        }
        const auto store = Store::open(folder.path().toStdString());
        const std::vector<Conversation> list = store->conversations().list();
        QCOMPARE(list.size(), 1U);
        QCOMPARE(list[0].title, QStringLiteral("Tea"));
        const auto path = activePath(store->messages().ofConversation(list[0].id), list[0].activeRoot);
        QCOMPARE(path.size(), 2U);
        QCOMPARE(path[0].text, QStringLiteral("How long?"));
        QCOMPARE(path[1].text, QStringLiteral("Three minutes."));
        QCOMPARE(path[1].state, MessageState::Complete);
        QCOMPARE(store->generations().tokens(path[1].id), (std::vector<int32_t>{1, 2, 3}));
    }

    void rescuesAnInterruptedReply() {
        QTemporaryDir folder;
        qint64 id = 0;
        {
            const auto store = Store::open(folder.path().toStdString());
            Conversation conversation;
            Message message, reply;
            message.text = QStringLiteral("Q");
            reply.role = Role::Assistant;
            store->addTurn(conversation, message, reply);
            store->journalReply(reply.id, QStringLiteral("half a sen"));
            id = reply.id;
        }
        const auto store = Store::open(folder.path().toStdString());
        const auto reply = store->messages().find(id);
        QVERIFY(reply);
        QCOMPARE(reply->text, QStringLiteral("half a sen"));
        QCOMPARE(reply->state, MessageState::Interrupted);
        QVERIFY(!store->partialReplies().find(id));
        QCOMPARE(store->search().find(QStringLiteral("sen"), 5).size(), 1U);
    }

    void callsUnderWayAtTheEndWereInterrupted() {
        QTemporaryDir folder;
        const ToolCall first{"1", "clock", "{}", "Hearth"}, second{"2", "calculate", "{\"x", ""};
        qint64 conversationId = 0;
        {
            const auto store = Store::open(folder.path().toStdString());
            Conversation conversation;
            Message reply =
                addTurn(*store, conversation, QStringLiteral("When?"), QStringLiteral("A moment."));
            conversationId = conversation.id;
            reply.calls = {first, second};
            store->finishReply(reply, {});
            std::vector<Message> calls(2);
            for (Message& call : calls) {
                call.conversationId = conversationId;
                call.role = Role::Tool;
            }
            calls[0].parentId = reply.id;
            calls[0].calls = {first};
            calls[1].calls = {second};
            store->addCalls(calls);
            QCOMPARE(calls[1].parentId, calls[0].id);
            calls[0].text = QStringLiteral("noon");
            calls[0].state = MessageState::Complete;
            QVERIFY(store->finishCall(calls[0]));
        }
        const auto store = Store::open(folder.path().toStdString());
        const auto path = activePath(store->messages().ofConversation(conversationId), 0);
        QCOMPARE(path.size(), 4U);
        QCOMPARE(path[1].calls, (std::vector<ToolCall>{first, second}));
        QVERIFY(path[2].role == Role::Tool && path[2].state == MessageState::Complete);
        QCOMPARE(path[2].text, QStringLiteral("noon"));
        QCOMPARE(path[3].state, MessageState::Interrupted);
        QCOMPARE(path[3].calls, std::vector<ToolCall>{second});
        Message gone = path[3];
        gone.id = 999;
        QVERIFY(!store->finishCall(gone));
    }

    void aReplyThatWasErasedMeanwhileIsDropped() {
        const auto store = Store::inMemory();
        Conversation conversation;
        const Message first = addTurn(*store, conversation, QStringLiteral("Q"), QStringLiteral("A"));
        Message gone = first;
        gone.id = 999;
        store->finishReply(gone, {});
        QVERIFY(!store->generations().find(999));
    }

    void emptiesTheTrashAfterThirtyDays() {
        QTemporaryDir folder;
        qint64 old = 0, recent = 0;
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        constexpr qint64 dayMs = 86'400'000;
        {
            const auto store = Store::open(folder.path().toStdString());
            Conversation a, b;
            addTurn(*store, a, QStringLiteral("old thing"), QStringLiteral("x"));
            addTurn(*store, b, QStringLiteral("recent thing"), QStringLiteral("y"));
            old = a.id;
            recent = b.id;
            store->conversations().moveToTrash(old, now - 31 * dayMs);
            store->conversations().moveToTrash(recent, now - 29 * dayMs);
        }
        {
            const auto store = Store::open(folder.path().toStdString());
            QVERIFY(store->erasedAtStart());
        }
        const auto store = Store::open(folder.path().toStdString());
        QVERIFY(!store->erasedAtStart());
        QVERIFY(!store->conversations().find(old));
        QVERIFY(store->messages().ofConversation(old).empty());
        QVERIFY(store->conversations().find(recent));
        QVERIFY(store->conversations().list().empty());
        QCOMPARE(store->conversations().trash().size(), 1U);
    }

    void tellsOfANewerSchemaAndLeavesItAlone() {
        QTemporaryDir folder;
        { Store::open(folder.path().toStdString()); }
        const QString file = folder.filePath(QStringLiteral("hearth.db"));
        runSql(file, "PRAGMA user_version=99");
        const StoreError error = openError(folder.path());
        QCOMPARE(error.fault(), StoreFault::NewerSchema);
        QVERIFY(error.message().contains(QStringLiteral("newer Hearth")));
        QVERIFY(error.message().contains(QStringLiteral("99")));
    }

    void tellsOfAReadOnlyFolder() {
        if (geteuid() == 0)
            QSKIP("The superuser may write everywhere; run the tests as a person to try this.");
        QTemporaryDir folder;
        QVERIFY(QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::ExeOwner));
        const StoreError error = openError(folder.path());
        QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QCOMPARE(error.fault(), StoreFault::ReadOnly);
    }

    void tellsOfAFolderThatCannotBeMade() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("file")));
        QVERIFY(file.open(QFile::WriteOnly));
        const StoreError error = openError(file.fileName() + QStringLiteral("/data"));
        QCOMPARE(error.fault(), StoreFault::ReadOnly);
        QVERIFY(error.message().contains(QStringLiteral("--data-dir")));
    }

    void tellsOfASecondProgram() {
        QTemporaryDir folder;
        const auto store = Store::open(folder.path().toStdString());
        const StoreError error = openError(folder.path());
        QCOMPARE(error.fault(), StoreFault::InUse);
        QVERIFY(error.message().contains(QStringLiteral("already open")));
    }

    void tellsOfAFileThatIsNoDatabase() {
        QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("hearth.db")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray(8192, 'x'));
        file.close();
        QCOMPARE(openError(folder.path()).fault(), StoreFault::Damaged);
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(8192, 'x'));
    }

    void survivesFlippedPages() {
        QTemporaryDir folder;
        {
            const auto store = Store::open(folder.path().toStdString());
            Conversation conversation;
            qint64 parent = 0;
            for (int i = 0; i < 50; ++i)
                parent = addTurn(*store, conversation, QString(500, QLatin1Char('q')),
                                 QString(500, QLatin1Char('a')), parent)
                             .id;
        }
        QFile file(folder.filePath(QStringLiteral("hearth.db")));
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray sound = file.readAll();
        file.close();
        QRandomGenerator random(7);
        int told = 0;
        for (int round = 0; round < 40; ++round) {
            QByteArray damaged = sound;
            const qsizetype page = random.bounded(static_cast<int>(sound.size() / 4096)) * 4096;
            for (int i = 0; i < 4096; ++i) damaged[page + i] = static_cast<char>(random.generate());
            QTemporaryDir other;
            QFile copy(other.filePath(QStringLiteral("hearth.db")));
            QVERIFY(copy.open(QFile::WriteOnly));
            copy.write(damaged);
            copy.close();
            // Either everything works or one sentence says that the file is damaged; never a crash.
            try {
                const auto store = Store::open(other.path().toStdString());
                for (const Conversation& conversation : store->conversations().list())
                    activePath(store->messages().ofConversation(conversation.id), conversation.activeRoot);
                store->search().find(QStringLiteral("qqq"), 10);
            } catch (const StoreError& error) {
                ++told;
                QVERIFY2(!error.message().isEmpty(), "an error without a sentence");
            }
        }
        QVERIFY(told > 0);
    }

    void chatsAreForTheirOwnersEyes() {
        QTemporaryDir base;
        const QString folder = base.path() + QStringLiteral("/new/folder");
        const auto store = Store::open(folder.toStdString());
        Conversation conversation;
        addTurn(*store, conversation, QStringLiteral("Q"), QStringLiteral("A"));
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                          QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QCOMPARE(QFile::permissions(folder) & others, QFile::Permissions());
        for (const char* name : {"/hearth.db", "/hearth.db-wal", "/hearth.db-shm"})
            QCOMPARE(QFile::permissions(folder + name) & others, QFile::Permissions());
    }

    void tellsOfAMessageThatIsTooLong() {
        const auto store = Store::inMemory();
        Conversation conversation;
        try {
            addTurn(*store, conversation, QString(65 << 20, QLatin1Char('q')), {});
            QFAIL("a message above the limit was kept");
        } catch (const StoreError& error) {
            QVERIFY2(error.message().contains(QStringLiteral("longer than a chat can hold")),
                     qPrintable(error.message()));
            QVERIFY(!error.message().contains(QStringLiteral("string or blob")));
        }
        QVERIFY(store->conversations().list().empty());
    }

    void tellsOfAFullDisk() {
        const auto store = Store::inMemory();
        Conversation conversation;
        addTurn(*store, conversation, QStringLiteral("Q"), QStringLiteral("A"));
        // SQLite's own limit on the size of a file fails as a full disk does.
        store->database().execute("PRAGMA max_page_count=60");
        qint64 kept = 0;
        try {
            for (int i = 0; i < 1000; ++i) {
                addTurn(*store, conversation, QString(2000, QLatin1Char('q')),
                        QString(2000, QLatin1Char('a')));
                ++kept;
            }
            QFAIL("the disk never filled");
        } catch (const StoreError& error) {
            QCOMPARE(error.fault(), StoreFault::DiskFull);
            QVERIFY(error.message().contains(QStringLiteral("full")));
        }
        // Acknowledged turns are there, and the store continues when there is room again. The disk may have
        // filled between the last question and the end of its reply.
        const auto turns = static_cast<qint64>(store->messages().ofConversation(conversation.id).size()) / 2;
        QVERIFY2(turns == kept + 1 || turns == kept + 2, qPrintable(QString::number(turns)));
        store->database().execute("PRAGMA max_page_count=100000");
        addTurn(*store, conversation, QStringLiteral("again"), QStringLiteral("yes"));
        QVERIFY(store->database().quickCheck().isEmpty());
    }

    void losesNothingWhenKilled() {
        // The whole thousand: HEARTH_KILLS=1000 tst_store losesNothingWhenKilled
        const int kills = qEnvironmentVariableIntValue("HEARTH_KILLS") > 0
                              ? qEnvironmentVariableIntValue("HEARTH_KILLS")
                              : 50;
        QTemporaryDir folder;
        const QString program = QCoreApplication::applicationDirPath() + QStringLiteral("/store_writer");
        QHash<qint64, QString> acknowledged;
        QHash<qint64, int> journalled;
        QRandomGenerator random(20260101);
        int replies = 0, interrupted = 0;
        for (int round = 0; round < kills; ++round) {
            QProcess writer;
            writer.start(program, {folder.path()});
            QVERIFY(writer.waitForStarted());
            QVERIFY2(writer.waitForReadyRead(10000), writer.readAllStandardError().constData());
            QTest::qWait(random.bounded(25));
            ::kill(static_cast<pid_t>(writer.processId()), SIGKILL);
            QVERIFY(writer.waitForFinished());
            acknowledged.clear();
            journalled.clear();
            const QList<QByteArray> lines = writer.readAllStandardOutput().split('\n');
            // The last line may be cut by the kill.
            for (int i = 0; i + 1 < lines.size(); ++i) {
                const QByteArray& line = lines[i];
                const QList<QByteArray> words = line.split(' ');
                const qint64 id = words.value(1).toLongLong();
                const QString rest = QString::fromUtf8(line.mid(words[0].size() + words.value(1).size() + 2));
                if (words[0] == "journal")
                    journalled[id] = rest.toInt();
                else
                    acknowledged[id] = rest;
                if (words[0] == "reply") {
                    journalled.remove(id);
                    ++replies;
                }
            }
            const auto store = Store::open(folder.path().toStdString());
            QVERIFY2(store->database().quickCheck().isEmpty(), qPrintable(store->database().quickCheck()));
            for (auto it = acknowledged.cbegin(); it != acknowledged.cend(); ++it) {
                const auto message = store->messages().find(it.key());
                QVERIFY2(message, qPrintable(QStringLiteral("message %1 is lost").arg(it.key())));
                QCOMPARE(message->text.trimmed(), it.value());
            }
            for (auto it = journalled.cbegin(); it != journalled.cend(); ++it) {
                const auto message = store->messages().find(it.key());
                QVERIFY(message);
                QVERIFY2(message->text.size() >= it.value(), "a journalled part of a reply is lost");
                ++interrupted;
            }
            QVERIFY(store->messages().streaming().empty());
        }
        qInfo("%d kills: %d replies acknowledged and %d partial ones checked, none lost", kills, replies,
              interrupted);
        QVERIFY(replies + interrupted > 0);
        // The index tells the same as the texts.
        const auto store = Store::open(folder.path().toStdString());
        store->search().check();
    }
};

QTEST_GUILESS_MAIN(TestStore)
#include "tst_store.moc"
