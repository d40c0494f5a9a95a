#include "store/conversation_writer.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include "finish_erasing.h"

using namespace hearth::app;
using namespace hearth::app::store;

namespace {

/// A line of messages with a second answer beside the first, a file and figures.
ConversationCopy copyOf(int messages) {
    ConversationCopy copy;
    copy.conversation.title = QStringLiteral("copy");
    copy.conversation.activeRoot = 1;
    for (int i = 1; i <= messages; ++i) {
        Message message;
        message.id = i;
        message.parentId = i - 1;
        message.activeChild = i < messages ? i + 1 : 0;
        message.role = i % 2 == 1 ? Role::User : Role::Assistant;
        message.text = QStringLiteral("word%1").arg(i);
        copy.messages.push_back(message);
    }
    Message other;
    other.id = messages + 1;
    other.parentId = 1;
    other.role = Role::Assistant;
    other.text = QStringLiteral("other");
    copy.messages.push_back(other);
    copy.generations[2] = {{1, 2}, {0.5F, 0.5F}, {}, {}};
    copy.conversation.overflow = Overflow::Slide;
    copy.summaries = {{0, 0, 2, QStringLiteral("in short"), true, 5},
                      {0, 0, 9999, QStringLiteral("of what is not there"), false, 5},
                      {0, 0, 0, QStringLiteral("before it"), false, 5}};
    copy.attachments[1] = {{0, 0, QStringLiteral("a.txt"), QStringLiteral("in it"), 5, 2}};
    return copy;
}

}  // namespace

class TestConversationWriter : public QObject {
    Q_OBJECT

private slots:
    void writesEverythingInParts() {
        const auto store = Store::inMemory();
        const std::vector<ConversationCopy> copies{copyOf(3), copyOf(300)};
        ConversationWriter writer(*store, copies);
        int parts = 0;
        while (writer.writeSome(0)) ++parts;
        QVERIFY(parts > 300);
        QCOMPARE(writer.completed(), size_t{2});
        QCOMPARE(store->conversations().count(), 2);
        const auto written = store->copyConversation(writer.last());
        QCOMPARE(written->messages.size(), size_t{301});
        QCOMPARE(activePath(written->messages, written->conversation.activeRoot).size(), size_t{300});
        QCOMPARE(siblingsOf(written->messages, written->messages.back().id).size(), size_t{2});
        QCOMPARE(written->generations.size(), size_t{1});
        QCOMPARE(written->attachments.begin()->second.front().text, QStringLiteral("in it"));
        QCOMPARE(written->conversation.overflow, Overflow::Slide);
        QCOMPARE(written->summaries.size(), size_t{2});
        QCOMPARE(written->summaries[0].messageId, written->messages[1].id);
        QCOMPARE(written->summaries[0].text, QStringLiteral("in short"));
        QVERIFY(written->summaries[0].edited);
        QCOMPARE(written->summaries[1].messageId, 0);
        store->search().check();
    }

    void nothingIsSeenBeforeItIsComplete() {
        QTemporaryDir folder;
        {
            const auto store = Store::open(folder.path().toStdString());
            const std::vector<ConversationCopy> copies{copyOf(100)};
            ConversationWriter writer(*store, copies);
            for (int i = 0; i < 50; ++i) QVERIFY(writer.writeSome(0));
            QVERIFY(writer.messagesWritten() > 40);
            QCOMPARE(store->conversations().count(), 0);
            QVERIFY(store->conversations().trash().empty());
            QVERIFY(store->search().find(QStringLiteral("word3"), 9).empty());
            // Emptying the trash is not meant for it.
            store->emptyTrash(std::numeric_limits<qint64>::max());
            QCOMPARE(store->leftToErase(), 0);
        }
        const auto store = Store::open(folder.path().toStdString());
        test::finishErasing(*store);
        QVERIFY(!store->hasMessages());
        store->search().check();
    }

    void allAtOnceIsAllOrNothing() {
        const auto store = Store::inMemory();
        const std::vector<ConversationCopy> copies{copyOf(10)};
        store->database().execute(
            "CREATE TEMP TRIGGER stop BEFORE INSERT ON message WHEN new.text = 'word7' BEGIN SELECT "
            "raise(ABORT, 'no'); END");
        ConversationWriter failing(*store, copies);
        QVERIFY_EXCEPTION_THROWN(failing.writeAll(), StoreError);
        QVERIFY(!store->hasMessages());
        store->database().execute("DROP TRIGGER stop");
        ConversationWriter writer(*store, copies);
        writer.writeAll();
        QCOMPARE(store->conversations().count(), 1);
    }

    void aLongChatIsWrittenInShortParts() {
        QTemporaryDir folder;
        const auto store = Store::open(folder.path().toStdString());
        store->database().setDurable(false);  // the disk is not what is tested
        const std::vector<ConversationCopy> copies{copyOf(100'000)};
        ConversationWriter writer(*store, copies);
        qint64 longest = 0;
        QElapsedTimer part, whole;
        whole.start();
        for (part.start(); writer.writeSome(10); part.start()) longest = std::max(longest, part.elapsed());
        qInfo("%lld ms, %lld ms at once", static_cast<long long>(whole.elapsed()),
              static_cast<long long>(longest));
        QVERIFY2(longest < 500, qPrintable(QString::number(longest)));
        QCOMPARE(store->copyConversation(writer.last())->messages.size(), size_t{100'001});
    }
};

QTEST_GUILESS_MAIN(TestConversationWriter)
#include "tst_conversation_writer.moc"
