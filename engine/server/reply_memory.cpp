#include "server/reply_memory.h"

#include <utility>

namespace hearth::server {

void ReplyMemory::keep(std::string_view content, const std::vector<GeneratedToken>& tokens) {
    if (content.empty() || tokens.empty() || tokens.size() > m_mostTokens) return;
    const std::scoped_lock lock(m_mutex);
    if (const auto known = m_byContent.find(content); known != m_byContent.end()) {
        m_tokens -= known->second->tokens.size();
        const auto entry = known->second;
        m_byContent.erase(known);
        m_entries.erase(entry);
    }
    Entry& entry = m_entries.emplace_front();
    entry.content = content;
    for (const GeneratedToken& token : tokens) entry.tokens.push_back(token.token);
    m_tokens += entry.tokens.size();
    m_byContent.emplace(entry.content, m_entries.begin());
    while (m_tokens > m_mostTokens) {
        m_tokens -= m_entries.back().tokens.size();
        m_byContent.erase(m_entries.back().content);
        m_entries.pop_back();
    }
}

void ReplyMemory::recall(std::vector<ChatMessage>& messages) {
    const std::scoped_lock lock(m_mutex);
    for (ChatMessage& message : messages) {
        if (message.role != "assistant" || !message.tokens.empty() || !message.toolCalls.empty()) continue;
        const auto known = m_byContent.find(message.content);
        if (known == m_byContent.end()) continue;
        m_entries.splice(m_entries.begin(), m_entries, known->second);
        message.tokens = known->second->tokens;
    }
}

}  // namespace hearth::server
