#include "exchange/chat_duplicate.h"

#include <span>

namespace hearth::app {

namespace {
/// Of the window's time at once.
constexpr int duplicateSliceMs = 10;
}  // namespace

ChatDuplicate::ChatDuplicate(store::Store& store, qint64 conversationId, QObject* parent)
    : QObject(parent), m_store(store), m_reader(store, conversationId), m_slices(this) {
    connect(&m_slices, &QTimer::timeout, this, &ChatDuplicate::resume);
}

ChatDuplicate::~ChatDuplicate() = default;

void ChatDuplicate::resume() {
    try {
        if (!m_read) {
            m_read = !m_reader.readSome(duplicateSliceMs);
            return;
        }
        if (!m_writer) prepare();
        if (m_writer && m_writer->writeSome(duplicateSliceMs)) return;
        m_slices.stop();
        emit ended(m_writer ? m_writer->last() : 0, {});
    } catch (const store::StoreError& error) {
        m_slices.stop();
        emit ended(0, error.message());
    }
}

void ChatDuplicate::prepare() {
    m_copy = m_reader.take();
    if (!m_copy || m_copy->messages.empty()) return;
    store::Conversation& conversation = m_copy->conversation;
    conversation.title = tr("%1 (copy)").arg(conversation.title);
    conversation.pinned = false;
    conversation.createdAt = conversation.updatedAt = 0;
    // Nothing continues the copy of a reply that is under way; nothing interrupted it, either.
    for (store::Message& message : m_copy->messages)
        if (message.state == store::MessageState::Streaming) message.state = store::MessageState::Stopped;
    m_writer = std::make_unique<store::ConversationWriter>(m_store, std::span(&*m_copy, 1));
}

}  // namespace hearth::app

#include "moc_chat_duplicate.cpp"
