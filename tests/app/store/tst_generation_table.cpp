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
        ended.toldTokens = QByteArray("\x00\xff", 2);
        store->generations().put(reply.id, ended);
        QCOMPARE(store->generations().find(reply.id)->toldTokens, ended.toldTokens);
        QCOMPARE(store->generations().find(reply.id)->finishReason, ended.finishReason);
        store->generations().put(reply.id, {});
        QVERIFY(store->generations().find(reply.id)->tokens.empty());
        QVERIFY(!store->generations().find(reply.id + 1));
        QVERIFY(store->generations().tokens(reply.id + 1).empty());
    }

    // Two replies of a server in two chats, one of this computer.
    void addsUpTokensAndCosts() {
        const auto store = Store::inMemory();
        const auto add = [&](Conversation& conversation, const QJsonObject& metrics,
                             const QJsonObject& recipe) {
            Message message, reply;
            store->addTurn(conversation, message, reply);
            store->generations().put(reply.id, {{}, {}, metrics, recipe});
            return reply.conversationId;
        };
        Conversation first, second;
        const QJsonObject large{{"promptTokens", 2000}, {"reusedTokens", 500}, {"generatedTokens", 100}};
        const qint64 chat = add(first, large, {{"priceRead", 3.0}, {"priceWritten", 15.0}});
        add(first, large, {});
        add(second, large, {{"priceRead", 1.0}});
        const TokenSums all = store->generations().sums({});
        QCOMPARE(all.paidReplies, 2);
        QCOMPARE(all.paidPrompt, 4000);
        QCOMPARE(all.paidWritten, 200);
        QVERIFY(qAbs(all.cost - (2000 * 3 + 100 * 15 + 2000) / 1e6) < 1e-12);
        QCOMPARE(all.localReplies, 1);
        QCOMPARE(all.localPrompt, 2000);
        QCOMPARE(all.localReused, 500);
        QCOMPARE(all.localWritten, 100);
        QCOMPARE(store->generations().sums({chat, 0}).paidReplies, 1);
        QCOMPARE(store->generations().sums({chat, 4'000'000'000'000}).paidReplies, 0);
    }
};

QTEST_GUILESS_MAIN(TestGenerationTable)
#include "tst_generation_table.moc"
