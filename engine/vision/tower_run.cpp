#include "vision/tower_run.h"

#include <algorithm>

namespace hearth {

/// Adds a patch to the last sequence of a batch, or to a new one.
void TowerRun::addRow(Batch& batch, int32_t row, int32_t column, bool beginsSequence) {
    const bool begins = beginsSequence || batch.rows.empty();
    if (begins) batch.sequences.emplace_back();
    BatchRow added;
    added.sequence = static_cast<uint32_t>(batch.sequences.size() - 1);
    added.slot = begins ? 0 : batch.rows.back().slot + 1;
    added.offset = {.height = row - added.slot, .width = column - added.slot};
    batch.rows.push_back(added);
}

void TowerRun::addPatch(size_t patch, uint32_t row, uint32_t column, bool beginsWindow) {
    addRow(m_tileBatch, static_cast<int32_t>(row), static_cast<int32_t>(column), m_beginsTile);
    addRow(m_windowBatch, static_cast<int32_t>(row), static_cast<int32_t>(column), beginsWindow);
    m_patches.push_back(patch);
    m_beginsTile = false;
}

void TowerRun::add(PatchGrid tile) {
    m_beginsTile = true;
    if (m_config.hasClass) addPatch(classRow, 0, 0, true);
    // In blocks of patches that are merged, as picturePatches() has them.
    const uint32_t blockRows = tile.rows / m_mergeSize, blockColumns = tile.columns / m_mergeSize;
    const uint32_t window = m_windowBlocks != 0 ? m_windowBlocks : std::max(blockRows, blockColumns);
    const uint32_t together = m_mergeSize * m_mergeSize;
    for (uint32_t top = 0; top < blockRows; top += window) {
        for (uint32_t left = 0; left < blockColumns; left += window) {
            bool begins = m_windowBlocks != 0 || m_beginsTile;
            for (uint32_t y = top; y < std::min(top + window, blockRows); ++y) {
                for (uint32_t x = left; x < std::min(left + window, blockColumns); ++x) {
                    for (uint32_t i = 0; i < together; ++i) {
                        const size_t patch = (size_t{y} * blockColumns + x) * together + i;
                        addPatch(m_nextPatch + patch, y * m_mergeSize + i / m_mergeSize,
                                 x * m_mergeSize + i % m_mergeSize, begins);
                        begins = false;
                    }
                }
            }
        }
    }
    m_nextPatch += tile.patches();
    m_grids.push_back(tile);
}

/// Gives each sequence blocks of its own; returns how many there are.
int32_t TowerRun::numberBlocks(Batch& batch) {
    int32_t next = 0;
    std::vector<uint32_t> counts(batch.sequences.size());
    for (const BatchRow& row : batch.rows) ++counts[row.sequence];
    for (size_t i = 0; i < counts.size(); ++i) {
        std::vector<int32_t> blocks((counts[i] + PagedKvCache::blockPositions - 1) /
                                    PagedKvCache::blockPositions);
        for (int32_t& block : blocks) block = next++;
        batch.sequences[i].blockTables = {std::move(blocks)};
    }
    return next;
}

void TowerRun::allocate(Backend& backend, KvType keyType) {
    const int32_t tileBlocks = numberBlocks(m_tileBatch);
    const int32_t windowBlocks = m_windowBlocks != 0 ? numberBlocks(m_windowBatch) : 0;
    const uint32_t headDim = m_config.headDim();
    const KvLayerShape shape{.kvHeads = m_config.heads, .keyDim = headDim, .valueDim = headDim};
    keys =
        backend.makePagedKvCache({shape}, keyType, static_cast<uint32_t>(std::max(tileBlocks, windowBlocks)));
    keys->commitAll();
    hidden = backend.allocate(rows(), m_config.width);
    branch = backend.allocate(rows(), m_config.width);
    projected = backend.allocate(rows(), uint64_t{3} * m_config.width);
    inner = backend.allocate(rows(), m_config.feedForward);
    if (!m_config.limitsValues) return;
    gate = backend.allocate(rows(), m_config.feedForward);
    limited = backend.allocate(rows(), std::max(m_config.width, m_config.feedForward));
}

}  // namespace hearth
