#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cache/prefix_key.h"
#include "hearth/context_shift.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// A conversation between two context shifts that move keys and values: the tokens that are left up to the
/// next shift (or its end), and the number of those that come from the previous stage. The stages of a
/// conversation follow only from its tokens and shifts, so lost data is computed again exactly as it was.
struct ShiftStage {
    SequenceOrigin origin;
    PromptTokens tokens;
    size_t promptTokens = 0;          ///< of these, those that are processed as a prompt
    std::vector<size_t> chunkStarts;  ///< see Sequence::chunkStarts
    /// The shift that begins this stage: of the tokens of the previous stage, those in [keep, keep + dropped)
    /// are removed, and the others are the first `moved` ones here. All 0 for the first stage.
    size_t keep = 0, dropped = 0, moved = 0;
};

/// Limits of context shifts with a model and its cache.
struct MoveLimits {
    bool canMove = false;           ///< keys can be rotated, and nothing else depends on the dropped tokens
    std::vector<uint32_t> windows;  ///< of the groups of layers, see kvWindows()
    size_t positions = 0;           ///< that a sequence may have while it shifts
};

/// True if the stage that ends with this shift, of `stageTokens` tokens, can be moved. If not, the remaining
/// tokens are processed as a new prompt: when nothing would be moved, and when layers with a window have
/// released what they would need of the beginning.
bool canMove(const ContextShift& cut, size_t stageTokens, const MoveLimits& limits);

/// The stages of a conversation, at least one; all tokens count as those of a prompt.
std::vector<ShiftStage> shiftStages(const PromptView& conversation, std::span<const ContextShift> cuts,
                                    const MoveLimits& limits);
/// The stage that follows another one, with the tokens that are moved there: later tokens are appended to
/// them.
ShiftStage stageBehind(const ShiftStage& before, size_t keep, size_t dropped);

}  // namespace hearth
