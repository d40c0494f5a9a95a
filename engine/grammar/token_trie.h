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

}  // namespace hearth::grammar
