#include "store/picture_table.h"

#include <QSet>
#include <limits>
#include <random>

#include "finish_erasing.h"
#include "store/conversation_writer.h"
#include "store/store.h"
#include "support/reference_pack.h"
#include "support/small_picture.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using hearth::PictureFile;
using namespace hearth::app::store;
using hearth::app::test::finishErasing;
using hearth::test::smallPicture;

namespace {

using PictureFiles = std::vector<std::shared_ptr<const PictureFile>>;

MessagePicture pictureOf(const std::shared_ptr<const PictureFile>& file, qsizetype at = 0) {
    MessagePicture picture = messagePicture({file, QStringLiteral("at %1").arg(at)});
    picture.at = at;
    return picture;
}

/// Writes a message with pictures and the empty reply to it.
void addTurn(Store& store, Conversation& conversation, Message& message, Message& reply,
             const PictureFiles& files) {
    for (const auto& file : files) message.pictures.push_back(pictureOf(file));
    store.addTurn(conversation, message, reply);
}

QSet<QString> hashesIn(Store& store, const char* sql) {
    QSet<QString> hashes;
    Statement statement = store.database().prepare(sql);
    while (statement.step()) hashes.insert(statement.text(0));
    return hashes;
}

QSet<QString> keptHashes(Store& store) {
    return hashesIn(store, "SELECT hash FROM picture");
}

/// Calls for turns, edits, trash, restoring, erasing, copies and waiting messages at random, with few
/// pictures, so that these are shared.
class RandomHistory {
public:
    RandomHistory(Store& store, unsigned seed) : m_store(store), m_random(seed) {}

    void step() {
        switch (below(9)) {
            case 0:
            case 1:
            case 2:
                return write();
            case 3:
                return trashMessage();
            case 4:
                return trashConversation();
            case 5:
                return restore();
            case 6:
                return copy();
            case 7:
                return draft();
            default:
                return below(3) == 0 ? erase() : wait();
        }
    }
    QSet<QString> waiting() const { return m_waiting; }

private:
    size_t below(size_t count) { return std::uniform_int_distribution<size_t>(0, count - 1)(m_random); }
    PictureFiles files() {
        PictureFiles files;
        for (size_t count = below(4); count > 0; --count)
            files.push_back(smallPicture(static_cast<uint32_t>(below(12))));
        return files;
    }
    std::optional<Conversation> anyConversation() {
        const auto all = m_store.conversations().list(100);
        return all.empty() ? std::nullopt : std::optional(all[below(all.size())]);
    }
    std::optional<Message> anyMessage() {
        const auto conversation = anyConversation();
        if (!conversation) return std::nullopt;
        const auto all = m_store.messages().ofConversation(conversation->id);
        return all.empty() ? std::nullopt : std::optional(all[below(all.size())]);
    }
    /// Writes a turn in a new chat, at the end of one, or beside a message, as an edit does.
    void write() {
        Conversation conversation;
        Message message, reply;
        if (const auto beside = below(4) == 0 ? std::nullopt : anyMessage()) {
            conversation = *m_store.conversations().find(beside->conversationId);
            const bool isEdit = beside->role == Role::User;
            message.parentId = isEdit ? beside->parentId : beside->id;
            if (isEdit && below(2) == 0) message.pictures = beside->pictures;
        }
        reply.role = Role::Assistant;
        addTurn(m_store, conversation, message, reply, files());
    }
    void trashMessage() {
        const auto message = anyMessage();
        if (!message) return;
        m_store.messages().moveToTrash(message->id, ++m_time);
        if (below(2) == 0) m_store.messages().restore(message->id, m_time);
    }
    void trashConversation() {
        if (const auto conversation = anyConversation())
            m_store.conversations().moveToTrash(conversation->id, ++m_time);
    }
    void restore() {
        const auto trash = m_store.conversations().trash();
        if (!trash.empty()) m_store.conversations().restore(trash[below(trash.size())].id);
    }
    /// Copies a chat, or takes one in that came from elsewhere.
    void copy() {
        const auto conversation = anyConversation();
        if (!conversation) return;
        auto copy = m_store.copyConversation(conversation->id);
        if (below(3) == 0 && !copy->messages.empty()) {
            const auto file = smallPicture(static_cast<uint32_t>(100 + below(5)));
            copy->messages.front().pictures = {pictureOf(file)};
        }
        ConversationWriter writer(m_store, std::span(&*copy, 1));
        writer.writeAll();
    }
    void erase() {
        const auto trash = m_store.conversations().trash();
        if (below(2) == 0 && !trash.empty())
            m_store.eraseConversation(trash[below(trash.size())].id);
        else
            m_store.emptyTrash(std::numeric_limits<qint64>::max());
        // At times a part, as if the window were closed meanwhile.
        if (below(2) == 0)
            m_store.eraseSome(0);
        else
            finishErasing(m_store);
    }
    void wait() {
        m_waiting.clear();
        std::vector<MessagePicture> pictures;
        for (const auto& file : files()) {
            pictures.push_back(pictureOf(file));
            m_waiting.insert(pictures.back().hash);
        }
        Transaction transaction(m_store.database());
        m_store.pictures().setWaiting(pictures);
        transaction.commit();
    }
    void draft() {
        const auto conversation = anyConversation();
        std::vector<NamedPicture> pictures;
        for (const auto& file : files()) pictures.push_back({file, {}});
        m_store.drafts().setPictures(conversation ? conversation->id : 0, pictures);
    }

