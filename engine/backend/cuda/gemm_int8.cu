// Matrix products for many rows on the int8 tensor cores, see gemm_int8.h. Weights as they are packed, and
// activations, which were quantised before, come through shared memory, four k-blocks a stage, two to four
// stages deep. Each 32 columns the integer sums are scaled and added in floats, in the order of
// gemv.cu, so both kernels give the same bits.
#include <algorithm>

#include "backend/cuda/gemm_int8.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/row_operations.h"
#include "backend/cuda/weight_blocks.h"

namespace hearth::cuda {
namespace {

constexpr int stageBlocks = 4;                 ///< k-blocks in one stage
constexpr int columnBytes = stageBlocks * 32;  ///< codes of a batch row in one stage

/// The kernel for formats that have none of their own, and for several formats in one launch: it looks at the
/// format in every k-block.
constexpr WeightFormat anyFormat = WeightFormat::F32;

/// Of a row panel's planes in one stage: where each begins, after `low` at 0.
struct RowPanelStage {
    int high, scale, super, bytes;
};
constexpr RowPanelStage rowPanelStage(WeightFormat format) {
    constexpr int items = stageBlocks * rowPanelRows;
    const FormatTraits traits = traitsOf(format);
    const bool any = format == anyFormat;
    const int high = items * (any ? 32 : traits.lowBytes());
    const int scale = high + items * (any ? 8 : traits.highBytes());
    const int super = scale + items * (any ? 4 : traits.scaleBytes());
    return {high, scale, super, super + rowPanelRows * (any ? 4 : traits.superBytes())};
}

/// Looking at formats takes registers.
constexpr TileShape shapeOf(WeightFormat format, int columns) {
    return {columns, format == anyFormat ? 32 : 64, std::min(columns, 32) / 4};
}

/// Planes of floats about the activations: their scale; their sum; their sum over the first half.
constexpr int planesOf(WeightFormat format) {
    const FormatTraits traits = traitsOf(format);
    return format == anyFormat ? 3 : !traits.hasMin() ? 1 : traits.scales16() ? 3 : 2;
}
constexpr int stageBytes(WeightFormat format, int columns) {
    return tileRowPanels * rowPanelStage(format).bytes + columns * columnBytes +
           planesOf(format) * stageBlocks * columns * static_cast<int>(sizeof(float));
}
/// As many as leave room for other blocks, and fit at all on GPUs with little shared memory.
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

/// The pieces of 16 bytes of a batch row change places with its number, so that the rows that are read
/// together use all banks.
template <int Columns>
HEARTH_DEVICE int firstPiece(int column) {
    constexpr int laneColumns = shapeOf(anyFormat, Columns).laneColumns;
    return column / laneColumns % 4 * 2 + column % 2;
}

/// A thread's copies: of its warp's row panel, and of the activations. One stage after the other; addresses
/// go on from stage to stage.
template <WeightFormat Format, int Columns>
class StageCopies {
public:
    /// From the stage on that `firstBlock` begins.
    HEARTH_DEVICE StageCopies(const LinearView& view, const TilePlace& at, int firstBlock)
        : m_weight(view.parts[at.part].weight),
          m_codeRows(at.endColumn - at.firstColumn - thread() / pieces),
          m_numberRows(at.endColumn - at.firstColumn - numberColumn()),
          m_codeStep(view.parts[0].weight.kBlocks * blockColumns * (threads / pieces)),
          m_numberStep(stageBlocks * planeRows(view)) {
        const auto slot = static_cast<uint64_t>(at.slot);
        const int64_t firstItem =
            (static_cast<int64_t>(at.rowPanel) * m_weight.kBlocks + firstBlock) * rowPanelRows;
        const FormatTraits traits = formatTraits();
        const int inRowPanel = rowPanelThread(at) * 16;
        m_low = m_weight.low + m_weight.expertLow * slot + firstItem * traits.lowBytes() + inRowPanel;
        m_high = m_weight.high + m_weight.expertHigh * slot + firstItem * traits.highBytes() + inRowPanel;
        // The threads behind those that copy scales copy what the k-blocks share.
        const int scaleBytes = stageBlocks * rowPanelRows * traits.scaleBytes();
        m_scale =
            inRowPanel < scaleBytes || !traits.isSuper()
                ? m_weight.scale + m_weight.expertScale * slot + firstItem * traits.scaleBytes() + inRowPanel
                : m_weight.super + m_weight.expertSuper * slot +
                      (static_cast<int64_t>(at.rowPanel) * (m_weight.kBlocks / 8) + firstBlock / 8) *
                          rowPanelRows * 4 +
                      (inRowPanel - scaleBytes);
        const int kBlocks = view.parts[0].weight.kBlocks;
        m_codes =
            view.codes +
            (static_cast<int64_t>(at.firstColumn + thread() / pieces) * kBlocks + firstBlock) * blockColumns +
            thread() % pieces * 16;
        m_numbers = view.planes + at.firstColumn + numberColumn() +
                    static_cast<int64_t>(thread() / planeItems * kBlocks + firstBlock + numberBlock()) *
                        planeRows(view);
        static_assert(planesOf(Format) * planeItems <= threads);
    }

