#include "sampling/probability.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace hearth {

namespace {

constexpr size_t lanes =
    16;  // independent sums, so that the compiler may use vectors without reordering anything

/// exp(x) for x <= 0 as 2^whole * 2^part, 2^part by a polynomial: a loop over it vectorises, one over
/// std::exp does not.
float fastExp(float x) noexcept {
    const float y = std::max(x, -87.0F) * 1.44269504F;
    const float whole = static_cast<float>(static_cast<int32_t>(y - 0.5F));
    const float part = y - whole;  // in [-0.5, 0.5]
    float p = 1.3333558e-3F;
    p = p * part + 9.6181291e-3F;
    p = p * part + 5.5504109e-2F;
    p = p * part + 2.4022651e-1F;
    p = p * part + 6.9314718e-1F;
    p = p * part + 1.0F;
    return p * std::bit_cast<float>((static_cast<int32_t>(whole) + 127) << 23);
}

}  // namespace

float largestLogit(std::span<const float> logits) noexcept {
    std::array<float, lanes> best;
    best.fill(-std::numeric_limits<float>::infinity());
    size_t i = 0;
    for (; i + lanes <= logits.size(); i += lanes) {
        for (size_t lane = 0; lane < lanes; ++lane)
            best[lane] = logits[i + lane] > best[lane] ? logits[i + lane] : best[lane];
    }
    for (; i < logits.size(); ++i) best[0] = logits[i] > best[0] ? logits[i] : best[0];
    return *std::max_element(best.begin(), best.end());
}

float tokenProbability(std::span<const float> logits, TokenId token) noexcept {
    if (token < 0 || static_cast<size_t>(token) >= logits.size()) return 0;
    const float largest = largestLogit(logits);
    if (!std::isfinite(largest)) return 0;
    std::array<float, lanes> sums{};
    size_t i = 0;
    for (; i + lanes <= logits.size(); i += lanes) {
        // NaN and -inf become the smallest value that fastExp knows, which adds nothing.
        for (size_t lane = 0; lane < lanes; ++lane) {
            const float x = logits[i + lane] - largest;
            sums[lane] += fastExp(x > -87.0F ? x : -87.0F);
        }
    }
    double total = 0;
    for (const float sum : sums) total += sum;
    for (; i < logits.size(); ++i)
        total += logits[i] - largest > -87.0F ? std::exp(logits[i] - largest) : 0.0F;
    const float own = logits[static_cast<size_t>(token)] - largest;
    return own > -87.0F ? static_cast<float>(std::exp(own) / total) : 0.0F;
}

}  // namespace hearth
