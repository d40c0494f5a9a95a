#pragma once

#include <cmath>
#include <cstdint>

#include "quant/half_float.h"

/// Floats of 8 bits (Micikevicius et al. 2022): E4M3 has no infinity, and its largest code is no number; E5M2
/// is the upper half of a binary16.
namespace hearth {

/// 2^-8 times the number of a code of E4M3 as binary16, exactly; of its NaN 2^-8 times 480.
inline uint16_t halfOfE4m3(uint8_t code) noexcept {
    return static_cast<uint16_t>((code & 0x80U) << 8U | (code & 0x7FU) << 7U);
}
inline float floatOfE4m3(uint8_t code) noexcept {
    return (code & 0x7FU) == 0x7FU ? NAN : 0x1p8F * halfToFloat(halfOfE4m3(code));
}
inline float floatOfE5m2(uint8_t code) noexcept {
    return halfToFloat(static_cast<uint16_t>(code << 8U));
}

}  // namespace hearth
