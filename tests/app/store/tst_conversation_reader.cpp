#include "store/conversation_reader.h"

#include <QElapsedTimer>
#include <QtTest>
#include <algorithm>
#include <limits>
#include <span>

#include "store/conversation_writer.h"
#include "store/store.h"

using namespace hearth::app::store;

class TestConversationReader : public QObject {
    Q_OBJECT

    /// A chat of so many messages in one line; its id.
    static qint64 longChat(Store& store, int messages) {
        ConversationCopy copy;
        copy.conversation.title = "long";
        copy.conversation.activeRoot = 1;
        for (int i = 1; i <= messages; ++i) {
            Message message;
            message.id = i;
            message.parentId = i - 1;
            message.text = QString("word %1").arg(i);
            copy.messages.push_back(message);
        }
        ConversationWriter writer(store, std::span(&copy, 1));
        writer.writeAll();
        return writer.last();
    }
    static void readAll(ConversationReader& reader) {
        while (reader.readSome(std::numeric_limits<int>::max())) {
        }
    }

private slots:
    void everythingIsRead() {
        const auto store = Store::inMemory();
        Conversation conversation;
        conversation.title = "Dues";
        Message question, answer;
        question.text = "Q";
        answer.role = Role::Assistant;
        store->addTurn(conversation, question, answer, {{0, 0, "a.txt", "in it", 5, 2}});
        store->finishReply(answer, {{1, 2}, {0.5F, 0.25F}, {}, {}, {}});
        ConversationReader reader(*store, conversation.id);
        readAll(reader);
        QCOMPARE(reader.messagesRead(), size_t{2});
        const auto copy = reader.take();
        QVERIFY(copy);
        QCOMPARE(copy->conversation.title, QString("Dues"));
        QCOMPARE(copy->messages[0].text, QString("Q"));
        QCOMPARE(copy->generations.at(answer.id).tokens.size(), size_t{2});
        QCOMPARE(copy->attachments.at(question.id)[0].text, QString("in it"));
    }

    void theMessagesAlone() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message question, answer;
        store->addTurn(conversation, question, answer, {{0, 0, "a.txt", "in it", 5, 2}});
        ConversationReader reader(*store, conversation.id, ConversationReader::Extent::Messages);
        readAll(reader);
        const auto copy = reader.take();
        QCOMPARE(copy->messages.size(), size_t{2});
        QVERIFY(copy->attachments.empty());
    }

    void whatIsNotThereIsNothing() {
        const auto store = Store::inMemory();
        ConversationReader reader(*store, 4711);
        QVERIFY(!reader.readSome(1000));
        QVERIFY(!reader.take());
        Conversation empty;
        store->conversations().insert(empty);
        ConversationReader other(*store, empty.id);
        readAll(other);
        QVERIFY(other.take()->messages.empty());
    }

    // In many short steps, and each message once.
    void aLongChatIsReadInParts() {
        const auto store = Store::inMemory();
        const qint64 id = longChat(*store, 20'000);
        ConversationReader reader(*store, id);
        qint64 longest = 0;
        int steps = 1;
        QElapsedTimer time;
        time.start();
        for (; reader.readSome(5); ++steps) longest = std::max(longest, time.restart());
        QVERIFY(steps > 3);
        QVERIFY2(longest < 100, qPrintable(QString::number(longest)));
        const auto copy = reader.take();
        QCOMPARE(copy->messages.size(), size_t{20'000});
        QVERIFY(std::ranges::is_sorted(copy->messages, std::ranges::less(), &Message::id));
        QCOMPARE(copy->messages.back().text, QString("word 20000"));
    }
};

QTEST_GUILESS_MAIN(TestConversationReader)
#include "tst_conversation_reader.moc"
