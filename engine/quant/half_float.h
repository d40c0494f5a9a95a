#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hearth {

/// IEEE 754 binary16 to float32; exact, including subnormals, infinities and NaN.
inline float halfToFloat(uint16_t half) noexcept {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16;
    const uint32_t exponent = (half >> 10) & 0x1FU;
    const uint32_t mantissa = half & 0x3FFU;
    if (exponent == 0) {
        // Subnormal: the value is mantissa * 2^-24, which float32 holds exactly.
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<uint32_t>(magnitude) | sign);
    }
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13));
    return std::bit_cast<float>(sign | ((exponent + 112U) << 23) | (mantissa << 13));
}

/// float32 to binary16, rounded to nearest, ties to even; too large becomes infinity, NaN stays NaN (quiet).
inline uint16_t floatToHalf(float value) noexcept {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000U);
    const uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U) return static_cast<uint16_t>(sign | 0x7E00U | ((magnitude >> 13) & 0x3FFU));
    if (magnitude >= 0x477FF000U) return static_cast<uint16_t>(sign | 0x7C00U);
    if (magnitude < 0x38800000U) {
        // Subnormal result: adding 0.5 aligns the mantissa so that the FPU itself rounds to steps of 2^-24.
        const float aligned = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<uint16_t>(sign | (std::bit_cast<uint32_t>(aligned) - 0x3F000000U));
    }
    const uint32_t rounded = magnitude + 0xFFFU + ((magnitude >> 13) & 1U);
    return static_cast<uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

/// bfloat16 to float32; exact.
inline float bfloatToFloat(uint16_t value) noexcept {
    return std::bit_cast<float>(static_cast<uint32_t>(value) << 16);
}

/// Little-endian loads from any address.
inline uint8_t loadByte(const std::byte* at) noexcept {
    return std::to_integer<uint8_t>(*at);
}
inline uint16_t loadU16(const std::byte* at) noexcept {
    uint16_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
inline uint32_t loadU32(const std::byte* at) noexcept {
    uint32_t value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
inline float loadHalf(const std::byte* at) noexcept {
    return halfToFloat(loadU16(at));
}

}  // namespace hearth
