#include "exchange/all_chats_export.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "exchange/chat_importers.h"

using namespace hearth::app;

class TestAllChatsExport : public QObject {
    Q_OBJECT

    static void addChat(store::Store& store, const QString& title) {
        store::Conversation conversation;
        conversation.title = title;
        store::Message question, answer;
        question.text = "Q of " + title;
        answer.role = store::Role::Assistant;
        store.addTurn(conversation, question, answer);
    }

private slots:
    void everythingButTheTrashComesBack() {
        const auto store = store::Store::inMemory();
        for (int i = 0; i < 300; ++i) addChat(*store, QString("chat %1").arg(i));
        store->conversations().moveToTrash(store->conversations().titles(1)[0].id, 5);
        QTemporaryDir folder;
        AllChatsExport all(*store, folder.filePath("all.json"));
        QSignalSpy ended(&all, &AllChatsExport::ended);
        all.start();
        QVERIFY(ended.wait(10000));
        QCOMPARE(ended[0][0].toString(), QString());
        QCOMPARE(all.done(), size_t{299});
        QCOMPARE(importChatFile(folder.filePath("all.json")).size(), size_t{299});
    }

    void nothingIsLeftOfAnExportThatWasCancelled() {
        const auto store = store::Store::inMemory();
        for (int i = 0; i < 300; ++i) addChat(*store, QString("chat %1").arg(i));
        QTemporaryDir folder;
        AllChatsExport all(*store, folder.filePath("all.json"));
        QSignalSpy ended(&all, &AllChatsExport::ended);
        all.start();
        all.cancel();
        QTest::qWait(100);
        QVERIFY(ended.isEmpty());
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void placesThatCannotBeWrittenHaveASentence() {
        const auto store = store::Store::inMemory();
        AllChatsExport all(*store, "/nowhere/all.json");
        QSignalSpy ended(&all, &AllChatsExport::ended);
        all.start();
        QVERIFY(ended[0][0].toString().startsWith("/nowhere/all.json could not be written ("));
    }
};

QTEST_GUILESS_MAIN(TestAllChatsExport)
#include "tst_all_chats_export.moc"
