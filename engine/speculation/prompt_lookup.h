#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hearth/prompt_tokens.h"

namespace hearth {

/// Drafts the next tokens of a text from the text itself: the tokens that followed an earlier occurrence of
/// the last ones (prompt lookup decoding, Saxena 2023). Works well if a reply quotes, rewrites or continues a
/// list. Its cost is negligible: some 30 bytes and at most a few hundred comparisons a token.
class PromptLookup {
public:
    /// Goes on with the text; constant time.
    void append(TokenId token);
    /// The same with several. Nothing is drafted across a span, because its ids do not identify its content.
    void append(const PromptView& tokens);

    struct Draft {
        std::vector<TokenId> tokens;  ///< empty: the last two tokens occur nowhere else
        size_t matched = 0;           ///< number of the last tokens that preceded the draft, at least 2
    };
    /// At most `most` tokens, after the longest match; of several, the latest. A match that reaches up to the
    /// end repeats itself.
    Draft propose(size_t most) const;

private:
    static constexpr uint32_t nowhere = UINT32_MAX;
    static constexpr TokenId gap = -1;  ///< in place of the ids of spans
    static uint64_t pairOf(TokenId first, TokenId second) noexcept {
        return uint64_t{static_cast<uint32_t>(first)} << 32U | static_cast<uint32_t>(second);
    }
    void appendGap();
    size_t matchedAt(uint32_t end) const noexcept;

    std::vector<TokenId> m_tokens;
    /// By token: the position at which the pair that ends there ended the previous time.
    std::vector<uint32_t> m_before;
    std::unordered_map<uint64_t, uint32_t> m_last;  ///< position at which each pair ended the last time
};

}  // namespace hearth
