#include "chat/conversation_search.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestConversationSearch : public QObject {
    Q_OBJECT

private slots:
    void findsWhileTyping() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        conversation.title = QStringLiteral("Sea");
        store::Message message, reply;
        message.text = QStringLiteral("Is <salt> water heavy?");
        store->addTurn(conversation, message, reply);
        ConversationSearch search(*store);
        QSignalSpy changed(&search, &ConversationSearch::countChanged);
        search.setQuery(QStringLiteral("sal"));
        search.setQuery(QStringLiteral("salt wat"));
        QVERIFY(changed.wait());
        QCOMPARE(changed.count(), 1);  // one search for a burst of keys
        QCOMPARE(search.count(), 1);
        const auto data = [&](int role) { return search.data(search.index(0), role); };
        QCOMPARE(data(ConversationSearch::TitleRole).toString(), QStringLiteral("Sea"));
        QCOMPARE(data(ConversationSearch::MessageIdRole).toLongLong(), message.id);
        QCOMPARE(data(ConversationSearch::SnippetRole).toString(),
                 QStringLiteral("Is &lt;<mark>salt</mark>&gt; <mark>water</mark> heavy?"));
        QCOMPARE(data(ConversationSearch::AuthorRole).toString(), QStringLiteral("user"));
        search.setQuery({});
        QVERIFY(changed.wait());
        QCOMPARE(search.count(), 0);
        QCOMPARE(search.chatCount(), 0);
    }

    void matchesOfOneChatStandTogether() {
        const auto hit = [](qint64 conversation, qint64 message) {
            store::SearchHit made;
            made.conversationId = conversation;
            made.messageId = message;
            return made;
        };
        const auto hits =
            ConversationSearch::grouped({hit(7, 5), hit(2, 4), hit(7, 3), hit(2, 1), hit(9, 0)});
        QList<qint64> order;
        for (const auto& one : hits) order += one.messageId;
        QCOMPARE(order, QList<qint64>({5, 3, 4, 1, 0}));
    }

    void datesAsPeopleSayThem() {
        const QDateTime now(QDate(2026, 11, 21), QTime(15, 0));
        const auto text = [&](const QDateTime& when) { return ConversationSearch::dateText(when, now); };
        QCOMPARE(text(QDateTime(QDate(2026, 11, 21), QTime(14, 6))), QStringLiteral("today, 14:06"));
        QCOMPARE(text(now.addDays(-1)), QStringLiteral("yesterday"));
        QCOMPARE(text(now.addDays(-4)), QStringLiteral("last Tuesday"));
        QCOMPARE(text(now.addDays(-18)), QStringLiteral("3 November"));
        QCOMPARE(text(now.addDays(-383)), QStringLiteral("3 November 2025"));
    }
};

QTEST_GUILESS_MAIN(TestConversationSearch)
#include "tst_conversation_search.moc"
