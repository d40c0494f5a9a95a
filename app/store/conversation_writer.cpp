#include "store/conversation_writer.h"

#include <chrono>

#include "store/erasure.h"
#include "store/store.h"

namespace hearth::app::store {

ConversationWriter::ConversationWriter(Store& store, std::span<const ConversationCopy> copies)
    : m_store(store), m_copies(copies) {
}

bool ConversationWriter::writeSome(int forMs) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(forMs);
    Transaction transaction(m_store.database());
    while (m_completed < m_copies.size()) {
        step();
        if (std::chrono::steady_clock::now() >= end) break;
    }
    transaction.commit();
    return m_completed < m_copies.size();
}

void ConversationWriter::writeAll() {
    Transaction transaction(m_store.database());
    while (m_completed < m_copies.size()) step();
    transaction.commit();
}

void ConversationWriter::step() {
    const ConversationCopy& copy = m_copies[m_completed];
    if (m_conversation == 0)
        begin(copy);
    else if (m_next < copy.messages.size())
        write(copy, copy.messages[m_next++]);
    else
        complete(copy);
}

void ConversationWriter::begin(const ConversationCopy& copy) {
    Conversation conversation = copy.conversation;
    m_store.conversations().insert(conversation);
    m_conversation = conversation.id;
    m_store.conversations().moveToTrash(m_conversation, markArriving);
}

void ConversationWriter::write(const ConversationCopy& copy, const Message& original) {
    Message message = original;
    message.conversationId = m_conversation;
    message.parentId = idOf(original.parentId);
    // Leaves out pictures whose file could not be read.
    std::erase_if(message.pictures, [this](const MessagePicture& picture) {
        return picture.file == nullptr && !m_store.pictures().has(picture.hash);
    });
    m_store.messages().insert(message);
    m_written[original.id] = {message.id, original.activeChild};
    // A branch can be chosen only when its message is there.
    const auto parent = m_written.find(original.parentId);
    if (parent != m_written.end() && parent->second.activeChild == original.id)
        m_store.messages().setActiveChild(parent->second.id, message.id);
    const auto generation = copy.generations.find(original.id);
    if (generation != copy.generations.end()) m_store.generations().put(message.id, generation->second);
    const auto files = copy.attachments.find(original.id);
    if (files == copy.attachments.end()) return;
    for (Attachment file : files->second) {
        file.messageId = message.id;
        m_store.attachments().insert(file);
    }
}

void ConversationWriter::complete(const ConversationCopy& copy) {
    for (Summary summary : copy.summaries) {
        const qint64 upTo = idOf(summary.messageId);
        // One whose message is not there stands for nothing.
        if (summary.messageId != 0 && upTo == 0) continue;
        summary.conversationId = m_conversation;
        summary.messageId = upTo;
        m_store.summaries().put(summary);
    }
    m_store.conversations().setActiveRoot(m_conversation, idOf(copy.conversation.activeRoot));
    m_store.conversations().restore(m_conversation);
    m_last = m_conversation;
    m_conversation = 0;
    m_next = 0;
    ++m_completed;
    m_written.clear();
}

qint64 ConversationWriter::idOf(qint64 original) const {
    const auto found = m_written.find(original);
    return found == m_written.end() ? 0 : found->second.id;
}

}  // namespace hearth::app::store
