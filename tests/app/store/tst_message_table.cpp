#include "store/message_table.h"

#include <QtTest>

#include "finish_erasing.h"
#include "store/store.h"

using namespace hearth::app::store;

class TestMessageTable : public QObject {
    Q_OBJECT

private slots:
    void siblingsMakeBranches() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        const auto add = [&](qint64 parent, const QString& text) {
            Message message;
            message.conversationId = conversation.id;
            message.parentId = parent;
            message.text = text;
            store->messages().insert(message);
            return message.id;
        };
        const qint64 root = add(0, "root"), left = add(root, "left"), right = add(root, "right"),
                     leaf = add(left, "leaf");
        const auto path = [&](qint64 activeRoot) {
            QStringList texts;
            for (const Message& message :
                 activePath(store->messages().ofConversation(conversation.id), activeRoot))
                texts += message.text;
            return texts;
        };
        QCOMPARE(path(root), QStringList({"root", "right"}));  // the newest when nothing was chosen
        store->messages().setActiveChild(root, left);
        QCOMPARE(path(0), QStringList({"root", "left", "leaf"}));
        const auto all = store->messages().ofConversation(conversation.id);
        QCOMPARE(siblingsOf(all, right).size(), 2U);
        QCOMPARE(siblingsOf(all, right)[0]->id, left);
        QCOMPARE(siblingsOf(all, leaf).size(), 1U);
        QVERIFY(siblingsOf(all, 12345).empty());
    }

    void aDamagedTreeEnds() {
        Message a, b;
        a.id = 1;
        a.parentId = 2;
        a.activeChild = 2;
        b.id = 2;
        b.parentId = 1;
        b.activeChild = 1;
        QVERIFY(activePath({a, b}, 1).empty());
        a.parentId = 0;
        QCOMPARE(activePath({a, b}, 1).size(), 2U);
    }

    void removalTakesWhatIsBelowAndGivesItBack() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        std::vector<Message> chain(3);
        qint64 parent = 0;
        for (Message& message : chain) {
            message.conversationId = conversation.id;
            message.parentId = parent;
            message.text = QStringLiteral("word");
            store->messages().insert(message);
            parent = message.id;
        }
        store->messages().moveToTrash(chain[2].id, 500);
        store->messages().moveToTrash(chain[1].id, 600);
        QCOMPARE(store->messages().ofConversation(conversation.id).size(), 1U);
        QCOMPARE(store->search().find("word", 9).size(), 1U);
        store->messages().restore(chain[1].id, 600);
        // A message that had been removed before stays removed.
        QCOMPARE(store->messages().ofConversation(conversation.id).size(), 2U);
        store->emptyTrash(501);
        hearth::app::test::finishErasing(*store);
        QVERIFY(!store->messages().find(chain[2].id));
        QVERIFY(store->messages().find(chain[1].id));
    }

    void updatesWhatIsThere() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        Message message;
        message.conversationId = conversation.id;
        message.role = Role::Assistant;
        message.state = MessageState::Streaming;
        store->messages().insert(message);
        QCOMPARE(store->messages().streaming(), std::vector<qint64>{message.id});
        message.text = QString(10'000'000, QChar(0x00e4));  // a message of 20 MB on disk
        message.state = MessageState::Complete;
        message.thoughtMs = 2400;
        message.error = QStringLiteral("why");
        message.figures = QStringLiteral("fast");
        message.model = QStringLiteral("M");
        QVERIFY(store->messages().update(message));
        const auto found = store->messages().find(message.id);
        QVERIFY(found->text == message.text);
        QCOMPARE(found->thoughtMs, 2400);
        QCOMPARE(found->error, message.error);
        QCOMPARE(found->figures, message.figures);
        QCOMPARE(found->model, message.model);
        QVERIFY(store->messages().streaming().empty());
        message.id = 77;
        QVERIFY(!store->messages().update(message));
    }
};

QTEST_GUILESS_MAIN(TestMessageTable)
#include "tst_message_table.moc"
