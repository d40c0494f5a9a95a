// Matrix products for many rows with 16-bit weights on the tensor cores, see linear_tile.h. Weights and
// activations, which were split into two f16 each before, come through shared memory, a k-block a stage. The
// sums have the order of linear_vector.cu, so both kernels give the same bits.
#include "backend/cuda/half_blocks.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/linear_tile.h"

namespace hearth::cuda {
namespace {

constexpr int stripItems = stripRows * blockColumns / 8;  ///< 16 bytes each, of one k-block
constexpr int columnItems = halfBlock / 8;
constexpr int weightItems = tileStrips * stripItems;

constexpr int stageBytes(int columns) {
    return (weightItems + columns * columnItems) * 16;
}
constexpr int stagesOf(int columns) {
    return std::clamp((columns == mostTileColumns ? 98 : 60) * 1024 / stageBytes(columns), 2, 4);
}

/// Where items lie in shared memory, so that the 8 lanes that read together use all banks: those of a strip
/// by (8 columns t, row), those of a batch row by (head or rest, t).
HEARTH_DEVICE int stripPlace(int t, int row) {
    return t * stripRows + (row ^ (2 * t));
}
HEARTH_DEVICE int columnPlace(int column, int item) {
    return column * columnItems + (item ^ (column % 2 * 4));
}

/// Normalises and splits one row a block of threads.
HEARTH_KERNEL(256) splitRows(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED(float[rowWarps], scratch);
    letNextLaunchBegin();
    waitForLaunchBefore();
    const int row = static_cast<int>(blockX());
    const int kBlocks = view.parts[0].weight.kBlocks;
    const float* in = inputOf(view, row);
    const int columns = in ? view.in.columns : 0;
    const NormScale by = measureRow(in, columns, view.norm, scratch);
    const float scale = splitRow(in, columns, kBlocks, view.norm, by, scratch,
                                 view.halves + static_cast<int64_t>(row) * kBlocks * halfBlock);
    if (threadX() == 0) view.halfScale[row] = scale;
}

/// Starts the copies of one k-block: each warp its strip's, all of them the activations. Strips and rows
/// behind the last become zeros.
template <int Columns>
HEARTH_DEVICE void copyStage(const LinearView& view, const TilePlace& at, int kBlock, std::byte* to) {
    constexpr TileShape shape{Columns};
    constexpr int threads = shape.threads();
    const WeightView& weight = view.parts[at.part].weight;
    const std::byte* items = weight.low + weight.expertLow * static_cast<uint64_t>(at.expert) +
                             (static_cast<int64_t>(at.strip) * weight.kBlocks + kBlock) * stripItems * 16;
    std::byte* strip = to + warpId() % tileStrips * stripItems * 16;
    HEARTH_UNROLL for (int i = at.side; i < blockColumns / 8; i += shape.sides()) {
        copyAsync16(strip + stripPlace(i, laneId()) * 16, items + (i * stripRows + laneId()) * 16, at.active);
    }
    to += weightItems * 16;
    const int item = static_cast<int>(threadX()) % columnItems,
              first = static_cast<int>(threadX()) / columnItems;
    const int64_t rowHalves = static_cast<int64_t>(weight.kBlocks) * halfBlock;
    const uint16_t* from = view.halves + (at.firstColumn + first) * rowHalves + kBlock * halfBlock + item * 8;
    HEARTH_UNROLL for (int column = 0; column < Columns; column += threads / columnItems) {
        copyAsync16(to + columnPlace(first + column, item) * 16, from + column * rowHalves,
                    at.firstColumn + first + column < at.endColumn);
    }
    copyAsyncCommit();
}

template <int Columns>
HEARTH_KERNEL(TileShape{Columns}.threads())
halfTile(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    constexpr TileShape shape{Columns};
    constexpr int N = shape.groups(), stages = stagesOf(Columns), bytes = stageBytes(Columns);
    static_assert(stages * bytes >= Columns * resultRow * static_cast<int>(sizeof(float)));
    letNextLaunchBegin();
    waitForLaunchBefore();
    const TilePlace at = tilePlace(view);
    if (at.firstColumn == at.endColumn) return;
    const TileRange range = tileRange(view);
    const int g = laneId() / 4, t = laneId() % 4;

    TileSums<N> sums = {}, total = {};
    HEARTH_UNROLL for (int s = 0; s < stages - 1; ++s) {
        if (range.first + s < range.last) {
            copyStage<Columns>(view, at, range.first + s, memory + s * bytes);
        } else {
            copyAsyncCommit();
        }
    }
    int slot = 0, inRun = 0;
    HEARTH_NO_UNROLL for (int kBlock = range.first; kBlock < range.last; ++kBlock) {
        copyAsyncWait<stages - 2>();
        blockBarrier();  // everybody's copies have landed, and nobody reads the stage overwritten next
        if (kBlock + stages - 1 < range.last) {
            const int next = slot == 0 ? stages - 1 : slot - 1;
            copyStage<Columns>(view, at, kBlock + stages - 1, memory + next * bytes);
        } else {
            copyAsyncCommit();
        }
        const std::byte* stage = memory + slot * bytes;
        slot = slot == stages - 1 ? 0 : slot + 1;
        if (!at.active) continue;
        const std::byte* strip = stage + warpId() % tileStrips * stripItems * 16;
        HalfRows rows[2];
        HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
            rows[m] = halfRows(loadVector<Words4>(strip + stripPlace(t, 16 * m + g) * 16),
                               loadVector<Words4>(strip + stripPlace(t, 16 * m + 8 + g) * 16));
        }
        const std::byte* items = stage + weightItems * 16;
        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
            const int column = at.side * shape.warpColumns + 8 * n + g;
            const HalfColumns columns =
                halfColumns(loadVector<Words4>(items + columnPlace(column, t) * 16),
                            loadVector<Words4>(items + columnPlace(column, 4 + t) * 16));
            HEARTH_UNROLL for (int m = 0; m < 2; ++m) addHalfBlock(sums[m][n], rows[m], columns);
        }
        if (++inRun == range.length) {
            endRun<N>(view, range, kBlock, sums, total);
            inRun = 0;
        }
    }
    copyAsyncWait<0>();
    if (at.active && inRun > 0) endRun<N>(view, range, range.last - 1, sums, total);
    if (!gatherRuns<N>(view, at, range.length, total)) return;
    const WeightView& weight = view.parts[at.part].weight;
    HEARTH_UNROLL for (int i = 0; i < 8 * N; ++i) {
        const int row = at.strip * stripRows + i / (4 * N) * 16 + i % 4 / 2 * 8 + g;
        const int column = at.firstColumn + at.side * shape.warpColumns + i / 4 % N * 8 + 2 * t + i % 2;
        if (row >= weight.rows || column >= at.endColumn) continue;
        float& sum = total[i / (4 * N)][i / 4 % N][i % 4];
        sum = scaleHalf(sum, weight, at.expert, row, view.halfScale[column]);
    }
    storeTiles<shape>(view, at, total, memory);
}

