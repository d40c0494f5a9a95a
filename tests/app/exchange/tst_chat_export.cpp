#include "exchange/chat_export.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "exchange/chat_importers.h"
#include "support/small_picture.h"

using namespace hearth::app;

class TestChatExport : public QObject {
    Q_OBJECT

    static void addChat(store::Store& store, const QString& title) {
        store::Conversation conversation;
        conversation.title = title;
        store::Message question, answer;
        question.text = "Q of " + title;
        answer.role = store::Role::Assistant;
        store.addTurn(conversation, question, answer);
    }

    /// Of all chats, those in the trash as well.
    static std::vector<qint64> idsOf(store::Store& store) {
        std::vector<qint64> ids;
        for (const store::Conversation& one : store.conversations().titles()) ids.push_back(one.id);
        for (const store::Conversation& one : store.conversations().trash()) ids.push_back(one.id);
        return ids;
    }
    static QByteArray contents(const QString& path) {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

private slots:
    void everythingButTheTrashComesBack() {
        const auto store = store::Store::inMemory();
        for (int i = 0; i < 300; ++i) addChat(*store, QString("chat %1").arg(i));
        store->conversations().moveToTrash(store->conversations().titles(1)[0].id, 5);
        QTemporaryDir folder;
        ChatExport all(*store, folder.filePath("all.json"), ChatExport::Format::JsonList);
        QSignalSpy ended(&all, &ChatExport::ended);
        all.start(idsOf(*store));
        QVERIFY(ended.wait(10000));
        QCOMPARE(ended[0][0].toString(), QString());
        QCOMPARE(all.done(), size_t{300});
        QCOMPARE(importChats(contents(folder.filePath("all.json"))).chats.size(), size_t{299});
    }

    void oneChatIsAFileOfItsOwn() {
        const auto store = store::Store::inMemory();
        addChat(*store, "Dues");
        const std::vector<qint64> ids = idsOf(*store);
        QTemporaryDir folder;
        const auto written = [&](const char* name, ChatExport::Format format) {
            ChatExport one(*store, folder.filePath(name), format);
            QSignalSpy ended(&one, &ChatExport::ended);
            one.start(ids);
            if (!ended.wait(10000) || !ended[0][0].toString().isEmpty()) return QByteArray("failed");
            QFile file(folder.filePath(name));
            return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("not there");
        };
        QVERIFY(written("a.md", ChatExport::Format::Markdown).startsWith("# Dues\n"));
        QVERIFY(written("a.json", ChatExport::Format::Json).startsWith("{"));
        QCOMPARE(importChats(contents(folder.filePath("a.json"))).chats.size(), size_t{1});
    }

    void nothingIsLeftOfAnExportThatWasCancelled() {
        const auto store = store::Store::inMemory();
        for (int i = 0; i < 300; ++i) addChat(*store, QString("chat %1").arg(i));
        QTemporaryDir folder;
        ChatExport all(*store, folder.filePath("all.json"), ChatExport::Format::JsonList);
        QSignalSpy ended(&all, &ChatExport::ended);
        all.start(idsOf(*store));
        all.cancel();
        QTest::qWait(100);
        QVERIFY(ended.isEmpty());
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void noFileIsWrittenThatCouldNotBeRead() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message question, answer;
        question.pictures = {store::messagePicture({hearth::test::smallPicture(1, 100'000), {}})};
        store->addTurn(conversation, question, answer);
        QTemporaryDir folder;
        const auto problemOf = [&](ChatExport::Format format, qint64 mostBytes) {
            ChatExport one(*store, folder.filePath("a"), format, nullptr, mostBytes);
            QSignalSpy ended(&one, &ChatExport::ended);
            one.start({conversation.id});
            return ended.wait(10000) ? ended[0][0].toString() : QString("nothing");
        };
        QVERIFY(problemOf(ChatExport::Format::JsonList, 100'000).contains("backup"));
        QVERIFY(problemOf(ChatExport::Format::Json, 100'000).contains("backup"));
        QVERIFY(QDir(folder.path()).isEmpty());
        QCOMPARE(problemOf(ChatExport::Format::Json, 200'000), QString());
        QCOMPARE(problemOf(ChatExport::Format::Markdown, 100), QString());
    }

    void placesThatCannotBeWrittenHaveASentence() {
        const auto store = store::Store::inMemory();
        ChatExport all(*store, "/nowhere/all.json", ChatExport::Format::JsonList);
        QSignalSpy ended(&all, &ChatExport::ended);
        all.start(idsOf(*store));
        QVERIFY(ended[0][0].toString().startsWith("/nowhere/all.json could not be written ("));
    }
};

QTEST_GUILESS_MAIN(TestChatExport)
#include "tst_chat_export.moc"
