#pragma once

#include <array>

namespace hearth::quant {

/// The values of IQ4_NL and IQ4_XS by their indices.
inline constexpr std::array<float, 16> nonLinearValues{-127, -104, -83, -65, -49, -35, -22, -10,
                                                       1,    13,   25,  38,  53,  69,  89,  113};

}  // namespace hearth::quant
