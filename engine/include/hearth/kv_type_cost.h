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

/// Loss in prediction quality when a model's cache is stored in fewer bits.
struct KvTypeCost {
    size_t tokens = 0;      ///< number of predictions compared
    double divergence = 0;  ///< mean Kullback-Leibler divergence (1951) from float16, in nats
    /// The same of float32. Where activations are rounded, any change of the cache changes some of the
    /// roundings, which moves the logits without making them worse.
    double chance = 0;
    /// Relative increase of the perplexity, 0.01: 1 %; at least 0. It is the mean over texts that the model
    /// itself writes: for those, the divergence equals the increase of the logarithm of the perplexity. On a
    /// single short text the perplexity itself changes by more, in either direction.
    double more() const noexcept { return divergence > chance ? std::expm1(divergence - chance) : 0; }
};

struct KvTypeCostOptions {
    std::string_view text = comparisonText();
    size_t tokens = 2048;  ///< of the text at most
    double seconds = 10;   ///< for all; a slow model is measured on less of the text, 64 tokens at least
};

/// Scores a text with a loaded model, with its cache in float16, float32 and each of these types, separately
/// from the engine's own cache; one cost for each. Calls as Engine's, between two steps. Throws
/// Error(BadInput) for texts of fewer than two tokens, Error(Cancelled) after a stop request,
/// Error(OutOfMemory) if there is no room for another cache of the text, Error(Unsupported) for a model that
/// runs elsewhere.
std::vector<KvTypeCost> kvTypeCosts(Engine& engine, std::span<const KvTypes> types,
                                    const KvTypeCostOptions& options = {}, const std::stop_token& stop = {});

}  // namespace hearth
