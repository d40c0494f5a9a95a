#include "exchange/conversation_exchange.h"

#include <sys/stat.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <span>

#include "chat/conversation_list_model.h"
#include "exchange/hearth_json.h"
#include "exchange/import_child.h"
#include "notices/toast_queue.h"
#include "store/conversation_writer.h"
#include "support/import_test_main.h"
#include "support/small_picture.h"

using namespace hearth::app;

class TestConversationExchange : public QObject {
    Q_OBJECT

private slots:
    void aChatGoesOutAndComesBackTheSame() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        store::Conversation conversation;
        conversation.title = QStringLiteral("../a: \"b\"?");
        conversation.sampling = {{"topK", 5}};
        store::Message question, answer, again;
        question.text = QStringLiteral("Q");
        question.pictures = {store::messagePicture({hearth::test::smallPicture(1), "a.png"})};
        answer.role = again.role = store::Role::Assistant;
        store->addTurn(conversation, question, answer,
                       {{0, 0, QStringLiteral("a.txt"), QStringLiteral("in it"), 5, 2}});
        answer.text = QStringLiteral("A");
        answer.state = store::MessageState::Complete;
        store->finishReply(answer, {{1, 2}, {0.5F, 0.25F}, {}, {{"seed", "1"}}, QByteArray(2, '\0')});
        again.conversationId = conversation.id;
        again.parentId = question.id;
        again.text = QStringLiteral("B");
        store->addMessage(again);

