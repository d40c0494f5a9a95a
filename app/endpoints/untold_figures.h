#pragma once

#include <cstdint>
#include <limits>

#include "hearth/generation_result.h"
#include "hearth/prompt_estimate.h"

/// Figures of replies that a server may not tell. An engine of this computer tells all of them.
namespace hearth::app {

/// A number of tokens that is not known.
inline constexpr int untoldTokens = -1;
/// A seed that is not known: the server drew its own.
inline constexpr uint64_t untoldSeed = std::numeric_limits<uint64_t>::max();

/// Returns whether it is known what of the prompt the cache had. Where it is not, reusedTokens and
/// processedTokens are untoldTokens, and prefillTokensPerS is 0.
inline bool knowsCache(const GenerationMetrics& metrics) {
    return metrics.reusedTokens >= 0;
}
inline bool knowsCache(const PromptEstimate& estimate) {
    return estimate.cachedTokens >= 0;
}

}  // namespace hearth::app
