#include "quant/least_squares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace hearth::quant {
namespace {

constexpr size_t longest = 32;
/// Ranges narrower than this have no useful inverse in float32.
constexpr float narrowest = 1e-30F;
constexpr int mostRefinements = 4;

using Quants = std::array<float, longest>;

/// To the nearest, ties to even, for |value| < 2^22: the sum has no bits left for a fraction.
float nearest(float value) noexcept {
    constexpr float shift = 12582912.0F;
    return (value + shift) - shift;
}

float weightAt(const float* weights, size_t i) noexcept {
    return weights == nullptr ? 1.0F : weights[i];
}

/// Least squares for scale and min under given quants.
AffineFit solveAffine(const float* values, const float* weights, size_t count,
                      const Quants& quants) noexcept {
    float w = 0;
    float wq = 0;
    float wqq = 0;
    float wx = 0;
    float wqx = 0;
    for (size_t i = 0; i < count; ++i) {
        const float weight = weightAt(weights, i);
        const float weighted = weight * quants[i];
        w += weight;
        wq += weighted;
        wqq += weighted * quants[i];
        wx += weight * values[i];
        wqx += weighted * values[i];
    }
    const float determinant = w * wqq - wq * wq;
    if (determinant > 0) {
        const AffineFit fit{(w * wqx - wq * wx) / determinant, (wq * wqx - wqq * wx) / determinant};
        if (fit.scale > 0 && fit.min >= 0) return fit;
    }
    // The minimum may not be negative: without one.
    return {wqq > 0 ? std::max(wqx / wqq, 0.0F) : 0.0F, 0};
}

CentredFit solveCentred(const float* values, const float* weights, size_t count,
                        const Quants& quants) noexcept {
    float wqq = 0;
    float wqx = 0;
    for (size_t i = 0; i < count; ++i) {
        const float weighted = weightAt(weights, i) * quants[i];
        wqq += weighted * quants[i];
        wqx += weighted * values[i];
    }
    return {wqq > 0 ? wqx / wqq : 0};
}

/// Keeps the best fit seen.
template <typename Fit>
struct Best {
    Fit fit;
    float error = std::numeric_limits<float>::infinity();

    bool take(Fit candidate, float candidateError) noexcept {
        if (!(candidateError < error)) return false;
        fit = candidate;
        error = candidateError;
        return true;
    }
};

}  // namespace

float roundAffine(const float* values, const float* weights, size_t count, AffineFit fit, float largestQuant,
                  float* quants) noexcept {
    const float inverse = fit.scale > narrowest ? 1 / fit.scale : 0;
    float error = 0;
    for (size_t i = 0; i < count; ++i) {
        const float quant = nearest(std::min(std::max((values[i] + fit.min) * inverse, 0.0F), largestQuant));
        const float difference = values[i] - (fit.scale * quant - fit.min);
        error += weightAt(weights, i) * difference * difference;
        if (quants != nullptr) quants[i] = quant;
    }
    return error;
}

float roundCentred(const float* values, const float* weights, size_t count, CentredFit fit, float levels,
                   float* quants) noexcept {
    const float inverse = std::abs(fit.scale) > narrowest ? 1 / fit.scale : 0;
    float error = 0;
    for (size_t i = 0; i < count; ++i) {
        const float quant = nearest(std::min(std::max(values[i] * inverse, -levels / 2), levels / 2 - 1));
        const float difference = values[i] - fit.scale * quant;
        error += weightAt(weights, i) * difference * difference;
        if (quants != nullptr) quants[i] = quant;
    }
    return error;
}

AffineFit fitAffine(const float* values, const float* weights, size_t count, float largestQuant) noexcept {
    const auto [least, most] = std::minmax_element(values, values + count);
    const float low = std::min(*least, 0.0F);
    const float range = *most - low;
    if (!(range > narrowest)) return {0, -low};
    Best<AffineFit> best;
    Quants quants{};
    // Ranges from one step wider than the values' to one and a half narrower (the ends are clipped), and for
    // each the clipping may lie at the top or at the bottom.
    constexpr int ranges = 11;
    for (int k = 0; k < ranges; ++k)
        for (const float atBottom : {0.0F, 0.5F, 1.0F}) {
            const float steps = largestQuant + 1.5F - 0.25F * static_cast<float>(k);
            const float scale = range / steps;
            const float clipped = range - scale * largestQuant;
            AffineFit fit{scale, std::max(-low - atBottom * clipped, 0.0F)};
            for (int turn = 0; turn < 2; ++turn) {
                roundAffine(values, weights, count, fit, largestQuant, quants.data());
                fit = solveAffine(values, weights, count, quants);
            }
            best.take(fit, roundAffine(values, weights, count, fit, largestQuant, nullptr));
        }
    for (int k = 0; k < mostRefinements; ++k) {
        roundAffine(values, weights, count, best.fit, largestQuant, quants.data());
        const AffineFit fit = solveAffine(values, weights, count, quants);
        if (!best.take(fit, roundAffine(values, weights, count, fit, largestQuant, nullptr))) break;
    }
    return best.fit;
}

CentredFit fitCentred(const float* values, const float* weights, size_t count, float levels) noexcept {
    const float extreme =
        *std::max_element(values, values + count, [](float a, float b) { return std::abs(a) < std::abs(b); });
    if (!(std::abs(extreme) > narrowest)) return {};
    Best<CentredFit> best;
    Quants quants{};
    // The extreme value may become any quant from 2 inside to 1 beyond either end; the ends differ by one
    // step.
    constexpr int candidates = 13;
    for (const float end : {-levels / 2, levels / 2 - 1})
        for (int k = 0; k < candidates; ++k) {
            const float outwards = end < 0 ? -1.0F : 1.0F;
            const float quant = end + outwards * (1 - 0.25F * static_cast<float>(k));
            roundCentred(values, weights, count, {extreme / quant}, levels, quants.data());
            const CentredFit fit = solveCentred(values, weights, count, quants);
            best.take(fit, roundCentred(values, weights, count, fit, levels, nullptr));
        }
    for (int k = 0; k < mostRefinements; ++k) {
        roundCentred(values, weights, count, best.fit, levels, quants.data());
        const CentredFit fit = solveCentred(values, weights, count, quants);
        if (!best.take(fit, roundCentred(values, weights, count, fit, levels, nullptr))) break;
    }
    return best.fit;
}

}  // namespace hearth::quant
