#include "store/store.h"

#include <QCoreApplication>
#include <QDateTime>
#include <limits>

#include "store/conversation_reader.h"
#include "store/erasure.h"
#include "store/private_folder.h"
#include "store/schema.h"

namespace hearth::app::store {

namespace {

constexpr qint64 dayMs = 24LL * 60 * 60 * 1000;
constexpr int eraseAtStartMs = 30;

struct StoreText {
    Q_DECLARE_TR_FUNCTIONS(Store)
};

}  // namespace

Store::Store(std::unique_ptr<Database> database, std::unique_ptr<FolderLock> lock)
    : m_lock(std::move(lock)),
      m_database(std::move(database)),
      m_conversations(*m_database),
      m_messages(*m_database),
      m_generations(*m_database),
      m_partialReplies(*m_database),
      m_pictures(*m_database),
      m_drafts(*m_database, m_pictures),
      m_settings(*m_database),
      m_presets(*m_database),
      m_prompts(*m_database),
      m_attachments(*m_database),
      m_summaries(*m_database),
      m_cacheDays(*m_database),
      m_search(*m_database) {
}

Store::~Store() = default;

std::unique_ptr<Store> Store::open(const std::filesystem::path& folder) {
    const QString name = QString::fromStdString(folder.string());
    // Chats are for their owner's eyes.
    if (const std::error_code problem = makePrivateFolder(folder))
        throw StoreError(
            StoreFault::ReadOnly,
            StoreText::tr(
                "The folder for your chats, %1, cannot be made (%2). Choose another with --data-dir.")
                .arg(name, QString::fromStdString(problem.message())));
    auto lock = std::make_unique<FolderLock>(folder);
    if (!lock->isHeld()) {
        if (lock->isTaken())
            throw StoreError(StoreFault::InUse,
                             StoreText::tr("Hearth is already open with the chats in %1. Use that window, or "
                                           "start this one with another --data-dir.")
                                 .arg(name));
        throw StoreError(
            StoreFault::ReadOnly,
            StoreText::tr(
                "The folder with your chats, %1, cannot be written. Give yourself write permission to it, "
                "or choose another with --data-dir.")
                .arg(name));
    }
    std::unique_ptr<Database> database = Database::open(folder / "hearth.db");
    migrate(*database);
    std::unique_ptr<Store> store(new Store(std::move(database), std::move(lock)));
    store->recover();
    return store;
}

std::unique_ptr<Store> Store::inMemory() {
    std::unique_ptr<Database> database = Database::inMemory();
    migrate(*database);
    return std::unique_ptr<Store>(new Store(std::move(database), nullptr));
}

void Store::recover() {
    Transaction transaction(*m_database);
    for (const qint64 id : m_messages.streaming()) {
        std::optional<Message> message = m_messages.find(id);
        if (!message) continue;
        if (const std::optional<QString> partial = m_partialReplies.find(id)) message->text = *partial;
        message->state = MessageState::Interrupted;
        m_messages.update(*message);
        m_partialReplies.remove(id);
    }
    // A clock that jumped ahead and back must not empty the trash early by much: only the stamp of deletion
    // counts.
    transaction.commit();
    try {
        m_erasedAtStart = emptyTrash(QDateTime::currentMSecsSinceEpoch() - trashDays * dayMs) > 0;
        Erasure(*m_database).chooseIncomplete();
        // The rest is removed while the window is open.
        eraseSome(eraseAtStartMs);
    } catch (const StoreError&) {
        // The chats matter more than the trash, which is tried again at the next start.
    }
}

int Store::emptyTrash(qint64 beforeMs) {
    return Erasure(*m_database).chooseTrashedBefore(beforeMs);
}

void Store::eraseConversation(qint64 conversationId) {
    Erasure(*m_database).chooseConversation(conversationId);
}

int Store::eraseSome(int forMs) {
    const int erased = Erasure(*m_database).eraseSome(forMs);
    // Their pictures are removed from memory, too.
    if (erased > 0) m_pictures.clearCache();
    return erased;
}

qint64 Store::leftToErase() {
    return Erasure(*m_database).left();
}

bool Store::hasMessages() {
    return m_database->prepare("SELECT 1 FROM message LIMIT 1").step();
}

QString Store::contentMark() {
    Statement statement = m_database->prepare(
        "SELECT count(*) || ' ' || coalesce(max(id), 0) || ' ' || coalesce(sum(length(text)), 0) || ' ' || "
        "(SELECT count(*) FROM conversation WHERE deleted_at IS NULL) FROM message");
    return statement.step() ? statement.text(0) : QString();
}

void Store::checkpoint() {
    try {
        m_database->prepare("PRAGMA wal_checkpoint(TRUNCATE)").run();
    } catch (const StoreError&) {
        // Nothing is lost: the next start reads both files.
    }
}

void Store::selectBranch(const Message& message) {
    if (message.parentId != 0)
        m_messages.setActiveChild(message.parentId, message.id);
    else
        m_conversations.setActiveRoot(message.conversationId, message.id);
}

void Store::addTurn(Conversation& conversation, Message& message, Message& reply,
                    const std::vector<Attachment>& attachments) {
    Transaction transaction(*m_database);
    m_drafts.put(conversation.id, QString());
    if (conversation.id == 0) m_conversations.insert(conversation);
    message.conversationId = conversation.id;
    m_messages.insert(message);
    selectBranch(message);
    for (Attachment attachment : attachments) {
        attachment.messageId = message.id;
        m_attachments.insert(attachment);
    }
    reply.conversationId = conversation.id;
    reply.parentId = message.id;
    reply.state = MessageState::Streaming;
    m_messages.insert(reply);
    selectBranch(reply);
    m_conversations.touch(conversation.id, message.createdAt);
    transaction.commit();
    conversation.updatedAt = message.createdAt;
}

void Store::addContinuation(Conversation& conversation, const QString& summary) {
    Transaction transaction(*m_database);
    m_conversations.insert(conversation);
    Summary before;
    before.conversationId = conversation.id;
    before.text = summary;
    m_summaries.put(before);
    transaction.commit();
}

void Store::addMessage(Message& message) {
    Transaction transaction(*m_database);
    m_messages.insert(message);
    selectBranch(message);
    m_conversations.touch(message.conversationId, message.createdAt);
    transaction.commit();
}

void Store::resumeReply(const Message& reply) {
    Transaction transaction(*m_database);
    m_messages.update(reply);
    m_partialReplies.put(reply.id, reply.text);
    transaction.commit();
}

void Store::addReply(Message& reply) {
    Transaction transaction(*m_database);
    reply.state = MessageState::Streaming;
    m_messages.insert(reply);
    selectBranch(reply);
    m_conversations.touch(reply.conversationId, reply.createdAt);
    transaction.commit();
}

void Store::addCalls(std::vector<Message>& calls) {
    Transaction transaction(*m_database);
    qint64 parent = calls.empty() ? 0 : calls.front().parentId;
    for (Message& call : calls) {
        call.parentId = parent;
        call.state = MessageState::Streaming;
        m_messages.insert(call);
        selectBranch(call);
        parent = call.id;
    }
    transaction.commit();
}

bool Store::finishCall(const Message& call) {
    Transaction transaction(*m_database);
    if (!m_messages.update(call)) return false;
    transaction.commit();
    return true;
}

std::optional<ConversationCopy> Store::copyConversation(qint64 conversationId) {
    ConversationReader reader(*this, conversationId);
    while (reader.readSome(std::numeric_limits<int>::max())) {
    }
    return reader.take();
}

void Store::journalReply(qint64 messageId, const QString& text) {
    // Not waited for: a power cut may take this second, a crash of the program may not.
    m_database->setDurable(false);
    try {
        m_partialReplies.put(messageId, text);
    } catch (const StoreError&) {
        m_database->setDurable(true);
        throw;
    }
    m_database->setDurable(true);
}

void Store::finishReply(const Message& reply, const Generation& generation) {
    Transaction transaction(*m_database);
    // A reply whose message was erased meanwhile has nowhere to go.
    if (!m_messages.update(reply)) return;
    m_generations.put(reply.id, generation);
    m_partialReplies.remove(reply.id);
    m_conversations.setModel(reply.conversationId, reply.model);
    transaction.commit();
}

}  // namespace hearth::app::store
