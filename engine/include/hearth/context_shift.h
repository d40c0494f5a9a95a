#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace hearth {

/// Handling of a conversation that does not fit into the context.
enum class ContextOverflow : uint8_t {
    Stop,   ///< a prompt that does not fit is refused, and a reply ends with FinishReason::ContextFull
    Slide,  ///< tokens after the beginning are dropped, about half the context; the chat continues
};

/// Tokens that were dropped so that a conversation can continue. The numbers count tokens of the whole
/// conversation as the template renders it with nothing left out. When it had `at` tokens, those from `keep`
/// up to `dropTo` were dropped, and everything after `at` was computed without them. The beginning stays,
/// because attention depends on it (Xiao et al. 2023, "attention sinks"). The keys and values in [dropTo, at)
/// still depend on the dropped tokens.
///
/// Shifts of one conversation have the same `keep` and a rising `dropTo`; 32 <= keep < dropTo <= at, and keep
/// and dropTo are multiples of 32. `at` rises too, except where it is dropTo: everything after such a shift
/// was computed without the dropped tokens. A shift that was made at the end of a prompt, or after it, does
/// not apply to that prompt: the conversation was not as long then.
struct ContextShift {
    uint32_t keep = 0, dropTo = 0, at = 0;
    bool operator==(const ContextShift&) const = default;
};

/// Number of tokens that the context shifts of one conversation dropped in total.
constexpr size_t droppedTokens(std::span<const ContextShift> cuts) noexcept {
    return cuts.empty() ? 0 : cuts.back().dropTo - cuts.back().keep;
}

/// Number of tokens that a prompt may have and still leave room for a reply. An eighth of the context, at
/// most 1,024 tokens, is reserved for the reply.
constexpr size_t roomForPrompt(size_t contextLength) noexcept {
    return contextLength - std::min<size_t>(1024, contextLength / 8);
}

}  // namespace hearth
