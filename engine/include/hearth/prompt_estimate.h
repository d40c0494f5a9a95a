#pragma once

#include <vector>

#include "hearth/context_shift.h"

namespace hearth {

struct Prompt;

/// Estimated cost of a picture of a prompt.
struct PictureCost {
    int tokens = 0;        ///< rows, without the marks around them
    bool cached = false;   ///< their keys and values are in the cache: the picture costs nothing
    bool encoded = false;  ///< their rows are kept: the picture itself is not read again
    double encodeMs = 0;   ///< guessed from the pictures before; 0: nothing to read, or not known yet
    /// `tokens` with another PictureDetail; 0: not known.
    int lowTokens = 0, autoTokens = 0, highTokens = 0;
    bool operator==(const PictureCost&) const = default;
};

/// Estimated cost of a prompt at this moment.
struct PromptEstimate {
    int promptTokens = 0;  ///< that the model reads, without what cuts dropped
    int cachedTokens = 0;  ///< of these, those that need not be computed
    double prefillMs = 0;  ///< guessed from the last rates, with pictures; 0 when there are none yet
    /// All cuts that would hold, the oldest first, with the one that this prompt needs.
    std::vector<ContextShift> cuts = {};
    int diskTokens = 0;                      ///< those behind the cached ones that are kept on disk
    std::vector<PictureCost> pictures = {};  ///< of all messages, in their order
};

/// Costs of the pictures of a prompt, in their order, as far as an estimate without them tells them: `tokens`
/// and `cached`. Those that a cut of the context drops are not cached.
std::vector<PictureCost> pictureCosts(const Prompt& prompt, const PromptEstimate& estimate);

}  // namespace hearth
