#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "quant/half_float.h"

/// Functions common to the writers of block types.
namespace hearth::quant {

inline void storeHalf(std::byte* at, float value) noexcept {
    const uint16_t half = floatToHalf(value);
    std::memcpy(at, &half, sizeof half);
}

inline float roundedToHalf(float value) noexcept {
    return halfToFloat(floatToHalf(value));
}

/// The weights from an offset on; null: all are equal.
inline const float* weightsAt(const float* weights, size_t offset) noexcept {
    return weights == nullptr ? nullptr : weights + offset;
}

}  // namespace hearth::quant
