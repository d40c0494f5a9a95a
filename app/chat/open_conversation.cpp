#include "chat/open_conversation.h"

#include <utility>
#include <vector>

namespace hearth::app {

void OpenConversation::open(store::Conversation record) {
    m_record = std::move(record);
    m_tree = {};
    read();
}

void OpenConversation::read() {
    m_view.readFiles(m_record.id);
    if (m_record.id == 0) return;
    // Which branch is visible may have changed too.
    if (const auto record = m_store.conversations().find(m_record.id))
        m_record.activeRoot = record->activeRoot;
    m_tree = ConversationTree(m_store.messages().ofConversation(m_record.id), m_record.activeRoot);
}

void OpenConversation::showAll() {
    std::vector<MessageBlockModel::Message> rows;
    rows.reserve(m_tree.path().size());
    for (const store::Message& message : m_tree.path()) rows.push_back(m_view.shown(message, m_tree));
    m_rows.setMessages(rows);
}

void OpenConversation::showFrom(qint64 messageId) {
    std::vector<MessageBlockModel::Message> rows;
    bool from = false;
    for (const store::Message& message : m_tree.path()) {
        from = from || m_rows.rowOf(message.id) < 0 || message.id == messageId;
        if (from) rows.push_back(m_view.shown(message, m_tree));
    }
    m_rows.replaceFrom(messageId, rows);
}

}  // namespace hearth::app
