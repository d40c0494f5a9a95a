#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "quant/half_float.h"

namespace hearth::quant {

/// The scale and the minimum of a sub-block of Q4_K and Q5_K, 6 bits each.
struct ScaleAndMin {
    uint8_t scale;
    uint8_t min;
};

/// Unpacks sub-block 0..7 from the 12 bytes that hold eight 6-bit scales and eight 6-bit minima: the first
/// four of each lie in the low 6 bits of bytes 0-3 and 4-7; the others have their low nibbles in bytes 8-11
/// (scale low, minimum high) and their two high bits on top of bytes 0-3 and 4-7.
inline ScaleAndMin unpackScaleAndMin(const std::byte* packed, size_t subBlock) noexcept {
    const size_t i = subBlock % 4;
    const uint8_t scaleByte = loadByte(packed + i);
    const uint8_t minByte = loadByte(packed + 4 + i);
    if (subBlock < 4) return {static_cast<uint8_t>(scaleByte & 63U), static_cast<uint8_t>(minByte & 63U)};
    const uint8_t lows = loadByte(packed + 8 + i);
    return {static_cast<uint8_t>((lows & 0xFU) | ((scaleByte >> 6U) << 4U)),
            static_cast<uint8_t>((lows >> 4U) | ((minByte >> 6U) << 4U))};
}

/// The sixteen signed 6-bit scales of Q3_K, -32..31, from 12 bytes: low nibbles in bytes 0-7 (scales 0-7 low,
/// 8-15 high), two high bits of scale i in bits 2*(i/4) of byte 8 + i%4.
inline std::array<int8_t, 16> unpackQ3Scales(const std::byte* packed) noexcept {
    std::array<int8_t, 16> scales{};
    for (size_t i = 0; i < 16; ++i) {
        const uint8_t nibbles = loadByte(packed + i % 8);
        const uint32_t low = i < 8 ? nibbles & 0xFU : nibbles >> 4U;
        const uint32_t high = (loadByte(packed + 8 + i % 4) >> (2 * (i / 4))) & 3U;
        scales[i] = static_cast<int8_t>(static_cast<int>(low | (high << 4U)) - 32);
    }
    return scales;
}

}  // namespace hearth::quant
