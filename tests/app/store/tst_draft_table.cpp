#include "store/draft_table.h"

#include <QtTest>

#include "finish_erasing.h"
#include "store/store.h"

using namespace hearth::app::store;

class TestDraftTable : public QObject {
    Q_OBJECT

private slots:
    void keepsOneADraftAConversation() {
        const auto store = Store::inMemory();
        store->drafts().put(0, QStringLiteral("new chat"));
        store->drafts().put(7, QStringLiteral("seven"));
        store->drafts().put(7, QStringLiteral("seven again"));
        QCOMPARE(store->drafts().find(0), QStringLiteral("new chat"));
        QCOMPARE(store->drafts().find(7), QStringLiteral("seven again"));
        store->drafts().put(7, {});
        QVERIFY(store->drafts().find(7).isEmpty());
    }

    void goesWithItsConversation() {
        const auto store = Store::inMemory();
        Conversation conversation;
        store->conversations().insert(conversation);
        store->drafts().put(conversation.id, QStringLiteral("x"));
        store->conversations().moveToTrash(conversation.id, 1);
        QCOMPARE(store->drafts().find(conversation.id), QStringLiteral("x"));
        store->emptyTrash(2);
        hearth::app::test::finishErasing(*store);
        QVERIFY(store->drafts().find(conversation.id).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestDraftTable)
#include "tst_draft_table.moc"
