#include "store/conversation_reader.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "store/store.h"

namespace hearth::app::store {

namespace {
/// Messages of one query: few enough to be short, enough that the query itself does not count.
constexpr int messagesAtOnce = 64;
}  // namespace

ConversationReader::ConversationReader(Store& store, qint64 conversationId, Extent extent)
    : m_store(store), m_id(conversationId), m_extent(extent) {
}

bool ConversationReader::readSome(int forMs) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(forMs);
    while (step())
        if (std::chrono::steady_clock::now() >= end) return true;
    return false;
}

bool ConversationReader::step() {
    if (!std::exchange(m_begun, true)) {
        auto conversation = m_store.conversations().find(m_id);
        if (conversation) m_copy = ConversationCopy{std::move(*conversation), {}, {}, {}, {}};
        if (m_copy && m_extent == Extent::Everything)
            m_copy->summaries = m_store.summaries().ofConversation(m_id);
        return m_copy.has_value();
    }
    if (!m_copy) return false;
    std::vector<Message>& messages = m_copy->messages;
    if (m_extent == Extent::Everything && m_detailed < messages.size()) {
        const qint64 id = messages[m_detailed++].id;
        if (auto generation = m_store.generations().find(id))
            m_copy->generations[id] = std::move(*generation);
        if (auto files = m_store.attachments().ofMessage(id); !files.empty())
            m_copy->attachments[id] = std::move(files);
        for (MessagePicture& picture : messages[m_detailed - 1].pictures)
            picture.file = m_store.pictures().find(picture.hash);
        return true;
    }
    if (m_allMessages) return false;
    std::vector<Message> more =
        m_store.messages().after(m_id, messages.empty() ? 0 : messages.back().id, messagesAtOnce);
    m_allMessages = more.size() < messagesAtOnce;
    for (Message& message : more)
        if (message.state == MessageState::Streaming)
            message.text = m_store.partialReplies().find(message.id).value_or(message.text);
    messages.insert(messages.end(), std::make_move_iterator(more.begin()),
                    std::make_move_iterator(more.end()));
    return true;
}

}  // namespace hearth::app::store
