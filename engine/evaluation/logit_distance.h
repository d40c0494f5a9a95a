#pragma once

#include <span>

#include "hearth/tokenizer.h"

namespace hearth {

/// ln of the sum of the exponentials: a logit less this is the logarithm of its probability.
double logSum(std::span<const float> logits);

/// -ln of the probability of `token` under the softmax of the logits.
double negativeLogProbability(std::span<const float> logits, TokenId token);

/// Kullback-Leibler divergence of the softmax of `other` from that of `exact`, in nats: what is lost when
/// `other` stands for `exact`. Both have the same length.
double klDivergence(std::span<const float> exact, std::span<const float> other);

}  // namespace hearth
