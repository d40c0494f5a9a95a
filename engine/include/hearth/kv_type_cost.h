#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "hearth/kv_type.h"
#include "hearth/model_comparison.h"

namespace hearth {

class Engine;

/// How much less well a model predicts with its cache in fewer bits.
struct KvTypeCost {
    size_t tokens = 0;      ///< that a next one was predicted for
    double divergence = 0;  ///< mean Kullback-Leibler divergence (1951) from float16, in nats
    /// The same of float32: where activations are rounded, any change of the cache has them rounded in
    /// another way here and there, which moves the logits without making them worse.
    double chance = 0;
    /// By how much the perplexity is larger, 0.01: by 1 %; at least 0. That is its mean over texts as the
    /// model itself writes them, for which the divergence is how much larger the logarithm of the perplexity
    /// is. On a single short text the perplexity itself changes by more, in either direction.
    double more() const noexcept { return divergence > chance ? std::expm1(divergence - chance) : 0; }
};

struct KvTypeCostOptions {
    std::string_view text = comparisonText();
    size_t tokens = 2048;  ///< of the text at most
    double seconds = 10;   ///< for all; a slow model is measured on less of the text, 64 tokens at least
};

/// Scores a text with a loaded model, with its cache in float16, float32 and each of these types, beside what
/// the cache holds; one cost for each. Calls as Engine's, between two steps. Throws Error(BadInput) for texts
/// of fewer than two tokens, Error(Cancelled) after a stop request, Error(OutOfMemory) where there is no room
/// for another cache of the text, Error(Unsupported) for a model that runs elsewhere.
std::vector<KvTypeCost> kvTypeCosts(Engine& engine, std::span<const KvTypes> types,
                                    const KvTypeCostOptions& options = {}, const std::stop_token& stop = {});

}  // namespace hearth
