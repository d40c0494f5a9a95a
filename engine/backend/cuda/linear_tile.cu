// Matrix products for many rows on the int8 tensor cores, see linear_tile.h. Weights as they are packed, and
// activations, which were quantised before, come through shared memory, four k-blocks a stage, two to four
// stages deep. Each 32 columns the integer sums are scaled and added in floats, in the order of
// linear_vector.cu, so both kernels give the same bits.
#include <algorithm>

#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/linear_tile.h"
#include "backend/cuda/row_operations.h"
#include "backend/cuda/weight_blocks.h"

namespace hearth::cuda {
namespace {

constexpr int stageBlocks = 4;                 ///< k-blocks in one stage
constexpr int columnBytes = stageBlocks * 32;  ///< codes of a batch row in one stage

/// The kernel for formats that have none of their own, and for several formats in one launch: it looks at the
/// format in every k-block.
constexpr WeightFormat anyFormat = WeightFormat::F32;

/// Of a strip's planes in one stage: where each begins, after `low` at 0.
struct StripStage {
    int high, scale, super, bytes;
};
constexpr StripStage stripStage(WeightFormat format) {
    constexpr int items = stageBlocks * stripRows;
    const FormatTraits traits = traitsOf(format);
    const bool any = format == anyFormat;
    const int high = items * (any ? 32 : traits.lowBytes());
    const int scale = high + items * (any ? 8 : traits.highBytes());
    const int super = scale + items * (any ? 4 : traits.scaleBytes());
    return {high, scale, super, super + stripRows * (any ? 4 : traits.superBytes())};
}

/// Looking at formats takes registers.
constexpr TileShape shapeOf(WeightFormat format, int columns) {
    return {columns, format == anyFormat ? 32 : 64};
}

/// Planes of floats about the activations: their scale; their sum; their sum over the first half.
constexpr int planesOf(WeightFormat format) {
    const FormatTraits traits = traitsOf(format);
    return format == anyFormat ? 3 : !traits.hasMin() ? 1 : traits.scales16() ? 3 : 2;
}
constexpr int stageBytes(WeightFormat format, int columns) {
    return tileStrips * stripStage(format).bytes + columns * columnBytes +
           planesOf(format) * stageBlocks * columns * static_cast<int>(sizeof(float));
}
/// As many as leave room for other blocks, and fit at all on cards with little shared memory.
constexpr int stagesOf(WeightFormat format, int columns) {
    const int fit = (columns == mostTileColumns ? 98 : 60) * 1024 / stageBytes(format, columns);
    return std::clamp(fit, 2, columns == mostTileColumns ? 3 : 4);
}

/// Rows of a plane are this long, so that the copies of four numbers are aligned.
HEARTH_DEVICE int planeRows(const LinearView& view) {
    return (view.rows + 3) / 4 * 4;
}

/// Normalises and quantises one row a block of threads.
HEARTH_KERNEL(256) quantizeRows(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED(float[rowWarps], scratch);
    HEARTH_SHARED_DYNAMIC(memory);
    letNextLaunchBegin();
    waitForLaunchBefore();
    const int row = static_cast<int>(blockX());
    const int kBlocks = view.parts[0].weight.kBlocks;
    const float* in = inputOf(view, row);
    const int columns = in ? view.in.columns : 0;
    const NormScale by = measureRow(in, columns, view.norm, scratch);
    auto* blocks = reinterpret_cast<ActivationBlock*>(memory);
    quantizeRow(in, columns, kBlocks, view.norm, by, view.codes + static_cast<int64_t>(row) * kBlocks * 32,
                blocks);
    blockBarrier();
    for (int i = static_cast<int>(threadX()); i < kBlocks; i += rowThreads) {
        const ActivationBlock block = blocks[i];
        const int first = static_cast<int16_t>(block.sums), second = static_cast<int16_t>(block.sums >> 16U);
        const float values[] = {block.scale, static_cast<float>(first + second), static_cast<float>(first)};
        // The last row fills the places up to a multiple of 4, which are copied but never used.
        const int end = row == view.rows - 1 ? planeRows(view) : row + 1;
        HEARTH_UNROLL for (int plane = 0; plane < activationPlanes; ++plane) {
            float* to = view.planes + (static_cast<int64_t>(plane) * kBlocks + i) * planeRows(view);
            for (int r = row; r < end; ++r) to[r] = values[plane];
        }
    }
}

/// Starts the copies of a warp's strip in one stage, of which k-blocks `begin` to `blocks` - 1 are wanted;
/// nobody reads the others. Numbers of k-blocks fit in 32 bits, so that an address costs one instruction.
template <WeightFormat Format, int Columns>
HEARTH_DEVICE void copyStrip(const WeightView& weight, const TilePlace& at, int firstBlock, int begin,
                             int blocks, std::byte* to) {
    constexpr StripStage strip = stripStage(Format);
    constexpr int threads = shapeOf(Format, Columns).sides() * warpSize32;
    const FormatTraits traits = traitsOf(Format == anyFormat ? weight.format : Format);
    const int thread = (at.side * warpSize32 + laneId()) * 16;  // in bytes
    const auto copy = [&](int offset, const std::byte* from, int itemBytes) {
        const int blockBytes = stripRows * itemBytes, left = blocks * blockBytes - thread;
        const int before = begin * blockBytes - thread;
        from += static_cast<int64_t>(at.strip * weight.kBlocks + firstBlock) * blockBytes + thread;
        HEARTH_UNROLL for (int i = 0; i < stageBlocks * blockBytes; i += threads * 16) {
            if (i < left && i >= before) copyAsync16(to + offset + thread + i, from + i);
        }
    };
    const auto slot = static_cast<uint64_t>(at.slot);
    copy(0, weight.low + weight.expertLow * slot, traits.lowBytes());
    if (traits.highBits > 0) copy(strip.high, weight.high + weight.expertHigh * slot, traits.highBytes());
    copy(strip.scale, weight.scale + weight.expertScale * slot, traits.scaleBytes());
    if (traits.isSuper() && thread < stripRows * 4) {
        const int super = at.strip * (weight.kBlocks / 8) + firstBlock / 8;
        copyAsync16(to + strip.super + thread, weight.super + weight.expertSuper * slot +
                                                   static_cast<int64_t>(super) * stripRows * 4 + thread);
    }
}

/// The same of the activations. Rows behind the last become zeros.
template <WeightFormat Format, int Columns>
HEARTH_DEVICE void copyColumns(const LinearView& view, const TilePlace& at, int firstBlock, int begin,
                               int blocks, std::byte* to) {
    constexpr int threads = shapeOf(Format, Columns).threads();
    const int kBlocks = view.parts[0].weight.kBlocks;
    const auto thread = static_cast<int>(threadX());
    // The pieces of a row change places with its number, so that rows side by side use all banks.
    const int piece = thread % 8, first = thread / 8;
    if (piece / 2 >= begin && piece / 2 < blocks) {
        const int row = at.firstColumn + first, rowBytes = kBlocks * 32;
        const int8_t* from =
            view.codes + static_cast<int64_t>(row) * rowBytes + (firstBlock * 32 + piece * 16);
        std::byte* own = to + first * columnBytes + (piece ^ first % 8) * 16;
        HEARTH_UNROLL for (int column = 0; column < Columns; column += threads / 8) {
            copyAsync16(own + column * columnBytes, from + static_cast<int64_t>(column) * rowBytes,
                        row + column < at.endColumn);
        }
    }
    to += Columns * columnBytes;
    // Unsigned and from 0 on, so that the compiler sees how often and divides by shifts.
    constexpr unsigned items = Columns / 4, planeItems = stageBlocks * items;
    constexpr unsigned all = static_cast<unsigned>(planesOf(Format)) * planeItems;
    HEARTH_UNROLL for (unsigned start = 0; start < all; start += static_cast<unsigned>(threads)) {
        const unsigned i = start + threadX();
        const int plane = static_cast<int>(i / planeItems), block = static_cast<int>(i / items % stageBlocks);
        const int column = at.firstColumn + static_cast<int>(i % items) * 4;
        const float* from = view.planes + column +
                            static_cast<int64_t>(plane * kBlocks + firstBlock + block) * planeRows(view);
        if (i < all && block >= begin && block < blocks)
            copyAsync16(to + i * 16, from, column < at.endColumn);
    }
}

/// Starts the copies of one stage, from its k-block `begin` to before `last` of the weights: each warp its
/// strip's, all of them the activations.
template <WeightFormat Format, int Columns>
HEARTH_DEVICE void copyStage(const LinearView& view, const TilePlace& at, int stage, int begin, int last,
                             std::byte* to) {
    const WeightView& weight = view.parts[at.part].weight;
    const int firstBlock = stage * stageBlocks, left = last - firstBlock;
    const int blocks = left < stageBlocks ? left : stageBlocks;
    constexpr int stripBytes = stripStage(Format).bytes;
    if (at.active)
        copyStrip<Format, Columns>(weight, at, firstBlock, begin, blocks,
                                   to + warpId() % tileStrips * stripBytes);
    copyColumns<Format, Columns>(view, at, firstBlock, begin, blocks, to + tileStrips * stripBytes);
    copyAsyncCommit();
}

/// One k-block of a warp's strip against its N groups of 8 columns, all in shared memory.
template <WeightFormat Layout, int N, int Columns>
struct TileBlock {
    const WeightView& weight;
    const std::byte* strip;    ///< the strip's stage
    const std::byte* columns;  ///< the activations' stage
    int block;                 ///< within the stage
    int firstColumn;           ///< of the warp
    TileSums<N>& sums;

