// Matrix products for many rows on the int8 tensor cores: a block of threads computes 128 weight rows (4
// strips) for 64 batch rows (gated: 32, both matrices). Weights go from memory straight into fragments, which
// is what their layout is made for; activations were quantised before and come through shared memory, three
// stages deep. Each 32 columns the integer sums are scaled and added in floats, in the order of
// linear_vector.cu, so both kernels give the same bits.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/linear_tile.h"
#include "backend/cuda/row_operations.h"
#include "backend/cuda/weight_blocks.h"

namespace hearth::cuda {
namespace {

constexpr int stageBlocks = 4;  ///< k-blocks in one stage
constexpr int stages = 3;
constexpr int columnBytes = stageBlocks * 32 + 16;  ///< of codes; the 16 spread the rows over the banks
constexpr int stageCodeBytes = tileColumns * columnBytes;
constexpr int stageScaleBytes = tileColumns * stageBlocks * static_cast<int>(sizeof(ActivationBlock));
constexpr int stageBytes = stageCodeBytes + stageScaleBytes;

/// Normalises and quantises one row a block of threads.
HEARTH_KERNEL(256) quantizeRows(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED(float[rowWarps], scratch);
    const int row = static_cast<int>(blockX());
    const int kBlocks = view.parts[0].weight.kBlocks;
    const float* in = view.in.data + (view.rowMap ? view.rowMap[row] : row) * view.in.stride;
    const NormScale by = measureRow(in, view.in.columns, view.norm, scratch);
    quantizeRow(in, view.in.columns, kBlocks, view.norm, by,
                view.codes + static_cast<int64_t>(row) * kBlocks * 32,
                view.blocks + static_cast<int64_t>(row) * kBlocks);
}

/// Codes of one row that lane t of a quad needs: columns 4t.. and 16+4t.. of a k-block.
template <WeightFormat Format>
HEARTH_DEVICE void loadFragment(const WeightView& view, int64_t stripBlock, int row, int t, uint32_t& first,
                                uint32_t& second) {
    constexpr FormatTraits traits = traitsOf(Format);
    const int64_t item = stripBlock * stripRows + row;
    if constexpr (traits.lowBits == 4) {
        const auto word = loadVector<uint32_t>(view.low + item * 16 + t * 4);
        first = word & 0x0f0f0f0fU;
        second = (word >> 4U) & 0x0f0f0f0fU;
    } else if constexpr (traits.lowBits == 8) {
        first = loadVector<uint32_t>(view.low + (stripBlock * 2 * stripRows + row) * 16 + t * 4);
        second = loadVector<uint32_t>(view.low + ((stripBlock * 2 + 1) * stripRows + row) * 16 + t * 4);
    } else {
        const auto words = loadVector<Words2>(view.low + item * 8);
        first = (words.x >> (2 * t)) & 0x03030303U;
        second = (words.y >> (2 * t)) & 0x03030303U;
    }
    if constexpr (traits.highBits == 1) {
        const auto word = loadVector<uint32_t>(view.high + item * 4);
        first |= ((word >> t) & 0x01010101U) << traits.lowBits;
        second |= ((word >> (4 + t)) & 0x01010101U) << traits.lowBits;
    } else if constexpr (traits.highBits == 2) {
        const auto words = loadVector<Words2>(view.high + item * 8);
        first |= ((words.x >> (2 * t)) & 0x03030303U) << 4U;
        second |= ((words.y >> (2 * t)) & 0x03030303U) << 4U;
    }
    if constexpr (traits.codebook) {
        first = lookUp(view.codebook, first);
        second = lookUp(view.codebook, second);
    }
}

/// A warp's sums: rows 16m + 8(i/2) + g of its strip, columns 8n + 2t + i%2 of its columns.
template <int N>
struct Sums {
    float run[2][N][4], total[2][N][4];
};

/// One k-block of one strip against N groups of 8 columns in shared memory.
template <int N>
struct TileBlock {
    const WeightView& weight;
    int strip, kBlock;
    const std::byte* codes;         ///< of the first column, at this k-block
    const ActivationBlock* blocks;  ///< the same
    Sums<N>& sums;

