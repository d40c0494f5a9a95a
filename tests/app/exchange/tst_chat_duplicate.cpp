#include "exchange/chat_duplicate.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestChatDuplicate : public QObject {
    Q_OBJECT

private slots:
    void everythingIsInTheCopy() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        conversation.title = "Dues";
        conversation.pinned = true;
        store::Message question, answer;
        question.text = "Q";
        answer.role = store::Role::Assistant;
        store->addTurn(conversation, question, answer, {{0, 0, "a.txt", "in it", 5, 2}});
        store->journalReply(answer.id, "What there is so");
        ChatDuplicate duplicate(*store, conversation.id);
        QSignalSpy ended(&duplicate, &ChatDuplicate::ended);
        duplicate.start();
        QVERIFY(ended.wait());
        QCOMPARE(ended[0][1].toString(), QString());
        const auto copy = store->copyConversation(ended[0][0].toLongLong());
        QVERIFY(copy && copy->conversation.id != conversation.id);
        QCOMPARE(copy->conversation.title, QString("Dues (copy)"));
        QVERIFY(!copy->conversation.pinned);
        QCOMPARE(copy->messages.size(), size_t{2});
        QCOMPARE(copy->attachments.at(copy->messages[0].id)[0].text, QString("in it"));
        // The reply under way stays the original's; the copy has what was written by then.
        QCOMPARE(copy->messages[1].state, store::MessageState::Stopped);
        QCOMPARE(copy->messages[1].text, QString("What there is so"));
        QCOMPARE(store->messages().find(answer.id)->state, store::MessageState::Streaming);
    }

    void nothingToCopyIsNoFailure() {
        const auto store = store::Store::inMemory();
        ChatDuplicate duplicate(*store, 4711);
        QSignalSpy ended(&duplicate, &ChatDuplicate::ended);
        duplicate.start();
        QVERIFY(ended.wait());
        QCOMPARE(ended[0][0].toLongLong(), 0);
        QCOMPARE(ended[0][1].toString(), QString());
        QCOMPARE(store->conversations().count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestChatDuplicate)
#include "tst_chat_duplicate.moc"