    template <WeightFormat Format>
    HEARTH_DEVICE void run() {
        constexpr FormatTraits traits = traitsOf(Format);
        constexpr StripStage planes = stripStage(Layout);
        const int g = laneId() / 4, t = laneId() % 4;
        uint32_t a[2][4];
        unpackRows<Format>(strip + block * stripRows * traits.lowBytes(),
                           strip + planes.high + block * stripRows * traits.highBytes(), weight.codebook, a);
        RowFactors factors[2][2];
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            factors[i / 2][i % 2] = rowFactors<Format>(
                scalesAt<Format>(strip + planes.scale + block * stripRows * traits.scaleBytes(),
                                 strip + planes.super, 8 * i + g));
        }
        // Lane 8i + r names row r of matrix i: of the first group of columns the first half, then the second
        // one, then the same of the next group.
        const int r = laneId() % 8;
        const std::byte* codes = columns + (firstColumn + laneId() / 16 * 8 + r) * columnBytes +
                                 ((2 * block + laneId() / 8 % 2) ^ r) * 16;
        const std::byte* floats = columns + Columns * columnBytes +
                                  (block * Columns + firstColumn + 2 * t) * static_cast<int>(sizeof(float));
        constexpr int planeBytes = stageBlocks * Columns * static_cast<int>(sizeof(float));
        HEARTH_UNROLL for (int pair = 0; pair < N; pair += 2) {
            // Not all products at once: not everywhere would there be registers for them beside the factors.
            if constexpr (N == 8 && codeFactor(traits) == 1) warpBarrier();
            uint32_t words[4];
            loadMatrices(words, codes + pair * 8 * columnBytes);
            HEARTH_UNROLL for (int n = pair; n < pair + 2; ++n) {
                const std::byte* from = floats + n * 8 * static_cast<int>(sizeof(float));
                const auto scale = loadVector<Floats2>(from);
                Floats2 sum{}, first{};
                if constexpr (traits.hasMin()) sum = loadVector<Floats2>(from + planeBytes);
                if constexpr (traits.hasMin() && traits.scales16())
                    first = loadVector<Floats2>(from + 2 * planeBytes);
                const ColumnFactors factor[2] = {{scale.x, sum.x, first.x}, {scale.y, sum.y, first.y}};
                const uint32_t b[2] = {words[(n - pair) * 2], words[(n - pair) * 2 + 1]};
                HEARTH_UNROLL for (int m = 0; m < 2; ++m)
                    addGroup<Format>(a[m], b, factors[m], factor, sums[m][n]);
            }
        }
    }

