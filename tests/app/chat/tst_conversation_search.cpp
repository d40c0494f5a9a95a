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
        QCOMPARE(search.messageCount(), 1);
        QCOMPARE(search.chatCount(), 1);
        // Without a query, the chats that were used last.
        search.setQuery({});
        QVERIFY(changed.wait());
        QVERIFY(search.isRecent());
        QCOMPARE(search.count(), 1);
        QCOMPARE(search.messageCount(), 0);
        QCOMPARE(search.chatCount(), 0);
        QCOMPARE(data(ConversationSearch::SnippetRole).toString(), QStringLiteral("Sea"));
        QCOMPARE(data(ConversationSearch::MessageIdRole).toLongLong(), 0);
        store->conversations().moveToTrash(conversation.id, 1);
        search.refresh();
        QCOMPARE(search.count(), 0);
    }

    // Matches on two branches of a chat, of different days, are listed under one heading.
    void aChatHasOneHeading() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        conversation.title = QStringLiteral("Sea");
        store::Message message, reply;
        message.text = QStringLiteral("salt");
        message.createdAt = QDateTime(QDate(2020, 1, 1), QTime(12, 0)).toMSecsSinceEpoch();
        store->addTurn(conversation, message, reply);
        store::Message other, otherReply;
        other.text = QStringLiteral("salt again");
        other.createdAt = QDateTime(QDate(2021, 2, 2), QTime(12, 0)).toMSecsSinceEpoch();
        store->addTurn(conversation, other, otherReply);
        ConversationSearch search(*store);
        search.setQuery("salt");
        search.refresh();
        QCOMPARE(search.count(), 2);
        QCOMPARE(search.data(search.index(0), ConversationSearch::SectionRole).toString(),
                 search.data(search.index(1), ConversationSearch::SectionRole).toString());
    }

    void titlesAreFoundAndCountedApart() {
        const auto store = store::Store::inMemory();
        const auto add = [&](const QString& title, const QString& text) {
            store::Conversation conversation;
            conversation.title = title;
            store::Message message, reply;
            message.text = text;
            store->addTurn(conversation, message, reply);
            return conversation.id;
        };
        const qint64 soup = add("Soup of lentils", "How long?");
        add("Dinner", "lentil soup, lentil salad");
        const qint64 gone = add("Old lentils", "lentil");
        store->conversations().moveToTrash(gone, 1);
        ConversationSearch search(*store);
        search.setQuery("lent sou");
        search.refresh();
        QCOMPARE(search.count(), 2);
        QCOMPARE(search.titleCount(), 1);
        QCOMPARE(search.messageCount(), 1);
        QCOMPARE(search.chatCount(), 1);
        const auto data = [&](int row, int role) { return search.data(search.index(row), role).toString(); };
        QCOMPARE(data(0, ConversationSearch::SnippetRole), "<mark>Soup</mark> of <mark>lentils</mark>");
        QCOMPARE(data(0, ConversationSearch::ConversationIdRole).toLongLong(), soup);
        QCOMPARE(data(0, ConversationSearch::AuthorRole), "chat");
        QCOMPARE(data(1, ConversationSearch::SnippetRole),
                 "<mark>lentil soup</mark>, <mark>lentil</mark> salad");
    }

    void snippetsOfRepliesArePlain() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message message, reply;
        message.text = "`code` as **typed**";
        reply.role = store::Role::Assistant;
        store->addTurn(conversation, message, reply);
        reply.text =
            "<think>ponder</think>Use **restic** with `--keep-daily`:\n\n* see [the *page*](https://x.org)\n";
        reply.state = store::MessageState::Complete;
        store->messages().update(reply);
        ConversationSearch search(*store);
        const auto found = [&](const QString& query) {
            search.setQuery(query);
            search.refresh();
            return search.data(search.index(0), ConversationSearch::SnippetRole).toString();
        };
        QCOMPARE(found("restic"), "ponder Use <mark>restic</mark> with --keep-daily: see the page");
        QCOMPARE(found("pond"), "<mark>ponder</mark> Use restic with --keep-daily: see the page");
        QCOMPARE(found("\"as typed\""), "`code` <mark>as **typed</mark>**");
    }

    void moreThanIsListedIsSaid() {
        const auto store = store::Store::inMemory();
        for (int i = 0; i <= ConversationSearch::mostMessages; ++i) {
            store::Conversation conversation;
            store::Message message, reply;
            message.text = "same";
            store->addTurn(conversation, message, reply);
        }
        ConversationSearch search(*store);
        search.setQuery("sam");
        search.refresh();
        QCOMPARE(search.messageCount(), ConversationSearch::mostMessages);
        QVERIFY(search.hasMore());
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
