#pragma once

#include <vector>

#include "chat/token_candidates.h"
#include "hearth/sampling.h"

namespace hearth::app {

/// Effect of the settings on the chance of one token.
struct FilteredToken {
    enum class Cut { None, TopK, TopP, MinP };
    TokenId token = -1;
    float plain = 0;   ///< the model's own chance
    float chance = 0;  ///< under the settings; 0 when cut
    Cut cut = Cut::None;
};

/// Applies to the likeliest tokens what Sampler applies to all of them: top-k, then top-p and min-p on the
/// model's own chances, then the temperature over the remaining ones. Tokens that were not kept count as left
/// out by top-k if it is on. Otherwise they count as one rest that the temperature does not change. Penalties
/// are not considered. `candidates` likeliest first.
std::vector<FilteredToken> filterTokens(const std::vector<TokenChance>& candidates,
                                        const SamplingParams& params);

/// Entropy of the model's choice, in bits. The tokens that are not candidates count as one more token.
double entropyBits(const std::vector<TokenChance>& candidates);

}  // namespace hearth::app
