#pragma once

#include <cstdint>
#include <cstring>

/// 16-bit floats in software, rounding to nearest even as the device does (IEEE 754-2019, 4.3.1).
namespace hearth::emulator {

inline float floatFromBits(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}
inline uint32_t bitsFromFloat(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

inline float halfToFloat(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16U;
    const uint32_t exponent = (half >> 10U) & 31U;
    const uint32_t fraction = half & 0x3ffU;
    if (exponent == 31) return floatFromBits(sign | 0x7f800000U | fraction << 13U);
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return sign ? -magnitude : magnitude;
    }
    return floatFromBits(sign | (exponent + 112U) << 23U | fraction << 13U);
}

inline uint16_t floatToHalf(float value) {
    const uint32_t bits = bitsFromFloat(value);
    const auto sign = static_cast<uint16_t>((bits >> 16U) & 0x8000U);
    const uint32_t magnitude = bits & 0x7fffffffU;
    if (magnitude > 0x7f800000U) return static_cast<uint16_t>(sign | 0x7fffU);
    if (magnitude >= 0x477ff000U) return static_cast<uint16_t>(sign | 0x7c00U);  // rounds to 65536 or more
    if (magnitude < 0x38800000U) {
        // Subnormal: adding 0.5 in a scale where the last half bit is the float's last bit rounds for us.
        const float shifted = floatFromBits(magnitude) + 0.5F;
        return static_cast<uint16_t>(sign | (bitsFromFloat(shifted) - 0x3f000000U));
    }
    const uint32_t rounded = magnitude + 0xfffU + ((magnitude >> 13U) & 1U);
    return static_cast<uint16_t>(sign | ((rounded - 0x38000000U) >> 13U));
}

inline float bf16ToFloat(uint16_t value) {
    return floatFromBits(static_cast<uint32_t>(value) << 16U);
}
inline uint16_t floatToBf16(float value) {
    const uint32_t bits = bitsFromFloat(value);
    if ((bits & 0x7fffffffU) > 0x7f800000U) return 0x7fffU;
    return static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
}

}  // namespace hearth::emulator