    Store& m_store;
    std::mt19937 m_random;
    QSet<QString> m_waiting;
    qint64 m_time = 1000;
};

}  // namespace

class TestPictureTable : public QObject {
    Q_OBJECT

private slots:
    void theHashIsThatOfTheFile() {
        QFile file(QString::fromStdString(
            (hearth::test::tinyModelsFolder().parent_path() / "pictures" / "jpeg-exif-6.jpg").string()));
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray bytes = file.readAll();
        const auto* begin = reinterpret_cast<const std::byte*>(bytes.constData());
        // hashlib.blake2b(bytes, digest_size=16).
        QCOMPARE(pictureHash(PictureFile(std::vector<std::byte>(begin, begin + bytes.size()))),
                 QString("1b3d04db5c4db179b0a915102c5760b0"));
    }

    void aMessageHasItsPicturesInTheirOrder() {
        QTemporaryDir folder;
        const auto first = smallPicture(1), second = smallPicture(2);
        qint64 id = 0, conversationId = 0;
        {
            const auto store = Store::open(folder.path().toStdString());
            Conversation conversation;
            Message message, reply;
            message.text = QStringLiteral("one two");
            message.pictures = {pictureOf(second), pictureOf(first, 3), pictureOf(second, 7)};
            store->addTurn(conversation, message, reply);
            for (const MessagePicture& picture : message.pictures) QVERIFY(picture.file == nullptr);
            id = message.id;
            conversationId = conversation.id;
        }
        const auto store = Store::open(folder.path().toStdString());
        const std::vector<MessagePicture> expected{pictureOf(second), pictureOf(first, 3),
                                                   pictureOf(second, 7)};
        QCOMPARE(expected[0].width, 3);
        QCOMPARE(expected[0].height, 2);
        QCOMPARE(store->messages().find(id)->pictures, expected);
        const auto all = store->messages().ofConversation(conversationId);
        QCOMPARE(all.size(), size_t{2});
        QCOMPARE(all[0].pictures, expected);
        QVERIFY(all[1].pictures.empty());
        // One copy of each, with all of its bytes.
        QCOMPARE(keptHashes(*store).size(), 2);
        const auto read = store->pictures().find(pictureHash(*first));
        QVERIFY(read && std::ranges::equal(read->bytes(), first->bytes()));
        QVERIFY(!store->pictures().find(QStringLiteral("00")));
    }

