#include "store/erasure.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <limits>

#include "finish_erasing.h"
#include "store/erasure.h"
#include "store/schema.h"
#include "store/store.h"
#include "support/small_picture.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth::app::store;
using hearth::app::test::finishErasing;

namespace {

constexpr qint64 longAgo = 1000;

/// Two chats in the schema of `version`: one with `length` messages, each the answer to the one before, that
/// has been in the trash since long ago, and one that is not. Ids of the first begin with 1.
void writeLongChat(Database& database, int version, int length) {
    migrateTo(database, version);
    database.execute(
        "INSERT INTO conversation(id, title, created_at, updated_at, deleted_at) VALUES (1, 'long', 1, 1, "
        "1000), (2, 'kept', 1, 1, NULL)");
    database
        .prepare(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "
            "INSERT INTO message(id, conversation_id, parent_id, active_child, role, text, created_at) "
            "SELECT i, 1, nullif(i - 1, 0), NULL, 1 + i % 2, 'word' || i, 1 FROM n")
        .bind(0, qint64{length})
        .run();
    database.execute(
        "UPDATE message SET active_child = id + 1 WHERE id < (SELECT max(id) FROM message);"
        "UPDATE conversation SET active_root = 1 WHERE id = 1;"
        "INSERT INTO message_index(rowid, body) SELECT id, text FROM message;"
        "INSERT INTO generation(message_id, tokens, probabilities) SELECT id, x'01', x'02' FROM message "
        "WHERE id % 2 = 0;"
        "INSERT INTO message(conversation_id, role, text, created_at) VALUES (2, 1, 'kept', 1);"
        "INSERT INTO message_index(rowid, body) SELECT id, text FROM message WHERE conversation_id = 2");
}

qint64 numberOf(Database& database, const char* sql) {
    Statement statement = database.prepare(sql);
    return statement.step() ? statement.integer(0) : -1;
}

void verifyOnlyTheOtherIsLeft(Store& store) {
    QCOMPARE(numberOf(store.database(), "SELECT count(*) FROM message"), 1);
    QCOMPARE(numberOf(store.database(), "SELECT count(*) FROM generation"), 0);
    QCOMPARE(numberOf(store.database(), "SELECT count(*) FROM conversation"), 1);
    QCOMPARE(store.search().find(QStringLiteral("kept"), 9).size(), 1U);
    store.search().check();
    QVERIFY(store.database().quickCheck().isEmpty());
}

}  // namespace

class TestErasure : public QObject {
    Q_OBJECT

private slots:
    void aStoredChatOfAnyLengthIsErasedAtTheStart_data() {
        QTest::addColumn<int>("length");
        QTest::newRow("999") << 999;
        QTest::newRow("1001") << 1001;
        QTest::newRow("100000") << 100'000;
    }

    void aStoredChatOfAnyLengthIsErasedAtTheStart() {
        QFETCH(const int, length);
        QTemporaryDir folder;
        {
            const auto database = Database::open(folder.filePath("hearth.db").toStdString());
            writeLongChat(*database, 3, length);
        }
        QElapsedTimer time;
        time.start();
        const auto store = Store::open(folder.path().toStdString());
        qInfo("opened in %lld ms", static_cast<long long>(time.elapsed()));
        QVERIFY(store->erasedAtStart());
        QVERIFY(store->conversations().trash().empty());
        qint64 longest = 0;
        QElapsedTimer part;
        for (part.start(); store->eraseSome(10) > 0; part.start())
            longest = std::max(longest, part.elapsed());
        QCOMPARE(store->leftToErase(), 0);
        qInfo("%d messages erased in %lld ms, %lld ms at once", length,
              static_cast<long long>(time.elapsed()), static_cast<long long>(longest));
        QVERIFY2(longest < 500, qPrintable(QString::number(longest)));
        QCOMPARE(store->conversations().list().size(), 1U);
        verifyOnlyTheOtherIsLeft(*store);
    }

    void aBranchOfAnyLength() {
        const auto store = Store::inMemory();
        writeLongChat(store->database(), 3, 100'000);
        store->conversations().restore(1);
        store->messages().moveToTrash(2, longAgo);
        QCOMPARE(store->messages().ofConversation(1).size(), 1U);
        store->messages().restore(2, longAgo);
        QCOMPARE(store->messages().ofConversation(1).size(), 100'000U);
        store->messages().moveToTrash(2, longAgo);
        QCOMPARE(store->emptyTrash(longAgo + 1), 0);
        finishErasing(*store);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM message WHERE conversation_id = 1"), 1);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM message WHERE active_child IS NULL"), 2);
        store->search().check();
    }

