#include "backend/cuda/batch_layout.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace hearth::cuda {

BatchLayout::BatchLayout(const Batch& batch) : m_batch(batch) {
    int lastSlot = 0;
    for (const BatchSequence& sequence : batch.sequences) {
        m_groups = std::max(m_groups, sequence.blockTables.size());
        for (const auto& table : sequence.blockTables) m_blocks = std::max(m_blocks, table.size());
    }
    for (const BatchRow& row : batch.rows) {
        m_logitRows += row.wantLogits ? 1 : 0;
        lastSlot = std::max(lastSlot, row.slot);
        const uint32_t beside = row.unitBefore + row.unitBehind;
        if (beside != 0) m_unitRows = std::max(m_unitRows, static_cast<int>(beside) + 1);
    }
    // Rounded up for the same reason as the splits.
    m_blocks = std::bit_ceil(std::max<size_t>(m_blocks, 8));
    m_splits = static_cast<int>(std::bit_ceil(static_cast<unsigned>(lastSlot / splitPositions + 1)));
    listRows();
    m_everyRow = 4 * batch.rows.size() + m_groups * batch.sequences.size() * m_blocks;
    m_states = m_everyRow + batch.rows.size() + m_decode.size() + m_tiles.size();
    m_keptStates = m_states + 6 * batch.sequences.size();
    m_positions = m_keptStates + batch.rows.size();
}

void BatchLayout::listRows() {
    const std::vector<BatchRow>& rows = m_batch.rows;
    for (size_t first = 0, last = 0; first < rows.size(); first = last) {
        while (last < rows.size() && rows[last].sequence == rows[first].sequence) ++last;
        for (size_t i = first; i < last; ++i) {
            if (last - first <= decodeRowsOfSequence) {
                m_decode.push_back(static_cast<int>(i));
            } else if ((i - first) % prefillTileRows == 0) {
                m_tiles.push_back(static_cast<int>(i));
                m_tiles.push_back(static_cast<int>(std::min<size_t>(prefillTileRows, last - i)));
            }
        }
    }
}

void BatchLayout::fill(int* host) const {
    const size_t rows = m_batch.rows.size(), sequences = m_batch.sequences.size();
    std::fill_n(host, ints(), -1);
    int* logit = host + 3 * rows;
    int* position = host + m_positions;
    for (size_t i = 0; i < rows; ++i) {
        const BatchRow& row = m_batch.rows[i];
        const RowPositions at = row.positions();
        host[i] = row.slot;
        host[rows + i] = static_cast<int>(row.sequence);
        host[2 * rows + i] = row.token;
        host[m_keptStates + i] = row.keptState;
        position[i] = at.time;
        position[rows + i] = at.height;
        position[2 * rows + i] = at.width;
        position[3 * rows + i] = row.slot - static_cast<int>(row.unitBefore);
        position[4 * rows + i] = row.slot + static_cast<int>(row.unitBehind);
        if (row.wantLogits) *logit++ = static_cast<int>(i);
    }
    for (size_t s = 0; s < sequences; ++s) {
        for (size_t g = 0; g < m_batch.sequences[s].blockTables.size(); ++g) {
            const auto& table = m_batch.sequences[s].blockTables[g];
            std::copy(table.begin(), table.end(), host + 4 * rows + (g * sequences + s) * m_blocks);
        }
    }
    int* everyRow = host + m_everyRow;
    std::iota(everyRow, everyRow + rows, 0);
    std::copy(m_tiles.begin(), m_tiles.end(), std::copy(m_decode.begin(), m_decode.end(), everyRow + rows));
    int* states = host + m_states;
    for (size_t s = 0; s < sequences; ++s) {
        states[3 * s] = m_batch.sequences[s].stateSlot;
        states[3 * s + 2] = 0;
    }
    for (size_t i = 0; i < rows; ++i) {
        int* state = states + 3 * m_batch.rows[i].sequence;
        if (state[2]++ == 0) state[1] = static_cast<int>(i);
    }
    int* open = states + 3 * sequences;
    int beside = 0;
    for (size_t s = 0; s < sequences; ++s, open += 3) {
        open[0] = m_batch.sequences[s].residualBlock;
        if (states[3 * s + 2] == 0) continue;
        const auto [first, last] = blocksOf(s);
        open[1] = first;
        if (first == last) continue;
        open[2] = beside;
        beside += last - first + 1;
    }
}

/// The first and the last block that rows of a sequence lie in; the second is less where it has none.
std::pair<int, int> BatchLayout::blocksOf(size_t sequence) const noexcept {
    std::pair<int, int> blocks{0, -1};
    for (const BatchRow& row : m_batch.rows) {
        if (row.sequence != sequence) continue;
        const int block = row.slot / kvBlockPositions;
        if (blocks.second < 0) blocks.first = block;
        blocks.second = block;
    }
    return blocks;
}

size_t BatchLayout::blocksBeside() const noexcept {
    size_t blocks = 0;
    for (size_t s = 0; s < m_batch.sequences.size(); ++s) {
        const auto [first, last] = blocksOf(s);
        if (last > first) blocks += static_cast<size_t>(last - first + 1);
    }
    return blocks;
}

BatchView BatchLayout::view(const int* device) const noexcept {
    const size_t rows = m_batch.rows.size();
    BatchView view;
    view.slot = device;
    view.sequence = device + rows;
    view.token = device + 2 * rows;
    view.logitRow = device + 3 * rows;
    view.table = device + 4 * rows;
    view.decodeRow = device + m_everyRow + rows;
    view.tileRow = view.decodeRow + m_decode.size();
    view.stateOf = device + m_states;
    view.openOf = view.stateOf + 3 * m_batch.sequences.size();
    view.keptState = device + m_keptStates;
    view.position = device + m_positions;
    view.unit = view.position + 3 * rows;
    view.rows = static_cast<int>(rows);
    view.logitRows = static_cast<int>(m_logitRows);
    view.sequences = static_cast<int>(m_batch.sequences.size());
    view.tableBlocks = static_cast<int>(m_blocks);
    view.decodeRows = static_cast<int>(m_decode.size());
    view.tiles = static_cast<int>(m_tiles.size() / 2);
    return view;
}

BatchView BatchLayout::decodeOnly(const int* device) const noexcept {
    BatchView result = view(device);
    result.decodeRow = device + m_everyRow;
    result.decodeRows = result.rows;
    return result;
}

}  // namespace hearth::cuda
