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

/// Does to the likeliest tokens what Sampler does to all of them: top-k, then top-p and min-p on the model's
/// own chances, then the temperature over what is left. Tokens that were not kept count as left out by top-k
/// where it is on, and otherwise as one rest that the temperature leaves alone; penalties do not show here.
/// `candidates` likeliest first.
std::vector<FilteredToken> filterTokens(const std::vector<TokenChance>& candidates,
                                        const SamplingParams& params);

/// Entropy of the model's choice, in bits. The tokens that are not candidates count as one more token.
double entropyBits(const std::vector<TokenChance>& candidates);

}  // namespace hearth::app
