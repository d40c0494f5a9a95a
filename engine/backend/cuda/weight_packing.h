#pragma once

#include <cstddef>
#include <span>

#include "backend/cuda/weight_layout.h"

namespace hearth::cuda {

/// The planes of some strips of one matrix, in host memory. Planes that a format does not have may be null.
struct PackedStrips {
    std::byte *low = nullptr, *high = nullptr, *scale = nullptr, *super = nullptr;
};

/// Repacks whole strips: `rows` holds the file's bytes of consecutive rows from the start of a strip (fewer
/// than 32 in the last strip: the others become zeros). No information is lost: codes, scales and minima are
/// the file's own (BF16: see weight_format.h). Codes whose step is zero or no number say nothing, and become
/// that of zero. On one thread; strips do not depend on each other.
void packStrips(const WeightLayout& layout, std::span<const std::byte> rows, const PackedStrips& out);

}  // namespace hearth::cuda