    template <WeightFormat Format>
    static HEARTH_DEVICE void addGroup(const uint32_t (&a)[4], const uint32_t (&b)[2],
                                       const RowFactors (&rows)[2], const ColumnFactors (&columns)[2],
                                       float (&sums)[4]) {
        int products[2][4];
        if constexpr (traitsOf(Format).scales16()) {
            HEARTH_UNROLL for (int half = 0; half < 2; ++half)
                mmaS8Half(products[half], {a[2 * half], a[2 * half + 1]}, b[half], countedZeroBits);
        } else {
            mmaS8(products[0], a, b, countedZeroBits);
        }
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            const float second =
                traitsOf(Format).scales16() ? floatOf(static_cast<uint32_t>(products[1][i])) : 0;
            sums[i] = addCounted<Format>(sums[i], rows[i / 2], columns[i % 2],
                                         floatOf(static_cast<uint32_t>(products[0][i])), second);
        }
    }
};

template <WeightFormat Format, int Columns>
HEARTH_DEVICE void computeTile(const LinearView& view, std::byte* memory) {
    constexpr TileShape shape = shapeOf(Format, Columns);
    constexpr int N = shape.groups(), stages = stagesOf(Format, Columns);
    constexpr int bytes = stageBytes(Format, Columns);
    static_assert(stages * bytes >= Columns * resultRow * static_cast<int>(sizeof(float)));
    letNextLaunchBegin();
    waitForLaunchBefore();
    const TilePlace at = tilePlace(view);
    if (at.firstColumn == at.endColumn || at.slot < 0) return;
    const TileRange range = tileRange(view);
    const WeightView& weight = view.parts[at.part].weight;

    TileSums<N> sums = {}, total = {};
    const int lastStage = (range.last + stageBlocks - 1) / stageBlocks;
    HEARTH_UNROLL for (int s = 0; s < stages - 1; ++s) {
        const int stage = range.first / stageBlocks + s;
        if (stage < lastStage) {
            const int begin = s == 0 ? range.first % stageBlocks : 0;
            copyStage<Format, Columns>(view, at, stage, begin, range.last, memory + s * bytes);
        } else {
            copyAsyncCommit();
        }
    }
    // The first stage may begin before the first run.
    int slot = stages - 1, inRun = -(range.first % stageBlocks);
    HEARTH_NO_UNROLL for (int kBlock = range.first + inRun; kBlock < range.last; ++kBlock) {
        if (kBlock % stageBlocks == 0) {
            copyAsyncWait<stages - 2>();
            blockBarrier();  // everybody's copies have landed, and nobody reads the stage overwritten next
            const int ahead = kBlock / stageBlocks + stages - 1;
            if (ahead < lastStage) {
                copyStage<Format, Columns>(view, at, ahead, 0, range.last, memory + slot * bytes);
            } else {
                copyAsyncCommit();
            }
            slot = slot == stages - 1 ? 0 : slot + 1;
        }
        if (!at.active) continue;
        if (inRun >= 0) {
            const std::byte* stage = memory + slot * bytes;
            TileBlock<Format, N, Columns> work{weight,
                                               stage + warpId() % tileStrips * stripStage(Format).bytes,
                                               stage + tileStrips * stripStage(Format).bytes,
                                               kBlock % stageBlocks,
                                               at.side * shape.warpColumns,
                                               sums};
            if constexpr (Format == anyFormat) {
                withFormat(weight.format, work);
            } else {
                work.template run<Format>();
            }
        }
        if (++inRun == range.length) {
            endRun<N>(view, range, kBlock, sums, total);
            inRun = 0;
        }
    }
    copyAsyncWait<0>();
    if (at.active && inRun > 0) endRun<N>(view, range, range.last - 1, sums, total);
    if (gatherRuns<N>(view, at, range.length, total)) storeTiles<shape>(view, at, total, memory);
}

