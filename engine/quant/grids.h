#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hearth::quant {

/// A codebook: the patterns that a type allows for Width neighbouring elements, in the order of their
/// numbers.
template <size_t Size, size_t Width>
using Grid = std::array<std::array<int8_t, Width>, Size>;

/// Eight elements of {-1, 0, 1}; shared by IQ1_S and IQ1_M.
extern const Grid<2048, 8> gridIq1;
/// Eight magnitudes of {8, 25, 43}.
extern const Grid<256, 8> gridIq2Xxs;
extern const Grid<512, 8> gridIq2Xs;
extern const Grid<1024, 8> gridIq2S;
/// Four magnitudes of {4, 12, ..., 52, 62}.
extern const Grid<256, 4> gridIq3Xxs;
/// Four magnitudes of {1, 3, ..., 15}.
extern const Grid<512, 4> gridIq3S;

}  // namespace hearth::quant
