#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "hearth/context_shift.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// Contexts that are shorter have no half to drop.
inline constexpr size_t shortestSlide = 256;

/// The shifts that are valid for a conversation of this many tokens: the first ones, up to one that is not
/// valid (see ContextShift), that divides one of its spans, or that was made at the end or after it.
std::vector<ContextShift> validShifts(std::span<const ContextShift> cuts, size_t tokens,
                                      std::span<const TokenSpan> spans = {});
/// The part of a conversation that is left after context shifts.
std::vector<TokenId> withoutDropped(std::span<const TokenId> conversation,
                                    std::span<const ContextShift> cuts);

/// Positions at which a conversation can be cut.
struct ShiftPoints {
    uint32_t keep = 0;             ///< tokens at its beginning that stay, see ContextShift
    std::vector<uint32_t> starts;  ///< tokens before each message but the first, rising
    /// Tokens before the part that a shift leaves whole. 0: a shift may cut anything, as in a reply that has
    /// filled the context.
    uint32_t whole = 0;
    std::vector<TokenSpan> spans = {};  ///< of the conversation; no shift divides one

    /// Points of a rendered conversation: messages begin after tokens that end one. The first message stays
    /// if it is a system message (`keepsFirst`), up to a quarter of the context; otherwise 32 tokens stay.
    static ShiftPoints of(const PromptView& conversation, const std::function<bool(TokenId)>& endsMessage,
                          bool keepsFirst, size_t contextLength);
};

/// The next shift of a conversation of `tokens` tokens, of which the model has processed `processed`. It
/// leaves about half the context, and begins with a message unless one alone is longer. `processed` becomes
/// ContextShift::at if that leaves tokens to move. nullopt: no tokens can be dropped, or the part that stays
/// whole leaves no room for a reply.
std::optional<ContextShift> nextShift(const ShiftPoints& places, std::span<const ContextShift> cuts,
                                      size_t tokens, size_t processed, size_t contextLength);

}  // namespace hearth
