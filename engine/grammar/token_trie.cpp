#include "grammar/token_trie.h"

#include <algorithm>

#include "grammar/tool_calls.h"
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

bool isPlainText(std::string_view text) noexcept {
    int characters = 0;
    for (size_t i = 0; i < text.size(); ++characters) {
        const DecodedChar decoded = decodeUtf8(text, i);
        const char32_t point = decoded.codePoint;
        if (!decoded.valid || point < 0x20 || point == 0x7F || point == '"' || point == '\\') return false;
        i += decoded.bytes;
    }
    return characters > 0 && characters <= TokenTexts::mostPlainCharacters;
}

TokenTexts::Texts TokenTexts::textsOf(const Tokenizer& tokenizer) {
    Texts out;
    for (TokenId token = 0; token < tokenizer.vocabSize(); ++token) {
        const TokenKind kind = tokenizer.kind(token);
        std::string text;
        if (kind == TokenKind::Normal || kind == TokenKind::Byte || kind == TokenKind::UserDefined)
            text = tokenizer.pieceBytes(token);
        else if (kind == TokenKind::Control)
            text = tokenizer.pieceBytes(token, true);
        if (tokenizer.isEndOfGeneration(token)) text.clear();
        // What marks parts of a prompt or of a reply ("<think>") is not there to spell something.
        const bool isMarkup =
            kind == TokenKind::UserDefined && text.size() > 2 && text.front() == '<' && text.back() == '>';
        if (!text.empty() && (kind == TokenKind::Control || isMarkup)) text.insert(0, 1, markSign);
        out.emplace_back(std::move(text), token);
    }
    return out;
}

TokenTexts::TokenTexts(const Tokenizer& tokenizer)
    : m_vocabSize(tokenizer.vocabSize()),
      m_texts(textsOf(tokenizer)),
      m_all(m_texts),
      m_plain(onlyPlain(true)),
      m_notPlain(onlyPlain(false)),
      m_plainBits((static_cast<size_t>(m_vocabSize) + 63) / 64) {
    for (const auto& [text, token] : m_texts) {
        const auto bit = static_cast<size_t>(token);
        if (isPlainText(text)) m_plainBits[bit / 64] |= uint64_t{1} << (bit % 64);
        if (tokenizer.isEndOfGeneration(token)) m_ends.push_back(token);
    }
}

TokenTexts::Texts TokenTexts::onlyPlain(bool plain) const {
    Texts out;
    for (const auto& entry : m_texts)
        if (isPlainText(entry.first) == plain) out.push_back(entry);
    return out;
}

std::string_view TokenTexts::textOf(TokenId token) const noexcept {
    if (token < 0 || token >= m_vocabSize) return {};
    return m_texts[static_cast<size_t>(token)].first;
}

}  // namespace hearth::grammar