/// Cards whose copies go through registers have too few of them for wide tiles.
constexpr int narrowColumns = 32;
constexpr uint64_t narrowSharedBytes = 64U << 10U;  ///< what those cards have

template <WeightFormat Format, int Columns>
HEARTH_KERNEL(shapeOf(Format, Columns).threads())
linearTile(HEARTH_PARAMETER(LinearView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    if constexpr (Columns <= narrowColumns || copiesPassRegisters) computeTile<Format, Columns>(view, memory);
}

template <WeightFormat Format, int Columns>
void launchTile(const LinearView& view, StreamHandle stream) {
    launchEarly("linearTile", linearTile<Format, Columns>, tileGrid(view),
                static_cast<unsigned>(shapeOf(Format, Columns).threads()),
                static_cast<size_t>(stagesOf(Format, Columns)) * stageBytes(Format, Columns), stream, view);
}

template <WeightFormat Format>
void launchColumns(const LinearView& view, StreamHandle stream) {
    switch (view.plan.columns) {
        case 16:
            return launchTile<Format, 16>(view, stream);
        case 32:
            return launchTile<Format, 32>(view, stream);
        case 64:
            return launchTile<Format, 64>(view, stream);
        default:
            if constexpr (Format != anyFormat) launchTile<Format, mostTileColumns>(view, stream);
    }
}

/// The formats that have kernels of their own: those of most models.
WeightFormat kernelFormat(WeightFormat format) {
    switch (format) {
        case WeightFormat::Q4_0:
        case WeightFormat::Q8_0:
        case WeightFormat::Q4_K:
        case WeightFormat::Q5_K:
        case WeightFormat::Q6_K:
        case WeightFormat::Codes4Super32:
            return format;
        default:
            return anyFormat;
    }
}

/// The part behind those from `first` on that one launch computes, and its kernel.
struct TileLaunch {
    int end;
    WeightFormat format;
};
TileLaunch nextLaunch(const LinearView& view, int first) {
    const WeightFormat format = view.parts[first].weight.format;
    TileLaunch next{first + 1, kernelFormat(format)};
    if (view.gated) return {2, view.parts[1].weight.format == format ? next.format : anyFormat};
    while (next.end < view.partCount && kernelFormat(view.parts[next.end].weight.format) == next.format)
        ++next.end;
    return next;
}

void launchFormat(WeightFormat format, const LinearView& view, StreamHandle stream) {
    switch (format) {
        case WeightFormat::Q4_0:
            return launchColumns<WeightFormat::Q4_0>(view, stream);
        case WeightFormat::Q8_0:
            return launchColumns<WeightFormat::Q8_0>(view, stream);
        case WeightFormat::Q4_K:
            return launchColumns<WeightFormat::Q4_K>(view, stream);
        case WeightFormat::Q5_K:
            return launchColumns<WeightFormat::Q5_K>(view, stream);
        case WeightFormat::Q6_K:
            return launchColumns<WeightFormat::Q6_K>(view, stream);
        case WeightFormat::Codes4Super32:
            return launchColumns<WeightFormat::Codes4Super32>(view, stream);
        default:
            return launchColumns<anyFormat>(view, stream);
    }
}

}  // namespace