    template <WeightFormat Format>
    HEARTH_DEVICE void run() {
        constexpr FormatTraits traits = traitsOf(Format);
        const int g = laneId() / 4, t = laneId() % 4;
        const int64_t stripBlock = static_cast<int64_t>(strip) * weight.kBlocks + kBlock;
        uint32_t a[2][4];
        BlockScales scales[2][2];
        HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
            HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
                const int row = 16 * m + 8 * half + g;
                loadFragment<Format>(weight, stripBlock, row, t, a[m][half], a[m][2 + half]);
                scales[m][half] = loadScales<Format>(weight, strip, kBlock, row);
            }
        }
        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
            const std::byte* column = codes + (8 * n + g) * columnBytes;
            const uint32_t b[2] = {loadVector<uint32_t>(column + t * 4),
                                   loadVector<uint32_t>(column + 16 + t * 4)};
            float scale[2];
            int halves[2][2];
            HEARTH_UNROLL for (int c = 0; c < 2; ++c) {
                const ActivationBlock& block = blocks[(8 * n + 2 * t + c) * stageBlocks];
                scale[c] = block.scale;
                halves[c][0] = static_cast<int16_t>(block.sums);
                halves[c][1] = static_cast<int16_t>(block.sums >> 16U);
            }
            HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
                int first[4] = {}, second[4] = {};
                if constexpr (traits.scales16()) {
                    const uint32_t low[2] = {b[0], 0}, high[2] = {0, b[1]};
                    mmaS8(first, a[m], low);
                    mmaS8(second, a[m], high);
                } else {
                    mmaS8(first, a[m], b);
                }
                HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
                    const int products[2] = {first[i], second[i]};
                    float& sum = sums.run[m][n][i];
                    sum = addBlock<Format>(sum, scales[m][i / 2], products, scale[i % 2], halves[i % 2]);
                }
            }
        }
    }
};

/// Starts the copies of one stage of activations. Rows behind the last become zeros.
HEARTH_DEVICE void copyStage(const LinearView& view, int kBlocks, int firstColumn, int stage, std::byte* to) {
    const int firstBlock = stage * stageBlocks;
    constexpr int codeItems = tileColumns * stageBlocks * 2, scaleItems = tileColumns * stageBlocks / 2;
    for (int i = static_cast<int>(threadX()); i < codeItems; i += rowThreads) {
        const int column = i / (stageBlocks * 2), piece = i % (stageBlocks * 2);
        const int kBlock = firstBlock + piece / 2;
        const bool valid = firstColumn + column < view.rows && kBlock < kBlocks;
        const int64_t from =
            (static_cast<int64_t>(valid ? firstColumn + column : 0) * kBlocks + (valid ? kBlock : 0)) * 32 +
            piece % 2 * 16;
        copyAsync16(to + column * columnBytes + piece * 16, view.codes + from, valid);
    }
    // Two blocks' scales travel as one; with an odd number of k-blocks rows start at odd places, so each goes
    // by itself.
    auto* scales = reinterpret_cast<ActivationBlock*>(to + stageCodeBytes);
    if (kBlocks % 2 == 0) {
        for (int i = static_cast<int>(threadX()); i < scaleItems; i += rowThreads) {
            const int column = i / (stageBlocks / 2), kBlock = firstBlock + i % (stageBlocks / 2) * 2;
            const bool valid = firstColumn + column < view.rows && kBlock < kBlocks;
            copyAsync16(
                scales + i * 2,
                view.blocks + (valid ? static_cast<int64_t>(firstColumn + column) * kBlocks + kBlock : 0),
                valid);
        }
    } else {
        for (int i = static_cast<int>(threadX()); i < scaleItems * 2; i += rowThreads) {
            const int column = i / stageBlocks, kBlock = firstBlock + i % stageBlocks;
            const bool valid = firstColumn + column < view.rows && kBlock < kBlocks;
            const auto block =
                valid ? loadVector<Words2>(view.blocks +
                                           static_cast<int64_t>(firstColumn + column) * kBlocks + kBlock)
                      : Words2{0, 0};
            storeVector(scales + i, block);
        }
    }
    copyAsyncCommit();
}

