#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "hearth/block_type.h"

namespace hearth {

/// Random bits for the blocks of a type, with scales of a sane size: every code and every scale field of the
/// type occurs. `elements` is a multiple of the type's block.
std::vector<std::byte> randomBlocks(BlockType type, size_t elements, std::mt19937& random);

/// The types that model files store matrices in.
const std::vector<BlockType>& matrixTypes();

}  // namespace hearth
