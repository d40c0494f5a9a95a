#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hearth/chat_message.h"
#include "hearth/reply_delta.h"
#include "hearth/tokenizer.h"

namespace hearth::server {

/// The tokens of replies that were made here, by their text. Programs send earlier replies back as texts;
/// with the tokens that they were made of the cached prefix goes on, while those of the text anew may differ.
/// Forgets what was not used for longest. From any thread.
class ReplyMemory {
public:
    explicit ReplyMemory(size_t mostTokens = size_t{1} << 20U) : m_mostTokens(mostTokens) {}

    void keep(std::string_view content, const std::vector<GeneratedToken>& tokens);
    /// Fills in the tokens of messages whose texts it knows.
    void recall(std::vector<ChatMessage>& messages);

private:
    struct Entry {
        std::string content;
        std::vector<TokenId> tokens;
    };
    using Entries = std::list<Entry>;

    std::mutex m_mutex;
    size_t m_mostTokens, m_tokens = 0;
    Entries m_entries;  ///< the last used first
    std::unordered_map<std::string_view, Entries::iterator> m_byContent;
};

}  // namespace hearth::server
