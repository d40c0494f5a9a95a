#pragma once

#include <cstddef>

namespace hearth::quant {

/// x ~ scale * q - min with q in 0..largestQuant and min >= 0.
struct AffineFit {
    float scale = 0;
    float min = 0;
};

/// x ~ scale * q with q in -levels/2 .. levels/2 - 1; the scale may be negative.
struct CentredFit {
    float scale = 0;
};

/// The fit with the least weighted squared error that a search over starting ranges finds: for each range the
/// values are rounded, then scale and minimum are solved for by linear least squares, and the best one is
/// rounded and solved again until it no longer improves. `weights` may be null (all equal). `count` is at
/// most 32.
AffineFit fitAffine(const float* values, const float* weights, size_t count, float largestQuant) noexcept;
CentredFit fitCentred(const float* values, const float* weights, size_t count, float levels) noexcept;

/// Rounds each value to its nearest quant under a fit; returns the weighted squared error.
/// A step (scale, or min alone) of zero gives quant 0. `quants` may be null when only the error is wanted.
float roundAffine(const float* values, const float* weights, size_t count, AffineFit fit, float largestQuant,
                  float* quants) noexcept;
float roundCentred(const float* values, const float* weights, size_t count, CentredFit fit, float levels,
                   float* quants) noexcept;

}  // namespace hearth::quant
