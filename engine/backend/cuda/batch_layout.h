#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// Layout of one array of ints with everything that kernels know of a batch, so that one copy brings it to
/// the device: slots, sequences, tokens, rows that want logits, block tables, all rows, rows that attend one
/// by one, rows that attend in tiles, states, residual blocks, states that are kept, positions, units. Refers
/// to the batch, which must outlive it.
class BatchLayout {
public:
    explicit BatchLayout(const Batch& batch);

    /// The size of the array.
    size_t ints() const noexcept { return m_positions + 5 * m_batch.rows.size(); }
    /// Writes all of it.
    void fill(int* host) const;
    /// The view that kernels get, for an array at `device`.
    BatchView view(const int* device) const noexcept;
    /// The same with all rows attending one by one.
    BatchView decodeOnly(const int* device) const noexcept;
    /// Rows of the longest unit; 0: rows see nothing that follows them.
    int unitRows() const noexcept { return m_unitRows; }
    /// Parts that the slots of a row are cut into; rounded up, so that steps of a growing sequence stay
    /// alike.
    int splits() const noexcept { return m_splits; }
    /// Blocks of sequences that have rows in several of them.
    size_t blocksBeside() const noexcept;

private:
    void listRows();
    std::pair<int, int> blocksOf(size_t sequence) const noexcept;

    const Batch& m_batch;
    size_t m_groups = 0, m_blocks = 0, m_logitRows = 0;
    int m_splits = 1, m_unitRows = 0;
    /// Which rows attend one by one and which in tiles (first row, number of rows): by how many rows their
    /// own sequence has in the batch.
    std::vector<int> m_decode, m_tiles;
    size_t m_everyRow = 0, m_states = 0, m_keptStates = 0, m_positions = 0;  ///< offsets of their beginnings
};

}  // namespace hearth::cuda
