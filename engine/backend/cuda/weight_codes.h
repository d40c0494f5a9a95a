#pragma once

#include <cstddef>
#include <cstdint>

#include "hearth/block_type.h"

namespace hearth::cuda {

/// Elements of the largest block of a file.
constexpr size_t mostBlockElements = 256;

/// Whether readCodes() knows a type.
bool hasPlainCodes(BlockType type) noexcept;

/// Writes the number that one block of a file holds for each of its elements (layouts: engine/quant), in the
/// order of the elements: what FormatTraits calls q, for Q8_0 as the bits of an int8, for codebook types the
/// place in codebookOf(), of two places with the same value the first. For types that hasPlainCodes().
void readCodes(BlockType type, const std::byte* block, uint8_t* codes) noexcept;

}  // namespace hearth::cuda
