#pragma once

#include <cstddef>
#include <cstdint>

#include "hearth/block_type.h"

namespace hearth::cuda {

/// The scales of one block of a file, as bits for the scale planes and as numbers.
/// Element value = step[i / 16] * code - least[i / 16].
struct FileBlockScales {
    uint32_t super = 0;      ///< word of the super plane
    uint32_t items[8] = {};  ///< item of the scale plane for each 32 elements
    float step[16] = {}, least[16] = {};
};

/// Reads the scales of one block of a type that has a format of its own (layouts: engine/quant).
FileBlockScales readScales(BlockType type, const std::byte* block);

}  // namespace hearth::cuda
