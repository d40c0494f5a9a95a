#include "exchange/chat_backup.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <new>

#include "notices/toast_queue.h"
#include "store/store.h"

using namespace hearth::app;

namespace {

void addChat(store::Store& store) {
    store::Conversation conversation;
    store::Message message, reply;
    message.text = QStringLiteral("tea");
    store.addTurn(conversation, message, reply);
}

}  // namespace

class TestChatBackup : public QObject {
    Q_OBJECT

private slots:
    void writesABackupThatOpens() {
        QTemporaryDir folder, other;
        const auto store = store::Store::open(folder.path().toStdString());
        addChat(*store);
        ToastQueue toasts;
        ChatBackup backup(*store, folder.filePath("hearth.db"), toasts);
        QVERIFY(!backup.isMemoryOnly());
        QVERIFY(!backup.wouldLose());
        QVERIFY(backup.fileName().startsWith("hearth-2") && backup.fileName().endsWith(".db"));
        QSignalSpy written(&backup, &ChatBackup::written);
        backup.writeTo(QUrl::fromLocalFile(other.filePath("hearth.db")));
        QVERIFY(backup.isRunning());
        QVERIFY(written.wait());
        QVERIFY(!backup.isRunning());
        QVERIFY(toasts.property("message").toString().contains("hearth.db"));
        const auto copy = store::Store::open(other.path().toStdString());
        QCOMPARE(copy->conversations().list().size(), 1U);
    }

    void saysWhyItCannot() {
        QTemporaryDir folder;
        const auto store = store::Store::open(folder.path().toStdString());
        ToastQueue toasts;
        ChatBackup backup(*store, folder.filePath("hearth.db"), toasts);
        QSignalSpy failed(&backup, &ChatBackup::failed);
        backup.writeTo(QUrl::fromLocalFile(folder.filePath("hearth.db")));
        QVERIFY(failed.wait());
        QVERIFY(failed[0][1].toString().contains("Choose another name"));
        QVERIFY(!backup.isRunning());
    }

    void saysThatThereIsNotEnoughMemory() {
        QTemporaryDir folder;
        const auto store = store::Store::open(folder.path().toStdString());
        ToastQueue toasts;
        ChatBackup backup(
            *store, folder.filePath("hearth.db"), toasts,
            [](const auto&, const auto&, const auto&, const auto&) -> bool { throw std::bad_alloc(); });
        QSignalSpy failed(&backup, &ChatBackup::failed);
        backup.writeTo(QUrl::fromLocalFile(folder.filePath("copy.db")));
        QVERIFY(failed.wait());
        QCOMPARE(failed[0][0].toString(), QString("The backup was not made"));
        QCOMPARE(failed[0][1].toString(),
                 QString("There is not enough memory. Close other programs and try again."));
        QVERIFY(!backup.isRunning());
    }

    void canBeCancelled() {
        QTemporaryDir folder, other;
        const auto store = store::Store::open(folder.path().toStdString());
        for (int i = 0; i < 200; ++i) addChat(*store);
        ToastQueue toasts;
        ChatBackup backup(*store, folder.filePath("hearth.db"), toasts);
        QSignalSpy written(&backup, &ChatBackup::written), failed(&backup, &ChatBackup::failed);
        backup.writeTo(QUrl::fromLocalFile(other.filePath("b.db")));
        backup.cancel();
        QTRY_VERIFY(!backup.isRunning());
        QCOMPARE(failed.count(), 0);
        QCOMPARE(QDir(other.path()).entryList(QDir::Files).size(), written.count());
    }

    void whatIsInMemoryOnlyWouldBeLostUntilItIsSaved() {
        QTemporaryDir other;
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ChatBackup backup(*store, QString(), toasts);
        QVERIFY(backup.isMemoryOnly());
        QVERIFY(!backup.wouldLose());
        addChat(*store);
        QVERIFY(backup.wouldLose());
        QSignalSpy written(&backup, &ChatBackup::written), failed(&backup, &ChatBackup::failed);
        backup.writeTo(QUrl::fromLocalFile("/nowhere/at/all.db"));
        QCOMPARE(failed.count(), 1);
        QVERIFY(backup.wouldLose());
        QCOMPARE(backup.fileName(), QStringLiteral("hearth.db"));
        backup.writeTo(QUrl::fromLocalFile(other.filePath("hearth.db")));
        QCOMPARE(written.count(), 1);
        QVERIFY(!backup.wouldLose());
        addChat(*store);
        QVERIFY(backup.wouldLose());
        backup.stopAsking();
        QVERIFY(!backup.wouldLose());
        const auto copy = store::Store::open(other.path().toStdString());
        QCOMPARE(copy->conversations().list().size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestChatBackup)
#include "tst_chat_backup.moc"
