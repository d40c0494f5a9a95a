// Matrix products for many rows with 16-bit weights on the tensor cores: the tiles of linear_tile.cu. Weights
// and activations, which were split into two f16 each before, come through shared memory, a k-block a stage,
// three stages deep. The sums have the order of linear_vector.cu, so both kernels give the same bits.
#include "backend/cuda/half_blocks.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/linear_tile.h"

namespace hearth::cuda {
namespace {

constexpr int stages = 3;
constexpr int stripItems = stripRows * blockColumns / 8;  ///< 16 bytes each, of one k-block
constexpr int columnItems = halfBlock / 8;

template <bool Gated>
struct Shape {
    static constexpr int matrices = Gated ? 2 : 1;
    static constexpr int columns = Gated ? tileColumns / 2 : tileColumns;
    static constexpr int groups = columns / 16;  ///< of 8 columns a warp
    static constexpr int weightItems = matrices * tileStrips * stripItems;
    static constexpr int stageBytes = (weightItems + columns * columnItems) * 16;
};

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
    const int row = static_cast<int>(blockX());
    const int kBlocks = view.parts[0].weight.kBlocks;
    const float* in = view.in.data + (view.rowMap ? view.rowMap[row] : row) * view.in.stride;
    const NormScale by = measureRow(in, view.in.columns, view.norm, scratch);
    const float scale = splitRow(in, view.in.columns, kBlocks, view.norm, by, scratch,
                                 view.halves + static_cast<int64_t>(row) * kBlocks * halfBlock);
    if (threadX() == 0) view.halfScale[row] = scale;
}

/// Starts the copies of one k-block. Strips and rows behind the last become zeros.
template <bool Gated>
HEARTH_DEVICE void copyStage(const LinearView& view, int partIndex, int firstStrip, int firstColumn,
                             int kBlock, std::byte* to) {
    using S = Shape<Gated>;
    const int kBlocks = view.parts[partIndex].weight.kBlocks;
    for (int i = static_cast<int>(threadX()); i < S::weightItems; i += rowThreads) {
        const int inTile = i / stripItems, item = i % stripItems;
        const WeightView& weight = view.parts[partIndex + inTile / tileStrips].weight;
        const int strip = firstStrip + inTile % tileStrips;
        const bool valid = strip * stripRows < weight.rows;
        const int64_t from = (static_cast<int64_t>(valid ? strip : 0) * kBlocks + kBlock) * stripItems + item;
        copyAsync16(to + (inTile * stripItems + stripPlace(item / stripRows, item % stripRows)) * 16,
                    weight.low + from * 16, valid);
    }
    to += S::weightItems * 16;
    for (int i = static_cast<int>(threadX()); i < S::columns * columnItems; i += rowThreads) {
        const int column = i / columnItems, item = i % columnItems;
        const bool valid = firstColumn + column < view.rows;
        const int64_t from =
            (static_cast<int64_t>(valid ? firstColumn + column : 0) * kBlocks + kBlock) * halfBlock +
            item * 8;
        copyAsync16(to + columnPlace(column, item) * 16, view.halves + from, valid);
    }
    copyAsyncCommit();
}

/// blockX: tiles of all parts, one after the other; blockY: groups of batch rows.
template <bool Gated>
HEARTH_KERNEL(256)
halfTile(HEARTH_PARAMETER(LinearView) view) {
    using S = Shape<Gated>;
    constexpr int N = S::groups;
    HEARTH_SHARED_DYNAMIC(memory);
    int tile = static_cast<int>(blockX()), partIndex = 0;
    if constexpr (!Gated) {
        while (tile >= tilesOf(view.parts[partIndex].weight.rows))
            tile -= tilesOf(view.parts[partIndex++].weight.rows);
    }
    const LinearPartView& part = view.parts[partIndex];
    const int g = laneId() / 4, t = laneId() % 4;
    const int firstStrip = tile * tileStrips, inTile = warpId() % tileStrips;
    const int firstColumn = static_cast<int>(blockY()) * S::columns;
    const int warpColumn = warpId() / tileStrips * (S::columns / 2);  // within the tile
    const int kBlocks = part.weight.kBlocks;
    const int length = runLength(kBlocks);
    const bool active = (firstStrip + inTile) * stripRows < part.weight.rows;

    float run[S::matrices][2][N][4] = {}, total[S::matrices][2][N][4] = {};
    for (int s = 0; s < stages - 1; ++s) {
        if (s < kBlocks) {
            copyStage<Gated>(view, partIndex, firstStrip, firstColumn, s, memory + s * S::stageBytes);
        } else {
            copyAsyncCommit();
        }
    }
    HEARTH_NO_UNROLL for (int kBlock = 0; kBlock < kBlocks; ++kBlock) {
        copyAsyncWait<stages - 2>();
        blockBarrier();  // everybody's copies have landed, and nobody reads the stage overwritten next
        const int ahead = kBlock + stages - 1;
        if (ahead < kBlocks) {
            copyStage<Gated>(view, partIndex, firstStrip, firstColumn, ahead,
                             memory + ahead % stages * S::stageBytes);
        } else {
            copyAsyncCommit();
        }
        if (!active) continue;
        const std::byte* stage = memory + kBlock % stages * S::stageBytes;
        if (kBlock % length == 0) {
            HEARTH_UNROLL for (int i = 0; i < S::matrices * 2 * N * 4; ++i) {
                float& sum = run[i / (8 * N)][i / (4 * N) % 2][i / 4 % N][i % 4];
                total[i / (8 * N)][i / (4 * N) % 2][i / 4 % N][i % 4] += sum;
                sum = 0;
            }
        }
        HalfRows rows[S::matrices][2];
        HEARTH_UNROLL for (int w = 0; w < S::matrices; ++w) {
            const std::byte* strip = stage + (w * tileStrips + inTile) * stripItems * 16;
            HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
                rows[w][m] = halfRows(loadVector<Words4>(strip + stripPlace(t, 16 * m + g) * 16),
                                      loadVector<Words4>(strip + stripPlace(t, 16 * m + 8 + g) * 16));
            }
        }
        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
            if (firstColumn + warpColumn + 8 * n >= view.rows) continue;
            const int column = warpColumn + 8 * n + g;
            const std::byte* items = stage + S::weightItems * 16;
            const HalfColumns columns =
                halfColumns(loadVector<Words4>(items + columnPlace(column, t) * 16),
                            loadVector<Words4>(items + columnPlace(column, 4 + t) * 16));
            HEARTH_UNROLL for (int w = 0; w < S::matrices; ++w) {
                HEARTH_UNROLL for (int m = 0; m < 2; ++m) addHalfBlock(run[w][m][n], rows[w][m], columns);
            }
        }
    }
    copyAsyncWait<0>();
    if (!active) return;

    HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
                const int row = (firstStrip + inTile) * stripRows + 16 * m + 8 * (i / 2) + g;
                const int column = firstColumn + warpColumn + 8 * n + 2 * t + i % 2;
                if (row >= part.weight.rows || column >= view.rows) continue;
                float values[S::matrices];
                HEARTH_UNROLL for (int w = 0; w < S::matrices; ++w) {
                    values[w] = scaleHalf(total[w][m][n][i] + run[w][m][n][i],
                                          view.parts[partIndex + w].weight, row, view.halfScale[column]);
                }
                storeTile<Gated>(view, part, row, column, values[0], values[S::matrices - 1]);
            }
        }
    }
}

}  // namespace

void launchHalfTile(const LinearView& view, StreamHandle stream) {
    launch("splitRows", splitRows, {static_cast<unsigned>(view.rows)}, 256, 0, stream, view);
    if (view.gated) {
        launch("halfTile", halfTile<true>, tileGrid(view), 256, stages * Shape<true>::stageBytes, stream,
               view);
    } else {
        launch("halfTile", halfTile<false>, tileGrid(view), 256, stages * Shape<false>::stageBytes, stream,
               view);
    }
}

}  // namespace hearth::cuda
