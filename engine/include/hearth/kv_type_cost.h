#pragma once

#include <cstddef>
#include <stop_token>
#include <string_view>

#include "hearth/engine.h"
#include "hearth/model_comparison.h"

namespace hearth {

/// How much less well a model predicts a text with its cache in fewer bits.
struct KvTypeCost {
    size_t tokens = 0;  ///< that were predicted
    double perplexity = 0, perplexityInFloat16 = 0;
    /// 0.01: the perplexity is 1 % larger. On a short text it may be negative, by chance.
    double more() const noexcept { return perplexity / perplexityInFloat16 - 1; }
};

struct KvTypeCostOptions {
    std::string_view text = comparisonText();
    size_t tokens = 2048;  ///< of the text at most
    double seconds = 10;   ///< for all; a slow model is measured on less of the text, 64 tokens at least
};

/// Scores a text with a loaded model twice, with its cache in float16 and in these types, beside what the
/// cache holds. Calls as Engine's, between two steps. Throws Error(BadInput) for texts of fewer than two
/// tokens, Error(Cancelled) after a stop request, Error(Unsupported) for a model that runs elsewhere.
KvTypeCost kvTypeCost(Engine& engine, KvTypes types, const KvTypeCostOptions& options = {},
                      const std::stop_token& stop = {});

}  // namespace hearth
