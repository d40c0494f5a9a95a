#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backend/backend.h"
#include "vision/picture_layout.h"
#include "vision/tower_config.h"

namespace hearth {

/// Tiles of a picture that run through a tower together: which rows they are, and the memory of a backend
/// that the run takes. Rows are the patches in an order of blocks that keeps those of a window together, each
/// tile with the row of its class in front where the family has one.
class TowerRun {
public:
    /// `firstPatch`: of the first tile, in the picture.
    TowerRun(const TowerConfig& config, uint32_t mergeSize, uint32_t windowBlocks, size_t firstPatch)
        : m_config(config), m_mergeSize(mergeSize), m_windowBlocks(windowBlocks), m_nextPatch(firstPatch) {}

    void add(PatchGrid tile);
    /// After the last tile. Throws Error(OutOfMemory | Device).
    void allocate(Backend& backend, KvType keyType);

    uint64_t rows() const noexcept { return m_patches.size(); }
    size_t tiles() const noexcept { return m_grids.size(); }
    const std::vector<PatchGrid>& grids() const noexcept { return m_grids; }
    /// Each row's patch, counted in the picture; classRow: none.
    static constexpr size_t classRow = SIZE_MAX;
    const std::vector<size_t>& patches() const noexcept { return m_patches; }

    /// Sequences whose rows see each other: tiles, or windows of tiles. The height and the width of a row's
    /// positions are the row and the column of its patch in its tile.
    const Batch& tileBatch() const noexcept { return m_tileBatch; }
    const Batch& windowBatch() const noexcept { return m_windowBatch; }

    std::unique_ptr<PagedKvCache> keys;      ///< one layer, for all layers in turn
    std::unique_ptr<Buffer> hidden, branch;  ///< (rows, width)
    std::unique_ptr<Buffer> projected;       ///< (rows, 3 width): queries, keys, values
    std::unique_ptr<Buffer> inner;           ///< (rows, feedForward)
    // Of towers that limit values alone.
    std::unique_ptr<Buffer> gate;     ///< (rows, feedForward)
    std::unique_ptr<Buffer> limited;  ///< (rows, width or feedForward): what a matrix reads

private:
    void addPatch(size_t patch, uint32_t row, uint32_t column, bool beginsWindow);
    static void addRow(Batch& batch, int32_t row, int32_t column, bool beginsSequence);
    static int32_t numberBlocks(Batch& batch);

    const TowerConfig& m_config;
    uint32_t m_mergeSize, m_windowBlocks;
    size_t m_nextPatch;
    std::vector<PatchGrid> m_grids;
    std::vector<size_t> m_patches;
    Batch m_tileBatch, m_windowBatch;
    bool m_beginsTile = false;
};

}  // namespace hearth