    void oneChatOfAnyLength() {
        const auto store = Store::inMemory();
        writeLongChat(store->database(), 3, 100'000);
        store->eraseConversation(2);
        QCOMPARE(store->leftToErase(), 0);
        QCOMPARE(store->conversations().list().size(), 1U);
        store->eraseConversation(1);
        QCOMPARE(store->leftToErase(), 100'001);
        finishErasing(*store);
        verifyOnlyTheOtherIsLeft(*store);
    }

    void whatFollowsGoesWithoutItsOwnMark() {
        const auto store = Store::inMemory();
        writeLongChat(store->database(), 3, 4);
        store->conversations().restore(1);
        store->database().execute("UPDATE message SET deleted_at = 5 WHERE id = 2");
        store->emptyTrash(6);
        finishErasing(*store);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM message WHERE conversation_id = 1"), 1);
        store->search().check();
    }

    // The program may end at any time between two parts.
    void whatWasNotFinishedIsFinishedAfterARestart() {
        QTemporaryDir folder;
        {
            const auto database = Database::open(folder.filePath("hearth.db").toStdString());
            writeLongChat(*database, 3, 5000);
            database->execute("UPDATE conversation SET deleted_at = 5000000000000 WHERE id = 1");
        }
        {
            const auto store = Store::open(folder.path().toStdString());
            QVERIFY(!store->erasedAtStart());
            QCOMPARE(store->conversations().trash().size(), 1U);
            store->eraseConversation(1);
            QVERIFY(store->eraseSome(0) > 0);
            // Undo comes too late: nobody gets half a chat back.
            store->conversations().restore(1);
            QCOMPARE(store->conversations().list().size(), 1U);
            QVERIFY(store->conversations().trash().empty());
        }
        const auto store = Store::open(folder.path().toStdString());
        finishErasing(*store);
        verifyOnlyTheOtherIsLeft(*store);
    }

    void picturesGoOneByOne() {
        const auto store = Store::inMemory();
        Conversation kept, conversation;
        const auto addTurn = [&store](Conversation& to, uint32_t firstNumber) {
            Message message, reply;
            for (uint32_t number = firstNumber; number < firstNumber + 3; ++number)
                message.pictures.push_back(messagePicture({hearth::test::smallPicture(number), {}}));
            store->addTurn(to, message, reply);
        };
        for (uint32_t turn = 0; turn < 4; ++turn) addTurn(conversation, turn);
        addTurn(kept, 4);
        store->conversations().moveToTrash(conversation.id, longAgo);
        store->emptyTrash(longAgo + 1);
        // The conversation, eight messages, and three pictures of every other one.
        QCOMPARE(store->leftToErase(), 1 + 8 + 12);
        QCOMPARE(store->eraseSome(0), 1);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM message"), 10);
        QCOMPARE(store->leftToErase(), 1 + 8 + 11);
        finishErasing(*store);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM message_picture"), 3);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM picture"), 3);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM message"), 2);
    }

    void attachmentsGoWithTheirMessages() {
        const auto store = Store::inMemory();
        writeLongChat(store->database(), 3, 2000);
        Attachment file;
        file.messageId = 1500;
        file.name = file.text = QStringLiteral("x");
        store->attachments().insert(file);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        finishErasing(*store);
        QCOMPARE(numberOf(store->database(), "SELECT count(*) FROM attachment"), 0);
    }

    void aTrashThatCannotBeEmptiedKeepsNoChatShut() {
        QTemporaryDir folder;
        {
            const auto database = Database::open(folder.filePath("hearth.db").toStdString());
            writeLongChat(*database, 3, 10);
            database->execute(
                "CREATE TRIGGER keep BEFORE DELETE ON message BEGIN SELECT raise(ABORT, 'no'); END");
        }
        const auto store = Store::open(folder.path().toStdString());
        QCOMPARE(store->conversations().list().size(), 1U);
        QVERIFY(store->leftToErase() > 0);
    }
};

QTEST_GUILESS_MAIN(TestErasure)
#include "tst_erasure.moc"
