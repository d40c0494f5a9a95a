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
                 QStringLiteral("Is &lt;<b>salt</b>&gt; <b>water</b> heavy?"));
        QCOMPARE(data(ConversationSearch::AuthorRole).toString(), QStringLiteral("user"));
        search.setQuery({});
        QVERIFY(changed.wait());
        QCOMPARE(search.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestConversationSearch)
#include "tst_conversation_search.moc"
