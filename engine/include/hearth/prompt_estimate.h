#pragma once

#include <vector>

#include "hearth/context_cut.h"

namespace hearth {

/// Estimated cost of a prompt at this moment.
struct PromptEstimate {
    int promptTokens = 0;  ///< that the model reads, without what cuts dropped
    int cachedTokens = 0;  ///< of these, those that need not be computed
    double prefillMs = 0;  ///< guessed from the last rates; 0 when there are none yet
    /// All cuts that would hold, the oldest first, with the one that this prompt needs.
    std::vector<ContextCut> cuts = {};
    int diskTokens = 0;  ///< those behind the cached ones that are kept on disk
};

}  // namespace hearth
