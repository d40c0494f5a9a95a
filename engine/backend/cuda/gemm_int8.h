#pragma once

#include <algorithm>

#include "backend/cuda/row_operations.h"

/// Common parts of the products of many rows. A block of threads computes 128 weight rows (4 row panels, one
/// a warp) for 16 to 128 batch rows, a warp 64 of them at most. With gate and up, two of the row panels are
/// gate's and two are up's. If that makes too few blocks for the GPU, several share a tile, each with some of
/// the runs of columns (columnRuns), and the last to arrive adds all runs in their order.
namespace hearth::cuda {

constexpr int tileRowPanels = 4;
constexpr int mostTileColumns = 128;
constexpr size_t mostPartialBytes = 32U << 20U;  ///< for sums that blocks leave for each other

/// The batch rows of a tile, how many of them a warp has at most (fewer where it needs registers for other
/// things than sums), and how many side by side are a lane's.
struct TileShape {
    int columns;
    int warpColumns = 64;
    int laneColumns = 2;

    /// The first of the two of a warp's columns that lane 4g + t has in group n.
    constexpr int column(int n, int t) const {
        return 2 * n / laneColumns * 4 * laneColumns + t * laneColumns + 2 * n % laneColumns;
    }
    /// Floats from one batch row's results to the next in shared memory, chosen so that those of a warp are
    /// in different banks.
    constexpr int resultRow() const { return rowPanelRows * tileRowPanels + 8 / laneColumns; }
    constexpr int groups() const { return std::min(columns, warpColumns) / 8; }  ///< of 8 columns, of a warp
    constexpr int sides() const {
        return std::max(columns / warpColumns, 1);
    }  ///< warps that share a row panel
    constexpr int threads() const { return warpSize32 * tileRowPanels * sides(); }
};

constexpr int tilesOf(int rows, bool gated) {
    const int tileRows = rowPanelRows * tileRowPanels / (gated ? 2 : 1);
    return (rows + tileRows - 1) / tileRows;
}
inline int tilesOf(const LinearView& view) {
    int all = 0;
    for (int p = 0; p < (view.gated ? 1 : view.partCount); ++p)
        all += tilesOf(view.parts[p].weight.rows, view.gated);
    return all;
}

/// Divides a product for the GPU; `most`: columns of the widest tile whose stages fit in its shared memory.
inline TilePlan planTiles(const LinearView& view, int most) {
    TilePlan plan;
    plan.columns = leastTileColumns;
    while (plan.columns < std::min(most, view.rows)) plan.columns *= 2;
    plan.columns = std::min(plan.columns, most);
    const int blocks = tilesOf(view) * ((view.rows + plan.columns - 1) / plan.columns);
    // Blocks that fit on a multiprocessor, by their registers.
    const int slots = view.multiprocessors * (plan.columns == 16   ? 4
                                              : plan.columns == 32 ? 3
                                              : plan.columns == 64 ? 2
                                                                   : 1);
    const size_t floats = static_cast<size_t>(blocks) * columnRuns * rowPanelRows * tileRowPanels *
                          static_cast<size_t>(plan.columns);
    if (floats * sizeof(float) > mostPartialBytes) {
        // Writing and reading this many sums would take longer than the products. Narrower tiles leave none,
        // and weights are read once more from the cache: worth a quarter of the time, which is the work of
        // the fullest multiprocessor.
        const auto time = [&](int columns, int many) {
            return (many + view.multiprocessors - 1) / view.multiprocessors * columns;
        };
        if (plan.columns > 64 && 4 * time(plan.columns / 2, 2 * blocks) <= 3 * time(plan.columns, blocks))
            plan.columns /= 2;
        return plan;
    }
    while (plan.splits * 2 <= columnRuns && blocks * plan.splits * 2 <= slots &&
           view.parts[0].weight.kBlocks >= plan.splits * 8)
        plan.splits *= 2;
    if (plan.splits > 1) {
        plan.partialFloats = floats;
        plan.counters = static_cast<size_t>(blocks);
    }
    return plan;
}

/// Blocks of a launch: x the tiles of all parts, y the groups of batch rows, z those that share a tile.
inline Grid tileGrid(const LinearView& view) {
    const int columns = view.plan.columns;
    const int groups = view.order ? view.expertTileCount : (view.rows + columns - 1) / columns;
    return {static_cast<unsigned>(tilesOf(view)), static_cast<unsigned>(groups),
            static_cast<unsigned>(view.plan.splits)};
}

/// The work of a warp: a row panel of a part for some of the tile's batch rows.
struct TilePlace {
    int part, rowPanel;
    int slot;         ///< slot of the expert's weights; below zero: there is nothing to do
    int firstColumn;  ///< the batch row (or place in the order of the experts) where the tile begins
    int endColumn;    ///< after the last that it may have
    int side;         ///< which of the warps that have this row panel
    bool active;      ///< the row panel is not after the last
};

HEARTH_DEVICE TilePlace tilePlace(const LinearView& view) {
    const int inTile = warpId() % tileRowPanels;
    int tile = static_cast<int>(blockX()), part = 0, rowPanel;
    if (view.gated) {
        part = inTile / 2;
        rowPanel = tile * 2 + inTile % 2;
    } else {
        while (tile >= tilesOf(view.parts[part].weight.rows, false))
            tile -= tilesOf(view.parts[part++].weight.rows, false);
        rowPanel = tile * tileRowPanels + inTile;
    }
    const bool active = rowPanel * rowPanelRows < view.parts[part].weight.rows;
    const int side = warpId() / tileRowPanels;
    if (view.order) {
        const ExpertTile& own = view.expertTiles[blockY()];
        const int slot = view.slot ? view.slot[own.expert] : own.expert;
        return {part, rowPanel, slot, own.first, own.first + own.count, side, active};
    }
    return {part, rowPanel, 0, static_cast<int>(blockY()) * view.plan.columns, view.rows, side, active};
}

/// k-blocks of one block of threads: whole runs.
struct TileRange {
    int length;  ///< of a run
    int first, last;
};

HEARTH_DEVICE TileRange tileRange(const LinearView& view) {
    const int kBlocks = view.parts[0].weight.kBlocks, length = runLength(kBlocks);
    const int own = columnRuns / view.plan.splits * length;
    const int first = static_cast<int>(blockZ()) * own, last = first + own;
    return {length, first, last < kBlocks ? last : kBlocks};
}

/// A lane's sums: rows 16m + 8(i/2) + g of its row panel, columns TileShape::column(n, t) + i%2 of its
/// warp's, lane = 4g + t.
template <int N>
using TileSums = float[2][N][4];

/// Address where this lane stores the sums of a run for the block that finishes the tile, and reads them.
template <int N>
HEARTH_DEVICE float* tilePartial(const LinearView& view, int run) {
    const int64_t tile = static_cast<int64_t>(blockY()) * gridX() + blockX();
    return view.partial + ((tile * columnRuns + run) * 2 * N * blockThreads() + threadX()) * 4;
}
template <int N>
HEARTH_DEVICE void storePartial(const LinearView& view, int run, const TileSums<N>& sums) {
    float* to = tilePartial<N>(view, run);
    HEARTH_UNROLL for (int i = 0; i < 2 * N; ++i) {
        const float(&four)[4] = sums[i / N][i % N];
        storeVector(to + i * 4 * static_cast<int>(blockThreads()),
                    Floats4{four[0], four[1], four[2], four[3]});
    }
}
template <int N>
HEARTH_DEVICE void addPartial(const LinearView& view, int run, TileSums<N>& sums) {
    const float* from = tilePartial<N>(view, run);
    HEARTH_UNROLL for (int i = 0; i < 2 * N; ++i) {
        float(&four)[4] = sums[i / N][i % N];
        const auto more = loadVector<Floats4>(from + i * 4 * static_cast<int>(blockThreads()));
        four[0] += more.x;
        four[1] += more.y;
        four[2] += more.z;
        four[3] += more.w;
    }
}

/// After a run's last k-block: adds its sums to those before, or leaves them for the last block to add, and
/// begins the next.
template <int N>
HEARTH_DEVICE void endRun(const LinearView& view, const TileRange& range, int kBlock, TileSums<N>& sums,
                          TileSums<N>& total) {
    if (blockZ() > 0) {
        storePartial<N>(view, kBlock / range.length, sums);
        HEARTH_UNROLL for (int i = 0; i < 8 * N; ++i) sums[i / (4 * N)][i / 4 % N][i % 4] = 0;
    } else {
        HEARTH_UNROLL for (int i = 0; i < 8 * N; ++i) {
            total[i / (4 * N)][i / 4 % N][i % 4] += sums[i / (4 * N)][i / 4 % N][i % 4];
            sums[i / (4 * N)][i / 4 % N][i % 4] = 0;
        }
    }
}

/// Makes `total` the sums of all runs of the tile. False: another block will do that.
template <int N>
HEARTH_DEVICE bool gatherRuns(const LinearView& view, const TilePlace& at, int length, TileSums<N>& total) {
    const auto splits = static_cast<unsigned>(view.plan.splits);
    if (splits == 1) return true;
    if (blockZ() == 0 && at.active) storePartial<N>(view, 0, total);
    HEARTH_SHARED(bool, last);
    blockBarrier();
    if (threadX() == 0) last = ticket(view.arrived + blockY() * gridX() + blockX(), splits) == splits - 1;
    blockBarrier();
    if (!last) return false;
    if (!at.active) return true;
    HEARTH_UNROLL for (int i = 0; i < 8 * N; ++i) total[i / (4 * N)][i / 4 % N][i % 4] = 0;
    addPartial<N>(view, 0, total);
    // Runs after the last k-block have no sums.
    HEARTH_NO_UNROLL for (int run = columnRuns / view.plan.splits;
                          run < columnRuns && run * length < view.parts[0].weight.kBlocks; ++run)
        addPartial<N>(view, run, total);
    return true;
}

/// One result, with all that its part and the operation ask for. `up`: of the second matrix when gated.
HEARTH_DEVICE void storeTile(const LinearView& view, float* to, float value, float bias, float up,
                             float upBias) {
    value += bias;
    value = view.gated ? activateGate(view.activation, value, up + upBias, view.limit)
                       : activate(view.activation, value);
    value *= view.scale;
    if (view.softCap != 0) value = view.softCap * tanh(value / view.softCap);
    *to = view.accumulate ? *to + value : value;
}

/// Which row of the input a batch row, or what is at a place in the order of the experts, is made of; null
/// where a place is empty.
HEARTH_DEVICE const float* inputOf(const LinearView& view, int row) {
    if (!view.order) return view.in.data + (view.rowMap ? view.rowMap[row] : row) * view.in.stride;
    const int item = view.order[row];
    return item < 0 ? nullptr
                    : view.in.data + item / view.units * view.in.stride + item % view.units * view.inUnit;
}
/// Offset of the results of a batch row, or of a place in `order`, in floats.
HEARTH_DEVICE int64_t outOffset(const LinearView& view, int row) {
    if (!view.order) return row * view.out.stride;
    const int item = view.order[row];
    return item / view.units * view.out.stride + item % view.units * view.outUnit;
}

/// Stores the results of a tile, by way of shared memory: so lanes write side by side, those of up meet those
/// of gate, and what is done with a result is in the kernel once. `memory` is that of the stages.
template <TileShape Shape>
HEARTH_DEVICE void storeTiles(const LinearView& view, const TilePlace& at,
                              const TileSums<Shape.groups()>& total, std::byte* memory) {
    constexpr int N = Shape.groups();
    const int g = laneId() / 4, t = laneId() % 4, inTile = warpId() % tileRowPanels;
    auto* results = reinterpret_cast<float*>(memory);
    blockBarrier();  // nobody reads the stages any more
    HEARTH_UNROLL for (int i = 0; i < 8 * N; ++i) {
        const int row = inTile * rowPanelRows + i / (4 * N) * 16 + i % 4 / 2 * 8 + g;
        const int column = at.side * Shape.warpColumns + Shape.column(i / 4 % N, t) + i % 2;
        results[column * Shape.resultRow() + row] = total[i / (4 * N)][i / 4 % N][i % 4];
    }
    blockBarrier();
    // With gate and up the part is the first one for everybody.
    const LinearPartView& part = view.parts[view.gated ? 0 : at.part];
    const int tileRows = rowPanelRows * tileRowPanels / (view.gated ? 2 : 1);
    const int inRow = static_cast<int>(threadX()) % tileRows;
    const int row = (at.rowPanel - (view.gated ? inTile % 2 : inTile)) * rowPanelRows + inRow;
    if (row >= part.weight.rows) return;
    // Read once more: no register has it meanwhile.
    const int expert = view.order ? view.expertTiles[blockY()].expert : 0;
    const auto biasOf = [&](const LinearPartView& of) {
        return of.bias ? of.bias[of.expertBias * expert + row] : 0.0F;
    };
    const float bias = biasOf(part), upBias = view.gated ? biasOf(view.parts[1]) : 0.0F;
    float* out = view.out.data + part.firstColumn + row;
    HEARTH_UNROLL_2 for (int column = static_cast<int>(threadX()) / tileRows; column < Shape.columns;
                         column += Shape.threads() / tileRows) {
        if (at.firstColumn + column >= at.endColumn) break;
        const float* result = results + column * Shape.resultRow() + inRow;
        const float before = view.inputWeight && view.order && view.order[at.firstColumn + column] >= 0
                                 ? view.inputWeight[view.order[at.firstColumn + column]]
                                 : 1.0F;
        const float up = view.gated ? before * result[tileRows] : 0.0F;
        storeTile(view, out + outOffset(view, at.firstColumn + column), before * *result, bias, up, upBias);
    }
}

}  // namespace hearth::cuda
