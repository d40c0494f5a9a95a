#pragma once

#include <cstddef>
#include <cstdint>

#include "hearth/block_type.h"

namespace hearth::cuda {

/// Elements of the largest block of a file.
constexpr size_t mostBlockElements = 256;

/// True if readCodes() supports a type.
bool hasPlainCodes(BlockType type) noexcept;

/// Writes the number that one block of a file holds for each of its elements (layouts: engine/quant), in the
/// order of the elements. This is the value that FormatTraits calls q, for Q8_0 as the bits of an int8. For
/// codebook types it is the index in codebookOf(), of two equal values the first. For types that
/// hasPlainCodes().
void readCodes(BlockType type, const std::byte* block, uint8_t* codes) noexcept;

}  // namespace hearth::cuda
