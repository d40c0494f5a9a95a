#pragma once

#include <cstdint>

#include "backend/backend.h"

namespace hearth {

/// Bytes of one block of a layer's cache, as the type stores it.
uint64_t kvBlockBytes(const KvLayerShape& layer, KvTypes types);
/// Bytes of the keys of one block that is not full, in float16; 0 for types that keep none.
uint64_t kvResidualBlockBytes(const KvLayerShape& layer, KvTypes types);
/// Bytes of a layer's cache of so many blocks, with the open ones.
uint64_t kvLayerBytes(const KvLayerShape& layer, KvTypes types, const GroupBlocks& blocks);
/// The most blocks that one sequence holds at a time in layers with a window, with so many rows in a step.
uint32_t windowBlocks(uint32_t window, uint32_t rows) noexcept;

}  // namespace hearth