    /// Starts those of the next stage, which begins at `firstBlock`: from its k-block `begin` to before
    /// `last` of the weights; nobody reads the others. `to`: where the stage is.
    HEARTH_DEVICE void start(const TilePlace& at, int firstBlock, int begin, int last, SharedPlace to) {
        const int left = last - firstBlock;
        if (left > 0) {
            const int blocks = left < stageBlocks ? left : stageBlocks;
            if (at.active)
                startRowPanel(at, firstBlock, begin, blocks,
                              to + warpId() % tileRowPanels * rowPanelStage(Format).bytes);
            startColumns(begin, blocks, to + tileRowPanels * rowPanelStage(Format).bytes);
        }
        copyAsyncCommit();
    }

private:
    static constexpr int threads = shapeOf(Format, Columns).threads();
    static constexpr int pieces = columnBytes / 16;
    static constexpr int items = Columns / 4, planeItems = stageBlocks * items;

    HEARTH_DEVICE static int thread() { return static_cast<int>(threadX() & 1023U); }
    HEARTH_DEVICE static int numberColumn() { return thread() % items * 4; }
    HEARTH_DEVICE static int numberBlock() { return thread() / items % stageBlocks; }
    HEARTH_DEVICE static int rowPanelThread(const TilePlace& at) { return at.side * warpSize32 + laneId(); }
    HEARTH_DEVICE FormatTraits formatTraits() const {
        return traitsOf(Format == anyFormat ? m_weight.format : Format);
    }

    HEARTH_DEVICE void startRowPanel(const TilePlace& at, int firstBlock, int begin, int blocks,
                                     SharedPlace to) {
        constexpr RowPanelStage rowPanel = rowPanelStage(Format);
        const FormatTraits traits = formatTraits();
        const int inRowPanel = rowPanelThread(at) * 16;
        const auto copy = [&](int offset, const std::byte*& from, int itemBytes) {
            const int blockBytes = rowPanelRows * itemBytes, left = blocks * blockBytes - inRowPanel;
            const int before = begin * blockBytes - inRowPanel;
            HEARTH_UNROLL for (int i = 0; i < stageBlocks * blockBytes; i += threads / tileRowPanels * 16) {
                if (i < left && (begin == 0 || i >= before))
                    copyAsync16(to + inRowPanel + (offset + i), from + i);
            }
            from += stageBlocks * blockBytes;
        };
        copy(0, m_low, traits.lowBytes());
        if (traits.highBits > 0) copy(rowPanel.high, m_high, traits.highBytes());
        const int blockBytes = rowPanelRows * traits.scaleBytes(), scaleBytes = stageBlocks * blockBytes;
        if (inRowPanel < scaleBytes) {
            if (inRowPanel < blocks * blockBytes && inRowPanel >= begin * blockBytes)
                copyAsync16(to + inRowPanel + rowPanel.scale, m_scale);
            m_scale += scaleBytes;
        } else if (traits.isSuper() && inRowPanel < scaleBytes + rowPanelRows * 4) {
            // Two stages have the same.
            copyAsync16(to + inRowPanel + (rowPanel.super - scaleBytes), m_scale);
            m_scale += firstBlock % 8 / stageBlocks * rowPanelRows * 4;
        }
    }

