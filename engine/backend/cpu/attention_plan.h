#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"

namespace hearth::cpu {

/// Cosines and sines of every row of the batch, made once and used by every layer that rotates alike.
struct RopeTable {
    const Weight* frequencies = nullptr;
    float magnitude = 1.0F;
    RopePairing pairing = RopePairing::None;
    std::vector<float> cosines, sines;  ///< (rows, dims)
};

/// Rows [firstRow, firstRow + rows) of one sequence, the heads of one key-value head, blocks [firstBlock,
/// endBlock).
struct AttentionTask {
    uint32_t sequence = 0;
    uint32_t firstRow = 0, rows = 0;
    bool many = false;  ///< the sequence has many rows in this batch, however few are in this task
    uint32_t kvHead = 0;
    uint32_t firstBlock = 0, endBlock = 0;
    uint32_t splits =
        1;  ///< how many tasks in a row share the rows, this one the first of them; 0: not the first
    size_t splitFloats = 0;  ///< where its part of the sums begins in the memory for them
};

}  // namespace hearth::cpu