/// blockX: tiles of all parts, one after the other; blockY: groups of batch rows.
template <bool Gated>
HEARTH_KERNEL(256)
linearTile(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    constexpr int N = Gated ? 2 : 4;  // groups of 8 columns a warp
    constexpr int columns = Gated ? tileColumns / 2 : tileColumns;
    constexpr int matrices = Gated ? 2 : 1;
    int tile = static_cast<int>(blockX()), partIndex = 0;
    if constexpr (!Gated) {
        while (tile >= tilesOf(view.parts[partIndex].weight.rows))
            tile -= tilesOf(view.parts[partIndex++].weight.rows);
    }
    const int firstColumn = static_cast<int>(blockY()) * columns;
    const int strip = tile * tileStrips + warpId() % tileStrips;
    const int warpColumn = warpId() / tileStrips * (columns / 2);  // within the tile
    const int kBlocks = view.parts[partIndex].weight.kBlocks;
    const int length = runLength(kBlocks);
    const int rows = view.parts[partIndex].weight.rows;
    const bool active = strip * stripRows < rows;

    Sums<N> sums[matrices];
    HEARTH_UNROLL for (int w = 0; w < matrices; ++w) {
        HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
            HEARTH_UNROLL for (int n = 0; n < N; ++n) {
                HEARTH_UNROLL for (int i = 0; i < 4; ++i) sums[w].run[m][n][i] = sums[w].total[m][n][i] = 0;
            }
        }
    }
    const int stageCount = (kBlocks + stageBlocks - 1) / stageBlocks;
    for (int s = 0; s < stages - 1; ++s) {
        if (s < stageCount) {
            copyStage(view, kBlocks, firstColumn, s, memory + s * stageBytes);
        } else {
            copyAsyncCommit();
        }
    }
    for (int s = 0; s < stageCount; ++s) {
        copyAsyncWait<stages - 2>();
        blockBarrier();  // everybody's copies have landed, and nobody reads the stage that is overwritten
                         // next
        if (s + stages - 1 < stageCount) {
            copyStage(view, kBlocks, firstColumn, s + stages - 1,
                      memory + (s + stages - 1) % stages * stageBytes);
        } else {
            copyAsyncCommit();
        }
        if (!active) continue;
        const std::byte* stage = memory + s % stages * stageBytes;
        HEARTH_NO_UNROLL for (int i = 0; i < stageBlocks; ++i) {
            const int kBlock = s * stageBlocks + i;
            if (kBlock >= kBlocks) break;
            HEARTH_UNROLL for (int w = 0; w < matrices; ++w) {
                if (kBlock % length == 0) {
                    HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
                        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
                            HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
                                sums[w].total[m][n][j] += sums[w].run[m][n][j];
                                sums[w].run[m][n][j] = 0;
                            }
                        }
                    }
                }
                TileBlock<N> block{view.parts[partIndex + w].weight,
                                   strip,
                                   kBlock,
                                   stage + warpColumn * columnBytes + i * 32,
                                   reinterpret_cast<const ActivationBlock*>(stage + stageCodeBytes) +
                                       warpColumn * stageBlocks + i,
                                   sums[w]};
                withFormat(block.weight.format, block);
            }
        }
    }
    copyAsyncWait<0>();
    if (!active) return;

    const LinearPartView& part = view.parts[partIndex];
    const int g = laneId() / 4, t = laneId() % 4;
    HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
        HEARTH_UNROLL for (int n = 0; n < N; ++n) {
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
                const int row = strip * stripRows + 16 * m + 8 * (i / 2) + g;
                const int column = firstColumn + warpColumn + 8 * n + 2 * t + i % 2;
                if (row >= rows || column >= view.rows) continue;
                const float value = sums[0].total[m][n][i] + sums[0].run[m][n][i];
                const float up = sums[matrices - 1].total[m][n][i] + sums[matrices - 1].run[m][n][i];
                storeTile<Gated>(view, part, row, column, value, up);
            }
        }
    }
}

}  // namespace

void launchLinearTile(const LinearView& view, StreamHandle stream) {
    launch("quantizeRows", quantizeRows, {static_cast<unsigned>(view.rows)}, 256, 0, stream, view);
    const Grid grid = tileGrid(view);
    if (view.gated) {
        launch("linearTile", linearTile<true>, grid, 256, stages * stageBytes, stream, view);
    } else {
        launch("linearTile", linearTile<false>, grid, 256, stages * stageBytes, stream, view);
    }
}

}  // namespace hearth::cuda