    /// Rows behind the last become zeros.
    HEARTH_DEVICE void startColumns(int begin, int blocks, SharedPlace to) {
        constexpr int rows = threads / pieces;
        const int piece = thread() % pieces, row = thread() / pieces;
        if ((begin == 0 || piece / 2 >= begin) && piece / 2 < blocks) {
            const int8_t* from = m_codes;
            HEARTH_UNROLL for (int i = 0; i < Columns / rows; ++i) {
                const int place = piece ^ firstPiece<Columns>(row + i * rows);
                copyAsync16(to + row * columnBytes + place * 16 + i * rows * columnBytes, from,
                            i * rows < m_codeRows);
                from += m_codeStep;
            }
        }
        m_codes += columnBytes;
        if (thread() < planesOf(Format) * planeItems && (begin == 0 || numberBlock() >= begin) &&
            numberBlock() < blocks)
            copyAsync16(to + Columns * columnBytes + thread() * 16, m_numbers, m_numberRows > 0);
        m_numbers += m_numberStep;
    }

    const WeightView& m_weight;
    int m_codeRows, m_numberRows;  ///< that there are, from the thread's on
    int m_codeStep;                ///< bytes to its next row
    int m_numberStep;              ///< floats to the next stage's
    const std::byte *m_low, *m_high, *m_scale;
    const int8_t* m_codes;
    const float* m_numbers;
};

/// One k-block of a warp's row panel against its N groups of 8 columns, all in shared memory.
template <WeightFormat Layout, int Columns>
struct TileBlock {
    static constexpr int N = shapeOf(Layout, Columns).groups();
    const WeightView& weight;
    SharedPlace rowPanel;  ///< the row panel's stage
    SharedPlace codes;     ///< the row of activations that this lane names to loadMatrices()
    SharedPlace numbers;   ///< of this lane's first column
    int block;             ///< within the stage
    TileSums<N>& sums;

    template <WeightFormat Format>
    HEARTH_DEVICE void run() {
        constexpr FormatTraits traits = traitsOf(Format);
        constexpr RowPanelStage planes = rowPanelStage(Layout);
        constexpr TileShape shape = shapeOf(Layout, Columns);
        uint32_t a[2][4];
        unpackRows<Format>(rowPanel + block * rowPanelRows * traits.lowBytes(),
                           rowPanel + (planes.high + block * rowPanelRows * traits.highBytes()),
                           weight.codebook, a);
        RowFactors factors[2][2];
        const auto factorsOf = [&](int ofRow) {
            return rowFactors<Format>(
                scalesAt<Format>(rowPanel + (planes.scale + block * rowPanelRows * traits.scaleBytes()),
                                 rowPanel + planes.super, ofRow));
        };
        if constexpr (traits.isSuper() && !traits.scales16() && traits.highBits == 0) {
            // Many steps: each lane takes them for one row and gets those of its own rows from others.
            const RowFactors one = factorsOf(laneId());
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) factors[i / 2][i % 2] =
                shuffled<Format>(one, 8 * i + laneId() / 4);
        } else {
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) factors[i / 2][i % 2] = factorsOf(8 * i + laneId() / 4);
        }
        // Those of a row lie by its number among the eight that are read together.
        const SharedPlace row = codes + ((2 * block + laneId() / 8 % 2) ^ laneId() % 8) * 16;
        const SharedPlace floats = numbers + block * Columns * static_cast<int>(sizeof(float));
        constexpr int planeBytes = stageBlocks * Columns * static_cast<int>(sizeof(float));
        HEARTH_UNROLL for (int pair = 0; pair < N; pair += 2) {
            // Not all products at once: not everywhere would there be registers for them beside the factors.
            if constexpr (N == 8 && codeFactor(traits) == 1) warpBarrier();
            uint32_t words[4];
            loadMatrices(words, row + shape.column(pair, 0) * columnBytes);
            const auto four = [&](int plane) {
                return loadShared<Floats4>(
                    floats + (plane * planeBytes + shape.column(pair, 0) * static_cast<int>(sizeof(float))));
            };
            const Floats4 scale = four(0);
            Floats4 sum{}, first{};
            if constexpr (traits.hasMin()) sum = four(1);
            if constexpr (traits.hasMin() && traits.scales16()) first = four(2);
            const ColumnFactors columns[4] = {{scale.x, sum.x, first.x},
                                              {scale.y, sum.y, first.y},
                                              {scale.z, sum.z, first.z},
                                              {scale.w, sum.w, first.w}};
            HEARTH_UNROLL for (int i = 0; i < 2; ++i) {
                const uint32_t b[2] = {words[i * 2], words[i * 2 + 1]};
                const ColumnFactors own[2] = {columns[2 * i], columns[2 * i + 1]};
                HEARTH_UNROLL for (int m = 0; m < 2; ++m) {
                    if constexpr (N == 8 && traits.scales16()) warpBarrier();
                    addGroup<Format>(a[m], b, factors[m], own, sums[m][pair + i]);
                }
            }
        }
    }