    void aMessageWithoutItsFileIsNotWritten() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        message.pictures = {pictureOf(smallPicture(1))};
        message.pictures[0].file = nullptr;
        QVERIFY_EXCEPTION_THROWN(store->addTurn(conversation, message, reply), StoreError);
        QVERIFY(!store->hasMessages());
    }

    void aDamagedPictureIsReplacedWhenItComesAgain() {
        const auto store = Store::inMemory();
        const auto file = smallPicture(1);
        Conversation conversation;
        Message message, reply;
        addTurn(*store, conversation, message, reply, {file});
        for (const char* damage : {"UPDATE picture SET bytes = x'00'",
                                   "UPDATE picture SET bytes = CAST(substr(bytes, 1, 20) AS BLOB)"}) {
            store->database().execute(damage);
            store->pictures().clearCache();
            QVERIFY(!store->pictures().find(pictureHash(*file)));
            store->pictures().put(*file);
            const auto read = store->pictures().find(pictureHash(*file));
            QVERIFY(read && std::ranges::equal(read->bytes(), file->bytes()));
        }
        QCOMPARE(keptHashes(*store).size(), 1);
        QCOMPARE(store->messages().find(message.id)->pictures.size(), size_t{1});
    }

    void aPictureGoesWithTheLastMessageThatHasIt() {
        const auto store = Store::inMemory();
        const auto shared = smallPicture(1), own = smallPicture(2);
        Conversation conversation, other;
        Message message, reply, otherMessage, otherReply;
        addTurn(*store, conversation, message, reply, {shared, own});
        addTurn(*store, other, otherMessage, otherReply, {shared});
        store->conversations().moveToTrash(conversation.id, 1);
        QCOMPARE(keptHashes(*store).size(), 2);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        finishErasing(*store);
        QCOMPARE(keptHashes(*store), QSet<QString>{pictureHash(*shared)});
        store->messages().moveToTrash(otherMessage.id, 1);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        finishErasing(*store);
        QVERIFY(keptHashes(*store).isEmpty());
        QCOMPARE(hashesIn(*store, "SELECT hash FROM message_picture").size(), 0);
    }

    void aDeletedConversationTakesItsPicturesAlong() {
        const auto store = Store::inMemory();
        Conversation conversation;
        Message message, reply;
        addTurn(*store, conversation, message, reply, {smallPicture(1)});
        store->database().execute("DELETE FROM conversation");
        QVERIFY(keptHashes(*store).isEmpty());
    }

    void nothingOfAnErasedPictureIsInTheFile() {
        QTemporaryDir folder;
        const auto store = Store::open(folder.path().toStdString());
        Conversation conversation;
        Message message, reply;
        addTurn(*store, conversation, message, reply, {smallPicture(1, 100'000)});
        store->checkpoint();
        const auto contents = [&] {
            QByteArray all;
            for (const char* name : {"hearth.db", "hearth.db-wal"}) {
                QFile file(folder.filePath(QString::fromLatin1(name)));
                if (file.open(QFile::ReadOnly)) all += file.readAll();
            }
            return all;
        };
        QVERIFY(contents().contains(QByteArray(1000, '\x5a')));
        store->conversations().moveToTrash(conversation.id, 1);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        finishErasing(*store);
        store->checkpoint();
        QVERIFY(!contents().contains(QByteArray(64, '\x5a')));
    }

    void waitingMessagesKeepTheirPictures() {
        const auto store = Store::inMemory();
        const auto first = smallPicture(1), second = smallPicture(2);
        store->pictures().setWaiting({pictureOf(first), pictureOf(second), pictureOf(first)});
        store->pictures().clearCache();
        QVERIFY(store->pictures().find(pictureHash(*first)));
        Conversation conversation;
        Message message, reply;
        addTurn(*store, conversation, message, reply, {first});
        store->pictures().setWaiting({});
        QCOMPARE(keptHashes(*store), QSet<QString>{pictureHash(*first)});
        store->pictures().setWaiting({pictureOf(first)});
        store->database().execute("DELETE FROM conversation");
        QCOMPARE(keptHashes(*store), QSet<QString>{pictureHash(*first)});
        store->pictures().setWaiting({});
        QVERIFY(keptHashes(*store).isEmpty());
    }

    void knowsWhatIsHeldBeforeItIsWritten() {
        const auto store = Store::inMemory();
        const auto file = smallPicture(1);
        store->pictures().know(file);
        QCOMPARE(store->pictures().find(pictureHash(*file)), file);
        QVERIFY(keptHashes(*store).isEmpty());
    }

    void aDamagedFileIsNone() {
        const auto store = Store::inMemory();
        const auto file = smallPicture(1);
        store->pictures().put(*file);
        store->database().execute("UPDATE picture SET bytes = substr(bytes, 1, 40)");
        QVERIFY(!store->pictures().find(pictureHash(*file)));
        store->database().execute("UPDATE picture SET bytes = x'00'");
        QVERIFY(!store->pictures().find(pictureHash(*file)));
    }

    void aCopyOfAChatSharesItsPictures() {
        const auto store = Store::inMemory();
        const auto file = smallPicture(1);
        Conversation conversation;
        Message message, reply;
        addTurn(*store, conversation, message, reply, {file});
        const auto copy = store->copyConversation(conversation.id);
        QCOMPARE(pictureHash(*copy->messages[0].pictures[0].file), pictureHash(*file));
        ConversationWriter writer(*store, std::span(&*copy, 1));
        writer.writeAll();
        store->conversations().moveToTrash(conversation.id, 1);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        finishErasing(*store);
        const auto copied = store->messages().ofConversation(writer.last());
        QCOMPARE(copied[0].pictures, message.pictures);
        QVERIFY(store->pictures().find(pictureHash(*file)));
        // Another store takes the file from the copy.
        const auto elsewhere = Store::inMemory();
        ConversationWriter other(*elsewhere, std::span(&*copy, 1));
        other.writeAll();
        QCOMPARE(elsewhere->messages().ofConversation(other.last())[0].pictures, message.pictures);
        QVERIFY(elsewhere->pictures().find(pictureHash(*file)));
    }

    void aCopyWithoutAFileLeavesItOut() {
        const auto store = Store::inMemory();
        ConversationCopy copy;
        Message message;
        message.id = 1;
        message.pictures = {pictureOf(smallPicture(1)), pictureOf(smallPicture(2))};
        message.pictures[0].file = nullptr;
        copy.messages = {message};
        ConversationWriter writer(*store, std::span(&copy, 1));
        writer.writeAll();
        QCOMPARE(store->messages().ofConversation(writer.last())[0].pictures,
                 std::vector{pictureOf(smallPicture(2))});
    }

    void exactlyWhatIsReferredToRemains_data() {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) QTest::addRow("seed %u", seed) << seed;
    }

    void exactlyWhatIsReferredToRemains() {
        QFETCH(const unsigned, seed);
        const auto store = Store::inMemory();
        RandomHistory history(*store, seed);
        for (int step = 0; step < 400; ++step) {
            history.step();
            const QSet<QString> sent = hashesIn(*store, "SELECT hash FROM message_picture");
            QCOMPARE(keptHashes(*store),
                     sent + history.waiting() + hashesIn(*store, "SELECT hash FROM draft_picture"));
            QCOMPARE(hashesIn(*store,
                              "SELECT p.hash FROM message_picture p JOIN message m ON m.id = p.message_id"),
                     sent);
        }
        QVERIFY(store->database().quickCheck().isEmpty());
        for (const QString& hash : keptHashes(*store)) QVERIFY(store->pictures().find(hash));
        store->conversations().moveAllToTrash(1);
        store->emptyTrash(std::numeric_limits<qint64>::max());
        finishErasing(*store);
        store->drafts().setPictures(0, {});
        QCOMPARE(keptHashes(*store), history.waiting());
    }
};

QTEST_GUILESS_MAIN(TestPictureTable)
#include "tst_picture_table.moc"
