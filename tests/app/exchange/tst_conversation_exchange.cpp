#include "exchange/conversation_exchange.h"

#include <sys/stat.h>

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "chat/conversation_list_model.h"
#include "exchange/hearth_json.h"
#include "window/toast_queue.h"

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
        QVERIFY(exchange.exportTo(conversation.id, file));
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
        QVERIFY(exchange.markdown(copy).contains(QStringLiteral("B")));
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
        QVERIFY(!exchange.exportTo(99, QUrl::fromLocalFile(QStringLiteral("/tmp/x.md"))));
        store::Conversation conversation;
        store->conversations().insert(conversation);
        QVERIFY(!exchange.exportTo(conversation.id, QUrl::fromLocalFile(QStringLiteral("/nowhere/x.md"))));
        QCOMPARE(failed.count(), 3);
    }
};

QTEST_GUILESS_MAIN(TestConversationExchange)
#include "tst_conversation_exchange.moc"
