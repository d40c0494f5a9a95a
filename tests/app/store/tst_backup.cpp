#include "store/backup.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <cerrno>
#include <thread>

#include "store/store.h"

using namespace hearth::app::store;

namespace {

constexpr QFile::Permissions ofOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                        QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;

qint64 addChat(Store& store, const QString& text, int turns = 1) {
    store.database().setDurable(false);  // the disk is not what is tested
    Conversation conversation;
    conversation.title = text;
    qint64 parent = 0;
    for (int i = 0; i < turns; ++i) {
        Message message, reply;
        message.parentId = parent;
        message.text = text + QString::number(i);
        reply.role = Role::Assistant;
        store.addTurn(conversation, message, reply);
        reply.text = QString(500, QLatin1Char('a'));
        reply.state = MessageState::Complete;
        store.finishReply(reply, {{1, 2}, {0.5F, 0.5F}, {}, {}});
        parent = reply.id;
    }
    return conversation.id;
}

/// Every text of a store, in its order.
QStringList textsOf(Store& store) {
    QStringList texts;
    for (const Conversation& conversation : store.conversations().list()) {
        texts += conversation.title;
        for (const Message& message : store.messages().ofConversation(conversation.id)) texts += message.text;
    }
    return texts;
}

StoreError faultOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const StoreError& error) {
        return error;
    }
    return {StoreFault::Other, QStringLiteral("nothing was thrown")};
}

/// While it is set, what SQLite writes fails as on a full disk.
bool diskIsFull = false;

ssize_t writeOrFull(int file, const void* bytes, size_t size, off_t offset) {
    if (!diskIsFull) return ::pwrite(file, bytes, size, offset);
    errno = ENOSPC;
    return -1;
}

}  // namespace

class TestBackup : public QObject {
    Q_OBJECT

private slots:
    void isADatabaseOfItsOwn() {
        QTemporaryDir folder, other;
        const auto store = Store::open(folder.path().toStdString());
        addChat(*store, QStringLiteral("tea"), 200);
        // Everything is still in the file beside it.
        QVERIFY(QFile(folder.filePath("hearth.db-wal")).size() > 100'000);
        double last = 0;
        QVERIFY(backUpFile(folder.filePath("hearth.db").toStdString(),
                           other.filePath("hearth.db").toStdString(), [&last](double share) {
                               QVERIFY(share >= last && share <= 1);
                               last = share;
                           }));
        QCOMPARE(last, 1.0);
        QCOMPARE(QDir(other.path()).entryList(QDir::Files), QStringList{"hearth.db"});
        QCOMPARE(QFile::permissions(other.filePath("hearth.db")) & ofOthers, QFile::Permissions());
        const auto copy = Store::open(other.path().toStdString());
        QVERIFY(copy->database().quickCheck().isEmpty());
        copy->search().check();
        QCOMPARE(textsOf(*copy), textsOf(*store));
        QCOMPARE(textsOf(*copy).size(), 401);
    }

    void isOfOneMomentWhileOthersWrite() {
        QTemporaryDir folder, other;
        const auto store = Store::open(folder.path().toStdString());
        addChat(*store, QStringLiteral("before"), 1000);
        std::atomic<bool> done = false;
        std::atomic<double> share = 0;
        bool whole = false;
        std::thread worker([&] {
            whole = backUpFile(folder.filePath("hearth.db").toStdString(),
                               other.filePath("hearth.db").toStdString(), [&](double now) {
                                   share = now;
                                   QThread::msleep(5);
                               });
            done = true;
        });
        while (share == 0.0 && !done) QThread::msleep(1);
        int meanwhile = 0;
        for (; !done; ++meanwhile) addChat(*store, QStringLiteral("meanwhile"));
        worker.join();
        QVERIFY(whole);
        QVERIFY(meanwhile > 0);
        const auto copy = Store::open(other.path().toStdString());
        QCOMPARE(copy->conversations().list().size(), 1U);
        QCOMPARE(textsOf(*copy).size(), 2001);
        QVERIFY(copy->database().quickCheck().isEmpty());
    }

    void takesThePlaceOfAnOlderOneOrLeavesIt() {
        QTemporaryDir folder, other;
        const auto store = Store::open(folder.path().toStdString());
        addChat(*store, QStringLiteral("tea"), 1000);
        const QString name = other.filePath("old.db");
        QFile old(name);
        QVERIFY(old.open(QFile::WriteOnly) && old.write("old") == 3);
        old.close();
        std::stop_source stop;
        QVERIFY(!backUpFile(
            folder.filePath("hearth.db").toStdString(), name.toStdString(),
            [&stop](double) { stop.request_stop(); }, stop.get_token()));
        QCOMPARE(QDir(other.path()).entryList(QDir::Files), QStringList{"old.db"});
        QCOMPARE(QFile(name).size(), 3);
        QVERIFY(backUpFile(folder.filePath("hearth.db").toStdString(), name.toStdString()));
        QCOMPARE(QDir(other.path()).entryList(QDir::Files), QStringList{"old.db"});
        QVERIFY(QFile(name).size() > 10'000);
    }

    void neverOverItself() {
        QTemporaryDir folder;
        const auto store = Store::open(folder.path().toStdString());
        addChat(*store, QStringLiteral("tea"));
        const std::string database = folder.filePath("hearth.db").toStdString();
        for (const char* name : {"hearth.db", "hearth.db-wal", "./hearth.db"})
            QCOMPARE(faultOf([&] { backUpFile(database, folder.filePath(name).toStdString()); }).fault(),
                     StoreFault::InUse);
        QCOMPARE(textsOf(*store).size(), 3);
    }

    void aFolderThatCannotBeWrittenIsNamed() {
        const auto store = Store::inMemory();
        const StoreError error = faultOf([&] { backUp(store->database(), "/nowhere/at/all.db"); });
        QCOMPARE(error.fault(), StoreFault::ReadOnly);
        QVERIFY2(error.message().contains("/nowhere/at/all.db"), qPrintable(error.message()));
    }

    void nothingButAFileIsReplaced() {
        const auto store = Store::inMemory();
        QTemporaryDir folder;
        const std::string pipe = folder.filePath("pipe").toStdString(),
                          link = folder.filePath("link").toStdString();
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        QCOMPARE(symlink("/dev/null", link.c_str()), 0);
        for (const std::string& there : {pipe, link, folder.path().toStdString()})
            QCOMPARE(faultOf([&] { backUp(store->database(), there); }).fault(), StoreFault::ReadOnly);
        struct stat status {};
        QCOMPARE(lstat(pipe.c_str(), &status), 0);
        QVERIFY(S_ISFIFO(status.st_mode));
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot),
                 (QStringList{"link", "pipe"}));
    }

