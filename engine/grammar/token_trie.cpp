#include "grammar/token_trie.h"

#include <algorithm>

#include "unicode/utf8.h"

namespace hearth::grammar {

TokenTrie::TokenTrie(std::vector<std::pair<std::string, TokenId>> tokens) {
    std::erase_if(tokens,
                  [](const auto& token) { return token.first.empty() || token.first.size() > longest; });
    std::sort(tokens.begin(), tokens.end());
    std::vector<uint32_t> path;  // nodes from the root to the last one
    std::string_view last;
    const auto close = [&](size_t depth) {
        for (; path.size() > depth; path.pop_back())
            m_nodes[path.back()].end = static_cast<uint32_t>(m_nodes.size());
    };
    for (const auto& [string, token] : tokens) {
        const std::string_view text = string;
        const auto [differs, other] = std::mismatch(text.begin(), text.end(), last.begin(), last.end());
        close(static_cast<size_t>(differs - text.begin()));
        while (path.size() < text.size()) {
            const auto byte = static_cast<uint8_t>(text[path.size()]);
            path.push_back(static_cast<uint32_t>(m_nodes.size()));
            m_nodes.push_back({.end = 0,
                               .firstToken = static_cast<uint32_t>(m_tokens.size()),
                               .depth = static_cast<uint16_t>(path.size()),
                               .byte = byte,
                               .endsCharacter = unfinishedUtf8Tail(text.substr(0, path.size())) == 0});
        }
        m_tokens.push_back(token);
        last = text;
    }
    close(0);
    const auto end = static_cast<uint32_t>(m_nodes.size());
    m_nodes.push_back({.end = end + 1, .firstToken = static_cast<uint32_t>(m_tokens.size())});
}

size_t TokenTrie::find(std::string_view text) const noexcept {
    const size_t count = nodes().size();
    size_t node = 0, end = count, found = count;
    for (const char byte : text) {
        while (node < end && m_nodes[node].byte != static_cast<uint8_t>(byte)) node = m_nodes[node].end;
        if (node >= end) return count;
        found = node;
        end = m_nodes[node].end;
        ++node;
    }
    return found;
}

}  // namespace hearth::grammar
