#include "inspector/token_costs.h"

#include <QtTest>

#include "endpoints/endpoint.h"

using namespace hearth::app;

class TestTokenCosts : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    qint64 m_chat = 0;

    /// A reply of so many tokens in a chat, 0: in a new one; with prices: a server's. The chat.
    qint64 reply(qint64 chat, int prompt, int reused, int written, double priceRead = 0,
                 double priceWritten = 0) {
        store::Conversation conversation;
        if (chat != 0) conversation = *m_store->conversations().find(chat);
        store::Message message, answer;
        m_store->addTurn(conversation, message, answer);
        store::Generation generation;
        generation.metrics = {
            {"promptTokens", prompt}, {"reusedTokens", reused}, {"generatedTokens", written}};
        if (priceRead > 0) generation.recipe = {{"priceRead", priceRead}, {"priceWritten", priceWritten}};
        m_store->generations().put(answer.id, generation);
        return answer.conversationId;
    }
    static void price(store::Store& store, double read, double written) {
        Endpoint cloud;
        cloud.id = "12345678";
        cloud.name = "Cloud";
        cloud.address = QUrl("https://api.example.org/v1");
        cloud.prices = {read, written};
        store.settings().put("endpoints", writeEndpoints({cloud}));
    }
    static QVariantMap row(const TokenCosts& costs, const QString& name) {
        for (const QVariant& one : costs.rows())
            if (one.toMap()["name"].toString() == name) return one.toMap();
        return {};
    }

private slots:
    void init() { m_store = store::Store::inMemory(); }

    void nothingUntilThereIsAPrice() {
        m_chat = reply(0, 1000, 0, 100);
        TokenCosts costs(*m_store);
        QVERIFY(costs.rows().isEmpty());
        costs.setConversation(m_chat);
        costs.setShown(true);
        QVERIFY(costs.rows().isEmpty());
        QVERIFY(costs.note().startsWith("Enter a server's price"));
    }

    // 1,000,000 at 3 and 100,000 at 15: 3 and 1.5.
    void serversCostWhatTheyAskedThen() {
        m_chat = reply(0, 1'000'000, 0, 100'000, 3, 15);
        reply(0, 1'000'000, 0, 0, 1, 1);
        TokenCosts costs(*m_store);
        costs.setConversation(m_chat);
        costs.setShown(true);
        QCOMPARE(row(costs, "This chat")["text"].toString(), QString("4.50"));
        QCOMPARE(row(costs, "This month, all chats")["text"].toString(), QString("5.50"));
        QVERIFY(row(costs, "This chat")["why"].toString().startsWith("1 replies from servers"));
    }

    void repliesOfThisComputerWouldHaveCost() {
        price(*m_store, 2, 10);
        m_chat = reply(0, 500'000, 250'000, 50'000);
        TokenCosts costs(*m_store);
        costs.setConversation(m_chat);
        costs.setShown(true);
        QCOMPARE(row(costs, "This chat, had a server written it")["text"].toString(), QString("1.50"));
        QCOMPARE(row(costs, "Of that, saved by the cache")["text"].toString(), QString("0.50"));
        QVERIFY(row(costs, "This chat")["text"].toString().isEmpty());
    }
};

QTEST_MAIN(TestTokenCosts)
#include "tst_token_costs.moc"