    void aFaultLeavesTheStoreUsable() {
        const auto store = Store::inMemory();
        addChat(*store, QStringLiteral("tea"), 100);
        faultOf([&] { backUp(store->database(), "/nowhere/at/all.db"); });
        addChat(*store, QStringLiteral("more"));
        QCOMPARE(store->conversations().list().size(), 2U);
    }

    void whatIsOnlyInMemoryIsSavedAsAStore() {
        QTemporaryDir other;
        const auto store = Store::inMemory();
        addChat(*store, QStringLiteral("tea"), 3);
        QVERIFY(backUp(store->database(), other.filePath("hearth.db").toStdString()));
        const auto copy = Store::open(other.path().toStdString());
        QCOMPARE(textsOf(*copy), textsOf(*store));
        addChat(*copy, QStringLiteral("and on"));
        addChat(*store, QStringLiteral("here too"));
    }

    void aDamagedDatabaseMakesNoBackup() {
        QTemporaryDir folder, other;
        {
            const auto store = Store::open(folder.path().toStdString());
            addChat(*store, QStringLiteral("tea"), 200);
        }
        QFile file(folder.filePath("hearth.db"));
        QVERIFY(file.open(QFile::ReadWrite));
        QVERIFY(file.seek(8 * 4096));
        file.write(QByteArray(20 * 4096, 'x'));
        file.close();
        const StoreError error = faultOf(
            [&] { backUpFile(file.fileName().toStdString(), other.filePath("copy.db").toStdString()); });
        QCOMPARE(error.fault(), StoreFault::Damaged);
        QVERIFY(QDir(other.path()).isEmpty());
    }

    // Every page can be copied, and what they say together is not so.
    void aDamageThatIsCopiedIsFound() {
        QTemporaryDir folder, other;
        {
            const auto store = Store::open(folder.path().toStdString());
            addChat(*store, QStringLiteral("tea"), 20);
        }
        QFile file(folder.filePath("hearth.db"));
        QVERIFY(file.open(QFile::ReadWrite));
        // The number of free pages in the header of the file (section 1.3 of SQLite's file format).
        QVERIFY(file.seek(36) && file.write(QByteArray("\0\0\0\5", 4)) == 4);
        file.close();
        const StoreError error = faultOf(
            [&] { backUpFile(file.fileName().toStdString(), other.filePath("copy.db").toStdString()); });
        QCOMPARE(error.message(),
                 QString("The file with your chats is damaged, so no backup was made of it. Keep the backups "
                         "that you have."));
        QVERIFY(QDir(other.path()).isEmpty());
    }

    void aFullDiskIsSaidAndNothingIsLeft() {
        sqlite3_vfs* const system = sqlite3_vfs_find(nullptr);
        for (const char* call : {"pwrite", "pwrite64"})
            if (system->xGetSystemCall(system, call) != nullptr)
                QCOMPARE(
                    system->xSetSystemCall(system, call, reinterpret_cast<sqlite3_syscall_ptr>(writeOrFull)),
                    SQLITE_OK);
        QTemporaryDir other;
        const auto store = Store::inMemory();
        addChat(*store, QStringLiteral("tea"), 3);
        const QString name = other.filePath("hearth.db");
        diskIsFull = true;
        const StoreError error = faultOf([&] { backUp(store->database(), name.toStdString()); });
        diskIsFull = false;
        system->xSetSystemCall(system, nullptr, nullptr);
        QCOMPARE(error.fault(), StoreFault::DiskFull);
        QCOMPARE(
            error.message(),
            QStringLiteral("There is no room for %1. Free some space or choose another folder.").arg(name));
        QVERIFY(QDir(other.path()).isEmpty());
        QVERIFY(backUp(store->database(), name.toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestBackup)
#include "tst_backup.moc"
