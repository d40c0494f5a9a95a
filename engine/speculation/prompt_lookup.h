#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hearth/prompt_tokens.h"

namespace hearth {

/// Guesses the next tokens of a text from itself: what followed the last tokens where they stood before
/// (prompt lookup decoding, Saxena 2023). Good where a reply quotes, rewrites or goes on with a list; costs
/// nothing to speak of: some 30 bytes and a few hundred comparisons a token at most.
class PromptLookup {
public:
    /// Goes on with the text; constant time.
    void append(TokenId token);
    /// The same with several. Nothing is guessed across a span, whose ids do not say what it holds.
    void append(const PromptView& tokens);

    struct Draft {
        std::vector<TokenId> tokens;  ///< empty: the last two tokens stand nowhere else
        size_t matched = 0;           ///< how many of the last tokens stood before the guess, at least 2
    };
    /// At most so many tokens, behind the longest match, of these the latest. A match that reaches up to the
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