        QTemporaryDir folder;
        const QString name = exchange.fileName(conversation.id, QStringLiteral("json"));
        QVERIFY2(!name.contains(u'/') && !name.startsWith(u'.') && name.endsWith(QStringLiteral(".json")),
                 qPrintable(name));
        const QUrl file = QUrl::fromLocalFile(folder.filePath(name));
        exchange.exportTo(conversation.id, file);
        QTRY_VERIFY(toasts.message().startsWith("Saved as "));
        QSignalSpy imported(&exchange, &ConversationExchange::imported);
        QSignalSpy opened(&conversations, &ConversationListModel::openRequested);
        exchange.importFiles({file});
        QVERIFY(exchange.isImporting());
        QVERIFY(imported.wait());
        QCOMPARE(imported[0][0].toInt(), 1);
        QCOMPARE(conversations.count(), 2);
        const qint64 copy = opened[0][0].toLongLong();
        QVERIFY(copy != conversation.id);
        // Everything but the numbers of the rows is the same.
        const auto same = [&](qint64 id) {
            auto whole = *store->copyConversation(id);
            const qint64 base = whole.messages.front().id - 1;
            std::map<qint64, store::Generation> generations;
            for (const auto& [message, generation] : whole.generations)
                generations[message - base] = generation;
            whole.generations = generations;
            std::map<qint64, std::vector<store::Attachment>> attachments;
            for (const auto& [message, files] : whole.attachments) attachments[message - base] = files;
            whole.attachments = attachments;
            for (store::Message& message : whole.messages) {
                message.id -= base;
                if (message.parentId) message.parentId -= base;
                if (message.activeChild) message.activeChild -= base;
            }
            whole.conversation.activeRoot -= base;
            return toHearthJson(whole);
        };
        QCOMPARE(same(copy), same(conversation.id));
        QVERIFY(same(copy).contains("in it"));
        QCOMPARE(store->messages().ofConversation(copy).front().pictures, question.pictures);
        // Another store has the file from there.
        const auto elsewhere = store::Store::inMemory();
        const auto read = importChatFile(file.toLocalFile()).chats;
        store::ConversationWriter writer(*elsewhere, read);
        writer.writeAll();
        const auto picture = elsewhere->pictures().find(question.pictures[0].hash);
        QVERIFY(picture && std::ranges::equal(picture->bytes(), hearth::test::smallPicture(1)->bytes()));
        // Every other ending is Markdown.
        const QString text = folder.filePath("chat.md");
        exchange.exportTo(copy, QUrl::fromLocalFile(text));
        QTRY_VERIFY(QFile::exists(text));
        QFile markdown(text);
        QVERIFY(markdown.open(QFile::ReadOnly));
        QVERIFY(markdown.readAll().contains("\n\nB\n"));
    }

    // As many chats as years of use make: the window goes on meanwhile, and it can be ended.
    void manyChatsComeInWithoutHoldingTheWindowUp() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        QTemporaryDir folder;
        QFile file(folder.filePath("many.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        store::Conversation conversation;
        store::Message question, answer;
        question.text = QStringLiteral("Q");
        store->addTurn(conversation, question, answer);
        const QByteArray one = toHearthJson(*store->copyConversation(conversation.id));
        file.write("[" + one);
        for (int i = 1; i < 10000; ++i) file.write(",\n" + one);
        file.write("]");
        file.close();
        QSignalSpy imported(&exchange, &ConversationExchange::imported);
        // The longest time that the window's thread was away.
        qint64 longest = 0;
        QElapsedTimer since;
        since.start();
        QTimer ticks;
        connect(&ticks, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
        ticks.start(0);
        const QUrl url = QUrl::fromLocalFile(file.fileName());
        exchange.importFiles({url});
        QCOMPARE(exchange.progressText(), QString("Reading the chats…"));
        QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().startsWith("Importing chats: "), 30000);
        QVERIFY(imported.wait(30000));
        QCOMPARE(imported[0][0].toInt(), 10000);
        QCOMPARE(store->conversations().count(), 10001);
        QVERIFY(exchange.progressText().isEmpty());
        QVERIFY2(longest < 400, qPrintable(QString::number(longest)));
        // The same again, ended in the middle.
        exchange.importFiles({url});
        QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().startsWith("Importing chats: "), 30000);
        exchange.cancel();
        QVERIFY(!exchange.isImporting());
        const int kept = store->conversations().count();
        QVERIFY(kept < 20001);
        QTest::qWait(200);
        QCOMPARE(store->conversations().count(), kept);
        // And the next one is as new.
        exchange.importFiles({QUrl::fromLocalFile(QStringLiteral("/nowhere/x.json"))});
        QVERIFY(imported.wait());
    }

    // One chat of a length that no hand types.
    void aLongChatComesInWithoutHoldingTheWindowUp() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        store::ConversationCopy copy;
        copy.conversation.title = "long";
        copy.conversation.activeRoot = 1;
        for (int i = 1; i <= 20'000; ++i) {
            store::Message message;
            message.id = i;
            message.parentId = i - 1;
            message.text = QStringLiteral("word%1").arg(i);
            copy.messages.push_back(message);
        }
        QTemporaryDir folder;
        QFile file(folder.filePath("long.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(toHearthJson(copy));
        file.close();
        QSignalSpy imported(&exchange, &ConversationExchange::imported);
        qint64 longest = 0;
        QElapsedTimer since;
        since.start();
        QTimer ticks;
        connect(&ticks, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
        ticks.start(0);
        exchange.importFiles({QUrl::fromLocalFile(file.fileName())});
        QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().endsWith(" of 20,000 messages)"), 30000);
        QVERIFY2(exchange.progressText().startsWith("Importing chats: 0 of 1 ("),
                 qPrintable(exchange.progressText()));
        QCOMPARE(conversations.count(), 0);
        QVERIFY(imported.wait(60000));
        QCOMPARE(store->conversations().count(), 1);
        QVERIFY2(longest < 400, qPrintable(QString::number(longest)));
        // Cancelled in the middle nothing of it stays.
        exchange.importFiles({QUrl::fromLocalFile(file.fileName())});
        QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().endsWith(" messages)"), 30000);
        exchange.cancel();
        QCOMPARE(store->conversations().count(), 1);
        QVERIFY(store->conversations().trash().empty());
    }

    void allChatsGoOutAndADuplicateComes() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        store::Conversation conversation;
        conversation.title = QStringLiteral("Dues");
        store::Message question, answer;
        question.text = QStringLiteral("Q");
        question.pictures = {store::messagePicture({hearth::test::smallPicture(1), "a.png"})};
        store->addTurn(conversation, question, answer);
        QSignalSpy opened(&conversations, &ConversationListModel::openRequested);
        exchange.duplicate(conversation.id);
        QTRY_COMPARE(opened.size(), 1);
        QCOMPARE(store->messages().ofConversation(opened[0][0].toLongLong()).front().pictures,
                 question.pictures);
        const auto copy = store->copyConversation(opened[0][0].toLongLong());
        QCOMPARE(copy->conversation.title, QString("Dues (copy)"));
        QCOMPARE(copy->messages.size(), size_t{2});
        QVERIFY(copy->messages[1].state != store::MessageState::Streaming);
        // A store that takes nothing says so.
        QSignalSpy refused(&exchange, &ConversationExchange::failed);
        store->database().execute("PRAGMA query_only=1");
        exchange.duplicate(conversation.id);
        QTRY_COMPARE(refused.size(), 1);
        store->database().execute("PRAGMA query_only=0");
        QCOMPARE(refused.value(0).value(0).toString(), QString("The chat was not duplicated"));
        QVERIFY(!refused[0][1].toString().isEmpty());
        QTemporaryDir folder;
        const QString path = folder.filePath(exchange.allFileName());
        exchange.exportAllTo(QUrl::fromLocalFile(path));
        QCOMPARE(exchange.progressText(), QString("Exporting chats: 0 of 2"));
        QTRY_VERIFY(exchange.progressText().isEmpty());
        QCOMPARE(importChatFile(path).chats.size(), size_t{2});
        QVERIFY(toasts.message().startsWith("Saved as hearth-chats-"));
        QSignalSpy failed(&exchange, &ConversationExchange::failed);
        exchange.exportAllTo(QUrl::fromLocalFile(QStringLiteral("/nowhere/x.json")));
        QCOMPARE(failed[0][0].toString(), QString("The chats were not exported"));
    }

    // A chat of a length that no hand types: copied and written, and the window goes on meanwhile.
    void aLongChatGoesOutWithoutHoldingTheWindowUp() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        store::ConversationCopy chat;
        chat.conversation.title = "long";
        chat.conversation.activeRoot = 1;
        for (int i = 1; i <= 40'000; ++i) {
            store::Message message;
            message.id = i;
            message.parentId = i - 1;
            message.text = QStringLiteral("word%1").arg(i);
            chat.messages.push_back(message);
        }
        store::ConversationWriter writer(*store, std::span(&chat, 1));
        writer.writeAll();
        QSignalSpy opened(&conversations, &ConversationListModel::openRequested);
        qint64 longest = 0;
        QElapsedTimer since;
        since.start();
        QTimer ticks;
        connect(&ticks, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
        ticks.start(0);
        exchange.duplicate(writer.last());
        QTRY_COMPARE_WITH_TIMEOUT(exchange.progressText(), QString("Duplicating the chat…"), 30000);
        QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, 120000);
        QTemporaryDir folder;
        for (const char* name : {"long.json", "long.md"}) {
            exchange.exportTo(opened[0][0].toLongLong(), QUrl::fromLocalFile(folder.filePath(name)));
            QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().startsWith("Exporting the chat: "), 30000);
            QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().isEmpty(), 120000);
            QVERIFY2(QFileInfo(folder.filePath(name)).size() > 40'000, name);
        }
        exchange.exportAllTo(QUrl::fromLocalFile(folder.filePath("all.json")));
        QTRY_VERIFY_WITH_TIMEOUT(exchange.progressText().isEmpty(), 120000);
        // In one go it would be more than a second, and the machine may be busy.
        QVERIFY2(longest < 300, qPrintable(QString::number(longest)));
        QCOMPARE(importChatFile(folder.filePath("all.json")).chats.size(), size_t{2});
        // Given up in the middle nothing of it stays.
        exchange.duplicate(writer.last());
        QTRY_VERIFY_WITH_TIMEOUT(!exchange.progressText().isEmpty(), 30000);
        exchange.cancel();
        QVERIFY(exchange.progressText().isEmpty());
        QCOMPARE(store->conversations().count(), 2);
    }

    void failuresOfEveryFileAreTold() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        QSignalSpy failed(&exchange, &ConversationExchange::failed);
        QSignalSpy imported(&exchange, &ConversationExchange::imported);
        QTemporaryDir folder;
        const auto file = [&](const char* name, const char* content) {
            QFile made(folder.filePath(name));
            if (!made.open(QFile::WriteOnly)) qFatal("%s", name);
            made.write(content);
            return QUrl::fromLocalFile(made.fileName());
        };
        const char* good =
            R"([{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["x"]}}}},"current_node":"a"}, {"of":["another kind"]}])";
        exchange.importFiles(
            {file("a.json", "nothing"), file("b.json", good), file("c.json", "{}"), file("d.json", "[]")});
        QVERIFY(imported.wait());
        QCOMPARE(imported[0][0].toInt(), 1);
        QCOMPARE(toasts.message(), QString("1 chat imported"));
        QCOMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QString("4 files were not imported, or only in part"));
        const QStringList lines = failed[0][1].toString().split(u'\n');
        QVERIFY2(lines[0].startsWith("a.json: This file cannot be read as a chat"), qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith("b.json: 1 chat in it could not be read. "), qPrintable(lines[1]));
        QVERIFY2(lines[2].startsWith("c.json: This file contains no chats"), qPrintable(lines[2]));
        QCOMPARE(lines.value(3), QString("d.json: This file contains no messages."));
        exchange.importFiles({file("b.json", good)});
        QVERIFY(imported.wait());
        QCOMPARE(failed.last()[0].toString(), QString("b.json was imported in part"));
        exchange.importFiles({file("a.json", "nothing"), file("d.json", "[]")});
        QVERIFY(imported.wait());
        QCOMPARE(failed.last()[0].toString(), QString("2 files were not imported"));
    }

    void problemsAreSentences() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        ConversationListModel conversations(*store, toasts);
        ConversationExchange exchange(*store, conversations, toasts);
        QSignalSpy failed(&exchange, &ConversationExchange::failed);
        QSignalSpy imported(&exchange, &ConversationExchange::imported);
        exchange.importFiles({QUrl::fromLocalFile(QStringLiteral("/nowhere/x.json"))});
        QVERIFY(imported.wait());
        QCOMPARE(imported[0][0].toInt(), 0);
        QVERIFY(failed[0][0].toString().contains(QStringLiteral("x.json")));
        // Nobody writes to the pipe: to open it would wait for ever, and so would the end of the program.
        QTemporaryDir folder;
        const QString pipe = folder.filePath("pipe.json");
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        exchange.importFiles({QUrl::fromLocalFile(pipe)});
        QVERIFY(imported.wait());
        QVERIFY(failed[1][1].toString().contains(QStringLiteral("not a regular file")));
        QTemporaryDir empty;
        exchange.exportTo(99, QUrl::fromLocalFile(empty.filePath("x.md")));
        store::Conversation conversation;
        store->conversations().insert(conversation);
        exchange.exportTo(conversation.id, QUrl::fromLocalFile(QStringLiteral("/nowhere/x.md")));
        QCOMPARE(failed.count(), 3);
        QCOMPARE(failed[2][0].toString(), QString("The chat was not saved"));
        QVERIFY(QDir(empty.path()).isEmpty());
    }
};

HEARTH_IMPORT_TEST_MAIN(QCoreApplication, TestConversationExchange)
#include "tst_conversation_exchange.moc"
