#include "evaluation/logit_distance.h"

#include <algorithm>
#include <cmath>

namespace hearth {

double logSum(std::span<const float> logits) {
    const double largest = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const float logit : logits) total += std::exp(logit - largest);
    return std::log(total) + largest;
}

double negativeLogProbability(std::span<const float> logits, TokenId token) {
    return logSum(logits) - logits[static_cast<size_t>(token)];
}

double klDivergence(std::span<const float> exact, std::span<const float> other) {
    const double exactSum = logSum(exact), otherSum = logSum(other);
    double divergence = 0;
    for (size_t i = 0; i < exact.size(); ++i) {
        const double logExact = exact[i] - exactSum, logOther = other[i] - otherSum;
        divergence += std::exp(logExact) * (logExact - logOther);
    }
    return std::max(divergence, 0.0);  // never below zero but for rounding
}

}  // namespace hearth
