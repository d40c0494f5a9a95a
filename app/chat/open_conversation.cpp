#include "chat/open_conversation.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "chat/left_out.h"

namespace hearth::app {

void OpenConversation::open(store::Conversation record) {
    m_record = std::move(record);
    m_tree = {};
    read();
}

void OpenConversation::read() {
    m_view.readFiles(m_record.id);
    readSummaries();
    if (m_record.id == 0) return;
    // Which branch is visible may have changed too.
    if (const auto record = m_store.conversations().find(m_record.id))
        m_record.activeRoot = record->activeRoot;
    m_tree = ConversationTree(m_store.messages().ofConversation(m_record.id), m_record.activeRoot);
}

const store::Summary* OpenConversation::summary() const {
    return summaryOn(m_tree.path(), m_summaries);
}

void OpenConversation::readSummaries() {
    m_summaries.clear();
    if (m_record.id != 0) m_summaries = m_store.summaries().ofConversation(m_record.id);
}

void OpenConversation::showSummary() {
    const store::Summary* summary = this->summary();
    if (summary == nullptr) return m_rows.showSummary({});
    const auto& path = m_tree.path();
    const auto last = std::ranges::find(path, summary->messageId, &store::Message::id);
    const int messages = last == path.end() ? 0 : static_cast<int>(last - path.begin()) + 1;
    m_rows.showSummary(MessageView::shown(*summary, messages), summary->messageId);
}

void OpenConversation::showAll() {
    std::vector<MessageBlockModel::Message> rows;
    rows.reserve(m_tree.path().size());
    for (const store::Message& message : m_tree.path()) rows.push_back(m_view.shown(message, m_tree));
    m_rows.setMessages(rows);
    showSummary();
}

void OpenConversation::showFrom(qint64 messageId) {
    std::vector<MessageBlockModel::Message> rows;
    bool from = false;
    for (const store::Message& message : m_tree.path()) {
        from = from || m_rows.rowOf(message.id) < 0 || message.id == messageId;
        if (from) rows.push_back(m_view.shown(message, m_tree));
    }
    m_rows.replaceFrom(messageId, rows);
    showSummary();
}

}  // namespace hearth::app
