#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cuda/weight_format.h"
#include "hearth/block_type.h"

namespace hearth::cuda {

/// Positions of the planes of a weight in its one allocation. Offsets are multiples of 256 bytes.
struct WeightLayout {
    BlockType type = BlockType::F32;  ///< in the file
    WeightFormat format = WeightFormat::F32;
    uint64_t columns = 0, rows = 0, experts = 1;
    uint64_t kBlocks = 0, rowPanels = 0;
    struct Plane {
        uint64_t offset = 0, expertBytes = 0, rowPanelBytes = 0;
    };
    Plane low, high, scale, super;
    uint64_t sizeBytes = 0;

    /// The layout for a matrix; vectors (one row) and types without a format of their own become F32.
    static WeightLayout of(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts);
    /// The view that kernels get, for planes that start at `base`.
    WeightView view(const std::byte* base) const;
};

/// The sixteen values that a codebook type's numbers stand for.
std::array<int8_t, 16> codebookOf(BlockType type) noexcept;

}  // namespace hearth::cuda