    /// Another lane's, where both halves of a block have one scale.
    template <WeightFormat Format>
    static HEARTH_DEVICE RowFactors shuffled(const RowFactors& own, int lane) {
        RowFactors factors{};
        factors.factor = shuffle(own.factor, lane);
        factors.shift = roundedMultiply(factors.factor, -countedZero);
        if constexpr (traitsOf(Format).hasMin()) factors.least = shuffle(own.least, lane);
        return factors;
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
    constexpr int bytes = stageBytes(Format, Columns), rowPanelBytes = rowPanelStage(Format).bytes;
    static_assert(stages * bytes >= Columns * shape.resultRow() * static_cast<int>(sizeof(float)));
    letNextLaunchBegin();
    waitForLaunchBefore();
    const TilePlace at = tilePlace(view);
    if (at.firstColumn == at.endColumn || at.slot < 0) return;
    const TileRange range = tileRange(view);
    const SharedPlace first = sharedPlace(memory);
    // The first stage may begin before the first run.
    int firstBlock = range.first / stageBlocks * stageBlocks, block = range.first % stageBlocks;
    StageCopies<Format, Columns> copies(view, at, firstBlock);
    HEARTH_UNROLL for (int s = 0; s < stages - 1; ++s)
        copies.start(at, firstBlock + s * stageBlocks, s == 0 ? block : 0, range.last, first + s * bytes);

    TileSums<N> sums = {}, total = {};
    // Lane 8i + r names row r of matrix i: of the first group of columns the first half, then the second one,
    // then the same of the next group.
    const int r = laneId() % 8, column = at.side * shape.warpColumns;
    const SharedPlace codes = first + (tileRowPanels * rowPanelBytes +
                                       (column + shape.column(laneId() / 16, r / 2) + r % 2) * columnBytes);
    const SharedPlace numbers =
        first + (tileRowPanels * rowPanelBytes + Columns * columnBytes +
                 (column + shape.column(0, laneId() % 4)) * static_cast<int>(sizeof(float)));

    int offset = 0, inRun = 0;
    HEARTH_NO_UNROLL for (; firstBlock < range.last; firstBlock += stageBlocks) {
        copyAsyncWait<stages - 2>();
        blockBarrier();  // everybody's copies have landed, and nobody reads the stage overwritten next
        copies.start(at, firstBlock + (stages - 1) * stageBlocks, 0, range.last,
                     first + (offset == 0 ? (stages - 1) * bytes : offset - bytes));
        if (at.active) {
            HEARTH_NO_UNROLL for (; block < stageBlocks && firstBlock + block < range.last; ++block) {
                TileBlock<Format, Columns> work{view.parts[at.part].weight,
                                                first + offset + warpId() % tileRowPanels * rowPanelBytes,
                                                codes + offset,
                                                numbers + offset,
                                                block,
                                                sums};
                if constexpr (Format == anyFormat) {
                    withFormat(work.weight.format, work);
                } else {
                    work.template run<Format>();
                }
                if (++inRun == range.length) {
                    endRun<N>(view, range, firstBlock + block, sums, total);
                    inRun = 0;
                }
            }
        }
        block = 0;
        offset = offset == (stages - 1) * bytes ? 0 : offset + bytes;
    }
    copyAsyncWait<0>();
    if (at.active && inRun > 0) endRun<N>(view, range, range.last - 1, sums, total);
    // Found out once more: no register has it meanwhile.
    if (gatherRuns<N>(view, at, range.length, total)) storeTiles<shape>(view, tilePlace(view), total, memory);
}

/// GPUs whose copies go through registers have too few of them for wide tiles.
constexpr int narrowColumns = 32;
constexpr uint64_t narrowSharedBytes = 64U << 10U;  ///< what those GPUs have

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
