#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cuda/weight_format.h"
#include "hearth/block_type.h"

namespace hearth::cuda {

/// Where the planes of a weight lie in its one allocation. Offsets are multiples of 256 bytes.
struct WeightLayout {
    BlockType type = BlockType::F32;  ///< in the file
    WeightFormat format = WeightFormat::F32;
    uint64_t columns = 0, rows = 0, experts = 1;
    uint64_t kBlocks = 0, strips = 0;
    struct Plane {
        uint64_t offset = 0, expertBytes = 0, stripBytes = 0;
    };
    Plane low, high, scale, super;
    uint64_t sizeBytes = 0;

    /// The layout for a matrix; vectors (one row) and types without a format of their own become F32.
    static WeightLayout of(BlockType type, uint64_t columns, uint64_t rows, uint64_t experts);
    /// What kernels get, for planes that start at `base`.
    WeightView view(const std::byte* base) const;
};

/// The sixteen values that a codebook type's numbers stand for.
std::array<int8_t, 16> codebookOf(BlockType type) noexcept;

/// The planes of some strips of one matrix, in host memory.
struct PackedStrips {
    std::byte *low = nullptr, *high = nullptr, *scale = nullptr, *super = nullptr;
};

/// Repacks whole strips: `rows` holds the file's bytes of consecutive rows from the start of a strip (fewer
/// than 32 in the last strip: the others become zeros). No information is lost: codes, scales and minima are
/// the file's own (BF16: see weight_format.h).
void packStrips(const WeightLayout& layout, std::span<const std::byte> rows, const PackedStrips& out);

}  // namespace hearth::cuda
