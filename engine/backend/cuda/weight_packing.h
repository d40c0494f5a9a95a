#pragma once

#include <cstddef>
#include <span>

#include "backend/cuda/weight_layout.h"

namespace hearth::cuda {

/// The planes of some row panels of one matrix, in host memory. Planes that a format does not have may be
/// null.
struct PackedRowPanels {
    std::byte *low = nullptr, *high = nullptr, *scale = nullptr, *super = nullptr;
};

/// Repacks whole row panels: `rows` holds the file's bytes of consecutive rows from the start of a row panel
/// (fewer than 32 in the last row panel: the others become zeros). No information is lost: codes, scales and
/// minima are the file's own (BF16: see weight_format.h). Codes whose step is zero or no number say nothing,
/// and become that of zero. On one thread; row panels do not depend on each other.
void packRowPanels(const WeightLayout& layout, std::span<const std::byte> rows, const PackedRowPanels& out);

}  // namespace hearth::cuda
