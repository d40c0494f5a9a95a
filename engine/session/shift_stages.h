#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cache/prefix_key.h"
#include "hearth/context_shift.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// A conversation between two cuts that move keys and values: what is left of it up to the next cut (or its
/// end), and how much of that comes from the stage before. The stages of a conversation follow from its
/// tokens and cuts alone, so whatever is lost is made again as it was.
struct ShiftStage {
    SequenceOrigin origin;
    PromptTokens tokens;
    size_t promptTokens = 0;          ///< of these, those that are processed as a prompt
    std::vector<size_t> chunkStarts;  ///< see Sequence::chunkStarts
    /// The move that begins this stage: of the tokens of the stage before, those in [keep, keep + dropped)
    /// go, and the others are the first `moved` ones here. All 0 for the first stage.
    size_t keep = 0, dropped = 0, moved = 0;
};

/// What a model and its cache can move.
struct MoveLimits {
    bool canMove = false;           ///< keys can be rotated, and nothing else remembers what was dropped
    std::vector<uint32_t> windows;  ///< of the groups of layers, see ForwardPass::kvWindows()
    size_t positions = 0;           ///< that a sequence may have while it moves
};

/// Whether the stage that ends with this cut, of so many tokens, can be moved. If not, what is left is
/// processed as if nothing had been there before: where nothing would be moved, and where layers with a
/// window have given up what they would need of the beginning.
bool canMove(const ContextShift& cut, size_t stageTokens, const MoveLimits& limits);

/// The stages of a conversation, at least one; all tokens count as those of a prompt.
std::vector<ShiftStage> shiftStages(const PromptView& conversation, std::span<const ContextShift> cuts,
                                    const MoveLimits& limits);
/// The stage that follows another one, with the tokens that are moved there: those that come next go behind
/// them.
ShiftStage stageBehind(const ShiftStage& before, size_t keep, size_t dropped);

}  // namespace hearth
