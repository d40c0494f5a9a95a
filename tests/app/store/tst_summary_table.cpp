#include "store/summary_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestSummaryTable : public QObject {
    Q_OBJECT

    static Summary summary(qint64 conversationId, qint64 messageId, const QString& text) {
        Summary one;
        one.conversationId = conversationId;
        one.messageId = messageId;
        one.text = text;
        return one;
    }

private slots:
    void whatWasWrittenIsRead() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        store->addTurn(conversation, message, reply);
        Summary before = summary(conversation.id, 0, "before"),
                after = summary(conversation.id, reply.id, "x");
        store->summaries().put(before);
        store->summaries().put(after);
        store->summaries().edit(after.id, "better");
        const auto read = store->summaries().ofConversation(conversation.id);
        QCOMPARE(read.size(), size_t{2});
        QCOMPARE(read[0].messageId, 0);
        QCOMPARE(read[0].text, QString("before"));
        QVERIFY(!read[0].edited && read[0].createdAt > 0);
        QCOMPARE(read[1].messageId, reply.id);
        QCOMPARE(read[1].text, QString("better"));
        QVERIFY(read[1].edited);
        store->summaries().remove(before.id);
        QCOMPARE(store->summaries().ofConversation(conversation.id).size(), size_t{1});
        QVERIFY(store->summaries().ofConversation(conversation.id + 1).empty());
    }

    void oneStandsForTheSameMessages() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        store->addTurn(conversation, message, reply);
        for (const qint64 upTo : {reply.id, qint64{0}})
            for (const char* text : {"first", "second"}) {
                Summary one = summary(conversation.id, upTo, text);
                store->summaries().put(one);
            }
        const auto read = store->summaries().ofConversation(conversation.id);
        QCOMPARE(read.size(), size_t{2});
        for (const Summary& one : read) QCOMPARE(one.text, QString("second"));
    }

    void itGoesWithItsMessageAndItsConversation() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        store->addTurn(conversation, message, reply);
        Summary one = summary(conversation.id, reply.id, "x"), other = summary(conversation.id, 0, "y");
        store->summaries().put(one);
        store->summaries().put(other);
        store->messages().moveToTrash(reply.id, 1);
        store->emptyTrash(2);
        while (store->eraseSome(10) > 0) {
        }
        QCOMPARE(store->summaries().ofConversation(conversation.id).size(), size_t{1});
        store->conversations().moveToTrash(conversation.id, 1);
        store->eraseConversation(conversation.id);
        while (store->eraseSome(10) > 0) {
        }
        QVERIFY(store->summaries().ofConversation(conversation.id).empty());
    }
};

QTEST_GUILESS_MAIN(TestSummaryTable)
#include "tst_summary_table.moc"
