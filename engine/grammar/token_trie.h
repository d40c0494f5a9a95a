#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth::grammar {

/// Tokens by the bytes that they stand for, as one list of nodes in the order in which a search meets them:
/// a node is followed by its descendants. Immutable.
class TokenTrie {
public:
    struct Node {
        uint32_t end = 0;         ///< the first node that is no descendant
        uint32_t firstToken = 0;  ///< its tokens are those up to the next node's first one
        uint16_t depth = 0;       ///< bytes from the root to this node, 1 or more
        uint8_t byte = 0;
        bool endsCharacter = false;  ///< a UTF-8 sequence; of texts that are no UTF-8 it means nothing
    };

    /// Without empty texts and those of more than `longest` bytes.
    explicit TokenTrie(std::vector<std::pair<std::string, TokenId>> tokens);
    static constexpr size_t longest = 1024;

    std::span<const Node> nodes() const noexcept { return std::span(m_nodes).first(m_nodes.size() - 1); }
    std::span<const TokenId> tokensOf(size_t node) const noexcept { return tokens(node, node + 1); }
    std::span<const TokenId> tokens() const noexcept { return m_tokens; }
    /// Its tokens and those of its descendants.
    std::span<const TokenId> tokensFrom(size_t node) const noexcept {
        return tokens(node, m_nodes[node].end);
    }
    /// The node of a text, or nodes().size().
    size_t find(std::string_view text) const noexcept;

private:
    std::span<const TokenId> tokens(size_t node, size_t end) const noexcept {
        return std::span(m_tokens).subspan(m_nodes[node].firstToken,
                                           m_nodes[end].firstToken - m_nodes[node].firstToken);
    }

    std::vector<Node> m_nodes;  ///< and one behind the last
    std::vector<TokenId> m_tokens;
};

/// A vocabulary as grammars see it: the text of each token that may stand in a text, with markSign in front
/// of those that are there to mark something, those that end a reply,
/// and apart from the others those that are plain text, which most tokens of a vocabulary are. Immutable.
class TokenTexts {
public:
    /// Plain text has whole characters alone, so many at most, none of them a control character, a quotation
    /// mark or a backslash: what may stand within a string of most formats.
    static constexpr int mostPlainCharacters = 16;

    explicit TokenTexts(const Tokenizer& tokenizer);

    int32_t vocabSize() const noexcept { return m_vocabSize; }
    const TokenTrie& all() const noexcept { return m_all; }
    const TokenTrie& plain() const noexcept { return m_plain; }
    const TokenTrie& notPlain() const noexcept { return m_notPlain; }
    /// A bit for each token, set for plain text.
    const std::vector<uint64_t>& plainBits() const noexcept { return m_plainBits; }
    std::span<const TokenId> ends() const noexcept { return m_ends; }
    /// Empty for tokens that have none in a reply.
    std::string_view textOf(TokenId token) const noexcept;

private:
    using Texts = std::vector<std::pair<std::string, TokenId>>;
    static Texts textsOf(const Tokenizer& tokenizer);
    Texts onlyPlain(bool plain) const;

    int32_t m_vocabSize = 0;
    Texts m_texts;  ///< by token
    TokenTrie m_all, m_plain, m_notPlain;
    std::vector<uint64_t> m_plainBits;
    std::vector<TokenId> m_ends;
};

/// Whether a text is plain.
bool isPlainText(std::string_view text) noexcept;

}  // namespace hearth::grammar
