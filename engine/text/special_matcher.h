#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hearth/tokenizer.h"

namespace hearth::text {

struct Vocabulary;

/// Finds the entries that are recognised before text is split: control and user-defined tokens.
class SpecialMatcher {
public:
    /// Part of a text in which control tokens are recognised: the first byte, and the one after the last.
    using Range = std::pair<size_t, size_t>;
    struct Match {
        size_t begin;
        size_t end;
        TokenId token;
    };
    /// Treatment of user-defined entries that build prompts outside the trusted ranges.
    enum class UntrustedMarkup : uint8_t { Recognised, Plain };

    explicit SpecialMatcher(const Vocabulary& vocabulary);

    /// The matches in order, the longest at each place; they do not overlap. A control token matches only
    /// where all its bytes are in one of the ranges (ascending, not touching). Steps: text length times the
    /// longest entry considered, which is 256 bytes.
    std::vector<Match> find(std::string_view text, std::span<const Range> trusted,
                            UntrustedMarkup markup) const;

private:
    struct Node {
        uint32_t firstChild = 0;
        uint16_t children = 0;
        unsigned char byte = 0;
        TokenId token = -1;
    };
    struct Entry;
    void build(std::span<const Entry> entries, size_t depth, size_t node);

    const Vocabulary& m_vocabulary;
    std::vector<Node> m_nodes;  ///< a trie; the children of a node are adjacent, ordered by their byte
    std::vector<bool> m_starts = std::vector<bool>(256);
};

}  // namespace hearth::text
