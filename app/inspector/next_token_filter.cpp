#include "inspector/next_token_filter.h"

#include <algorithm>
#include <cmath>

namespace hearth::app {

std::vector<FilteredToken> filterTokens(const std::vector<TokenChance>& candidates,
                                        const SamplingParams& params) {
    std::vector<FilteredToken> out;
    if (candidates.empty()) return out;
    const size_t limit =
        params.topK > 0 ? std::min(candidates.size(), static_cast<size_t>(params.topK)) : candidates.size();
    double known = 0;
    for (size_t i = 0; i < limit; ++i) known += double(candidates[i].chance);
    // With top-k the rest is gone before anything else counts.
    const bool restGone = params.topK > 0 && static_cast<size_t>(params.topK) <= candidates.size();
    const double total = restGone ? known : std::max(known, 1.0);
    size_t kept = limit;
    if (params.topP < 1) {
        double sum = 0;
        for (size_t i = 0; i < limit; ++i) {
            sum += double(candidates[i].chance);
            if (sum >= double(params.topP) * total) {
                kept = i + 1;
                break;
            }
        }
    }
    const size_t afterTopP = kept;
    if (params.minP > 0)
        while (kept > 1 && candidates[kept - 1].chance < params.minP * candidates[0].chance) --kept;

    const double temperature = params.temperature <= 0 ? 1e-6 : double(params.temperature);
    double weights = 0;
    const auto weight = [&](const TokenChance& candidate) {
        return std::pow(double(candidate.chance) / double(candidates[0].chance), 1 / temperature);
    };
    for (size_t i = 0; i < kept; ++i) weights += weight(candidates[i]);
    // Nothing cut the rest, so it takes its share.
    if (kept == candidates.size() && !restGone)
        weights += std::max(0.0, 1 - known) / double(candidates[0].chance);
    for (size_t i = 0; i < candidates.size(); ++i) {
        FilteredToken token{candidates[i].token, candidates[i].chance, 0, FilteredToken::Cut::None};
        if (i < kept)
            token.chance = static_cast<float>(weight(candidates[i]) / weights);
        else
            token.cut = i >= limit      ? FilteredToken::Cut::TopK
                        : i < afterTopP ? FilteredToken::Cut::MinP
                                        : FilteredToken::Cut::TopP;
        out.push_back(token);
    }
    return out;
}

double entropyBits(const std::vector<TokenChance>& candidates) {
    double bits = 0, rest = 1;
    for (const TokenChance& candidate : candidates) {
        const double chance = double(candidate.chance);
        if (chance > 0) bits -= chance * std::log2(chance);
        rest -= chance;
    }
    return rest > 1e-9 ? bits - rest * std::log2(rest) : bits;
}

}  // namespace hearth::app