int widestLinearTile(const LinearView& view) {
    constexpr uint64_t reserve = 1024;  // what the kernel has besides
    int most = view.sharedLimit > narrowSharedBytes ? mostTileColumns : narrowColumns;
    for (int first = 0; first < view.partCount;) {
        const TileLaunch next = nextLaunch(view, first);
        if (next.format == anyFormat) most = std::min(most, 64);
        while (most > 16 &&
               static_cast<uint64_t>(stagesOf(next.format, most)) * stageBytes(next.format, most) + reserve >
                   view.sharedLimit)
            most /= 2;
        first = next.end;
    }
    return most;
}

TilePlan planLinearTile(const LinearView& view) {
    return planTiles(view, widestLinearTile(view));
}

void launchLinearTile(const LinearView& view, StreamHandle stream) {
    launchEarly("quantizeRows", quantizeRows, {static_cast<unsigned>(view.rows)}, 256,
                static_cast<size_t>(view.parts[0].weight.kBlocks) * sizeof(ActivationBlock), stream, view);
    for (int first = 0; first < view.partCount;) {
        const TileLaunch next = nextLaunch(view, first);
        LinearView some = view;
        some.partCount = next.end - first;
        std::copy(view.parts + first, view.parts + next.end, some.parts);
        launchFormat(next.format, some, stream);
        first = next.end;
    }
}

}  // namespace hearth::cuda
