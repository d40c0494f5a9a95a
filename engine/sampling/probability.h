#pragma once

#include <span>

#include "hearth/tokenizer.h"

namespace hearth {

/// Probability of one token under the softmax of the logits; 0 where it is not defined. Relative error below
/// 1e-5: for people, not for choosing.
float tokenProbability(std::span<const float> logits, TokenId token) noexcept;

/// Largest of the logits, NaN left out; -inf for none.
float largestLogit(std::span<const float> logits) noexcept;

}  // namespace hearth
