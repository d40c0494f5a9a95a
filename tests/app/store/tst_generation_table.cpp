#include "store/generation_table.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth::app::store;

class TestGenerationTable : public QObject {
    Q_OBJECT

private slots:
    void keepsNumbersExactly() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        store->addTurn(conversation, message, reply);
        const Generation made{
            {0, 1, 2147483647, -1}, {0.1F, 1.0F, 1e-30F, 0.0F}, {{"totalMs", 12.5}}, {{"seed", "42"}}};
        store->generations().put(reply.id, made);
        const auto found = store->generations().find(reply.id);
        QVERIFY(found);
        QCOMPARE(found->tokens, made.tokens);
        QCOMPARE(found->probabilities, made.probabilities);
        QCOMPARE(found->metrics, made.metrics);
        QCOMPARE(found->recipe, made.recipe);
        QCOMPARE(store->generations().tokens(reply.id), made.tokens);
        QVERIFY(!found->finishReason);
        Generation ended = made;
        ended.finishReason = hearth::FinishReason::ContextFull;
        store->generations().put(reply.id, ended);
        QCOMPARE(store->generations().find(reply.id)->finishReason, ended.finishReason);
        store->generations().put(reply.id, {});
        QVERIFY(store->generations().find(reply.id)->tokens.empty());
        QVERIFY(!store->generations().find(reply.id + 1));
        QVERIFY(store->generations().tokens(reply.id + 1).empty());
    }
};

QTEST_GUILESS_MAIN(TestGenerationTable)
#include "tst_generation_table.moc"