template <int Columns>
void launchTile(const LinearView& view, StreamHandle stream) {
    launchEarly("halfTile", halfTile<Columns>, tileGrid(view),
                static_cast<unsigned>(TileShape{Columns}.threads()),
                static_cast<size_t>(stagesOf(Columns)) * stageBytes(Columns), stream, view);
}

}  // namespace

int widestHalfTile(const LinearView& view) {
    int most = mostTileColumns;
    constexpr uint64_t reserve = 1024;  // what the kernel has besides
    while (most > 16 && static_cast<uint64_t>(stagesOf(most)) * stageBytes(most) + reserve > view.sharedLimit)
        most /= 2;
    return most;
}

TilePlan planHalfTile(const LinearView& view) {
    return planTiles(view, widestHalfTile(view));
}

void launchHalfTile(const LinearView& view, StreamHandle stream) {
    launchEarly("splitRows", splitRows, {static_cast<unsigned>(view.rows)}, 256, 0, stream, view);
    switch (view.plan.columns) {
        case 16:
            return launchTile<16>(view, stream);
        case 32:
            return launchTile<32>(view, stream);
        case 64:
            return launchTile<64>(view, stream);
        default:
            return launchTile<mostTileColumns>(view, stream);
    }
}

}  // namespace hearth::cuda
