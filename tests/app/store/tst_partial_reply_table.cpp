#include "store/partial_reply_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestPartialReplyTable : public QObject {
    Q_OBJECT

private slots:
    void keepsTheLatestTextUntilItIsRemoved() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        store->addTurn(conversation, message, reply);
        QVERIFY(!store->partialReplies().find(reply.id));
        store->partialReplies().put(reply.id, QStringLiteral("a"));
        store->partialReplies().put(reply.id, QStringLiteral("ab"));
        QCOMPARE(store->partialReplies().find(reply.id), QStringLiteral("ab"));
        store->partialReplies().remove(reply.id);
        QVERIFY(!store->partialReplies().find(reply.id));
        QVERIFY_EXCEPTION_THROWN(store->partialReplies().put(12345, QStringLiteral("of nothing")),
                                 StoreError);
    }
};

QTEST_GUILESS_MAIN(TestPartialReplyTable)
#include "tst_partial_reply_table.moc"
