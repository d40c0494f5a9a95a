// Matrix-vector products for one row to a few: half a row panel of weight rows a block of threads, so that
// even small matrices keep all multiprocessors reading; a warp's lanes are the 16 rows in two of the runs of
// columns. Weights are read once, in whole sectors; the activations are normalised and quantised by every
// block for itself, which costs less than another launch, while its first quantised weights are on their way.
#include <algorithm>

#include "backend/cuda/early_weights.h"
#include "backend/cuda/half_blocks.h"
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/kv_heads.h"
#include "backend/cuda/routing.h"
#include "backend/cuda/row_operations.h"
#include "backend/cuda/weight_blocks.h"

namespace hearth::cuda {
namespace {

static_assert(runsPerWarp * rowWarps == columnRuns);

template <int B>
using Partial = float[2][B][columnRuns][unitRows];  // two runs of a row lie in all banks

/// Which 16 rows of which part.
struct Place {
    int part, unit;

    HEARTH_DEVICE int rowPanel() const { return unit / 2; }
    HEARTH_DEVICE int firstInRowPanel() const { return unit % 2 * unitRows; }
};

HEARTH_DEVICE int unitsOf(const WeightView& weight) {
    return (weight.rows + unitRows - 1) / unitRows;
}

HEARTH_DEVICE Place findUnit(const LinearView& view, int unit) {
    if (view.gated) return {0, unit};
    int part = 0;
    while (unit >= unitsOf(view.parts[part].weight)) unit -= unitsOf(view.parts[part++].weight);
    return {part, unit};
}

/// A lane's run of columns of one row against B activation columns in shared memory.
template <int B>
struct QuantizedRow {
    const WeightView& weight;
    int rowPanel, row;
    const int8_t* codes;            ///< (B, kBlocks * 32)
    const ActivationBlock* blocks;  ///< (B, kBlocks)
    std::byte* early;               ///< what came ahead of the launch; nullptr: nothing
    int earlyStages;
    float sum[B];

    template <WeightFormat Format>
    HEARTH_DEVICE void addOne(const PackedBlock<Format>& packed, int kBlock) {
        constexpr FormatTraits traits = traitsOf(Format);
        uint32_t words[8];
        unpackCodes(weight.codebook, packed, words);
        const BlockScales scales = scalesOf<Format>(packed.scale, packed.super);
        HEARTH_UNROLL for (int b = 0; b < B; ++b) {
            const int8_t* column = codes + (static_cast<int64_t>(b) * weight.kBlocks + kBlock) * 32;
            const auto low = loadVector<Words4>(column), high = loadVector<Words4>(column + 16);
            const ActivationBlock& block = blocks[b * weight.kBlocks + kBlock];
            const int sums[2] = {static_cast<int16_t>(block.sums), static_cast<int16_t>(block.sums >> 16U)};
            int products[2];
            products[0] =
                dot4(words[3], low.w, dot4(words[2], low.z, dot4(words[1], low.y, dot4(words[0], low.x, 0))));
            products[1] = traits.scales16() ? 0 : products[0];
            products[1] =
                dot4(words[7], high.w,
                     dot4(words[6], high.z, dot4(words[5], high.y, dot4(words[4], high.x, products[1]))));
            if constexpr (!traits.scales16()) products[0] = products[1];
            sum[b] = addBlock<Format>(sum[b], scales, products, block.scale, sums);
        }
    }

    /// Adds blocks k to k + Count - 1, all of them loaded before the first is used.
    template <WeightFormat Format, int Count>
    HEARTH_DEVICE void addSome(int k) {
        PackedBlock<Format> packed[Count];
        HEARTH_UNROLL for (int i = 0; i < Count; ++i) {
            loadCodeBits(weight, static_cast<int64_t>(rowPanel) * weight.kBlocks + k + i, row, packed[i]);
            loadScaleBits<Format>(weight, rowPanel, k + i, row, packed[i].scale);
            // Eight blocks share what stands above their scales.
            packed[i].super = i > 0 && (k + i) % 8 != 0 ? packed[i > 0 ? i - 1 : 0].super
                                                        : loadSuperBits<Format>(weight, rowPanel, k + i, row);
        }
        HEARTH_UNROLL for (int i = 0; i < Count; ++i) addOne(packed[i], k + i);
    }

    template <WeightFormat Format>
    HEARTH_DEVICE void run() {
        // Nothing of a format is to be computed ahead of the choice among them.
        const int thread = keepHere(static_cast<int>(threadX()));
        const int length = runLength(weight.kBlocks);
        int k = thread / unitRows * length;
        const int last = k + length < weight.kBlocks ? k + length : weight.kBlocks;
        if (early) {
            const EarlyWeights<Format> first(early, earlyStages, thread, weight.kBlocks);
            copyAsyncWait<0>();
            warpBarrier();
            PackedBlock<Format> packed{};
            HEARTH_NO_UNROLL for (int stage = 0; stage < first.count; ++stage) {
                HEARTH_UNROLL for (int i = 0; i < stageBlocks; ++i, ++k) {
                    if (k >= last) continue;
                    first.take(stage, i, stage + i == 0 || k % 8 == 0, packed);
                    addOne(packed, k);
                }
            }
        }
        HEARTH_NO_UNROLL for (; k + 4 <= last; k += 4) addSome<Format, 4>(k);
        HEARTH_NO_UNROLL for (; k < last; ++k) addSome<Format, 1>(k);
    }
};

/// The first weights of a block of threads set out.
struct AskEarly {
    const WeightView& weight;
    const Place& at;
    std::byte* memory;
    int stages;

    template <WeightFormat Format>
    HEARTH_DEVICE void run() {
        const EarlyWeights<Format> first(memory, stages, keepHere(static_cast<int>(threadX())),
                                         weight.kBlocks);
        first.ask(weight, at.rowPanel(), at.firstInRowPanel());
    }
};

template <int B>
HEARTH_DEVICE void sumQuantized(const WeightView& weight, const Place& at, const int8_t* codes,
                                const ActivationBlock* blocks, std::byte* early, int earlyStages,
                                float (&partial)[B][columnRuns][unitRows]) {
    const int inUnit = laneId() % unitRows;
    QuantizedRow<B> work{
        weight, at.rowPanel(), at.firstInRowPanel() + inUnit, codes, blocks, early, earlyStages, {}};
    withFormat(weight.format, work);
    HEARTH_UNROLL for (int b = 0; b < B; ++b) {
        partial[b][warpId() * runsPerWarp + laneId() / unitRows][inUnit] = work.sum[b];
    }
}

/// Stores the sums that an mma left in the lanes of a warp, of each of its runs.
template <int B>
HEARTH_DEVICE void storeRuns(const float (&sums)[runsPerWarp][4], float (&partial)[B][columnRuns][unitRows]) {
    const int g = laneId() / 4, t = laneId() % 4;
    HEARTH_UNROLL for (int run = 0; run < runsPerWarp; ++run) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            const int row = 8 * (i / 2) + g, column = 2 * t + i % 2;
            if (column < B) partial[column][warpId() * runsPerWarp + run][row] = sums[run][i];
        }
    }
}

/// The same for 16-bit weights on the tensor cores: the B columns are part of the eight that an mma has, the
/// others zeros, which costs nothing while reading the weights is what takes the time. A warp takes its runs
/// side by side.
template <int B>
HEARTH_DEVICE void sumHalf(const WeightView& weight, const Place& at, const uint16_t* halves,
                           float (&partial)[B][columnRuns][unitRows]) {
    const int g = laneId() / 4, t = laneId() % 4;
    const int length = runLength(weight.kBlocks);
    float sums[runsPerWarp][4] = {};
    HEARTH_UNROLL_4 for (int i = 0; i < length; ++i) {
        HEARTH_UNROLL for (int run = 0; run < runsPerWarp; ++run) {
            const int k = (warpId() * runsPerWarp + run) * length + i;
            if (k >= weight.kBlocks) continue;
            const std::byte* items =
                weight.low +
                (((static_cast<int64_t>(at.rowPanel()) * weight.kBlocks + k) * 4 + t) * rowPanelRows +
                 at.firstInRowPanel() + g) *
                    16;
            const auto first = loadStreaming<Words4>(items), second = loadStreaming<Words4>(items + 8 * 16);
            Words4 head{}, rest{};
            if (g < B) {
                const uint16_t* block = halves + (g * weight.kBlocks + k) * halfBlock + t * 8;
                head = loadVector<Words4>(block);
                rest = loadVector<Words4>(block + 32);
            }
            addHalfBlock(sums[run], halfRows(first, second), halfColumns(head, rest));
        }
    }
    storeRuns<B>(sums, partial);
}

/// The same for 8-bit floats, whose scales stand for four k-blocks.
template <int B>
HEARTH_DEVICE void sumBytes(const WeightView& weight, const Place& at, const uint16_t* halves,
                            float (&partial)[B][columnRuns][unitRows]) {
    const int g = laneId() / 4, t = laneId() % 4;
    const int length = runLength(weight.kBlocks);
    const bool wide = weight.format == WeightFormat::E5M2;
    float sums[runsPerWarp][4] = {}, scales[runsPerWarp][2] = {};
    HEARTH_UNROLL_4 for (int i = 0; i < length; ++i) {
        HEARTH_UNROLL for (int run = 0; run < runsPerWarp; ++run) {
            const int k = (warpId() * runsPerWarp + run) * length + i;
            if (k >= weight.kBlocks) continue;
            const std::byte* items =
                weight.low +
                (((static_cast<int64_t>(at.rowPanel()) * weight.kBlocks + k) * 4 + t) * rowPanelRows +
                 at.firstInRowPanel() + g) *
                    8;
            const auto first = loadStreaming<Words2>(items), second = loadStreaming<Words2>(items + 8 * 8);
            if (i == 0 || k % 4 == 0) {
                HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
                    scales[run][half] =
                        byteScale(weight, at.rowPanel(), k, at.firstInRowPanel() + 8 * half + g);
                }
            }
            Words4 head{}, rest{};
            if (g < B) {
                const uint16_t* block = halves + (g * weight.kBlocks + k) * halfBlock + t * 8;
                head = loadVector<Words4>(block);
                rest = loadVector<Words4>(block + 32);
            }
            addByteBlock(sums[run], byteRows(first, second, wide), halfColumns(head, rest), scales[run]);
        }
    }
    storeRuns<B>(sums, partial);
}

/// Plain rows of F32: two a warp, lanes across the columns.
template <int B>
HEARTH_DEVICE void sumFloat(const WeightView& weight, const Place& at, const float* x, int xStride,
                            float (&partial)[B][columnRuns][unitRows]) {
    for (int i = 0; i < unitRows / rowWarps; ++i) {
        const int inUnit = warpId() * (unitRows / rowWarps) + i;
        const int row = at.unit * unitRows + inUnit;
        const auto* values =
            reinterpret_cast<const float*>(weight.low) + static_cast<int64_t>(row) * weight.columns;
        HEARTH_UNROLL for (int b = 0; b < B; ++b) {
            float sum = 0;
            if (row < weight.rows) {
                HEARTH_UNROLL_4 for (int k = laneId(); k < weight.columns; k += 32) sum =
                    fusedMultiplyAdd(values[k], x[b * xStride + k], sum);
            }
            sum = warpSum(sum);
            if (laneId() < columnRuns) partial[b][laneId()][inUnit] = laneId() == 0 ? sum : 0.0F;
        }
    }
}

template <int B>
HEARTH_DEVICE float totalOf(const float (&partial)[B][columnRuns][unitRows], int b, int lane) {
    float total = partial[b][0][lane];
    HEARTH_UNROLL for (int run = 1; run < columnRuns; ++run) total += partial[b][run][lane];
    return total;
}

HEARTH_DEVICE void storeResult(const LinearView& view, int item, int column, float value) {
    value *= view.scale;
    if (view.softCap != 0) value = view.softCap * tanh(value / view.softCap);
    const int outRow = view.unitWeight ? item : item / view.units;
    const int unit = view.unitWeight ? 0 : item % view.units;
    float* to = view.out.data + outRow * view.out.stride + unit * view.outUnit + column;
    *to = view.accumulate ? *to + value : value;
}

/// True if this block is the last of `count` to arrive. It sees what the others have written.
HEARTH_DEVICE bool isLast(unsigned* arrived, unsigned count) {
    HEARTH_SHARED(bool, last);
    if (threadX() == 0) last = ticket(arrived, count) == count - 1;
    blockBarrier();
    return last;
}

/// The last block has the scores of all and chooses the experts of the group's rows, a warp a row.
template <int B>
HEARTH_DEVICE void routeGroup(const LinearView& view, int firstItem, std::byte* memory) {
    if (!isLast(view.router.arrived + blockY(), gridX())) return;
    const int row = firstItem + warpId();
    if (warpId() >= B || row >= view.rows) return;
    routeRow(view.router, row, reinterpret_cast<float*>(memory) + warpId() * routerFloats(view.router));
}

/// A unit is a part of one head; the block that makes its last one does what is left to do with the head, a
/// warp a row.
template <int B>
HEARTH_DEVICE void writeHeads(const LinearView& view, int firstItem, const Place& at, std::byte* memory) {
    const KvWriteView& kv = view.kv;
    if (at.part > (kv.k.columns ? 2 : 0)) return;
    const int dim = at.part == 0   ? kv.q.columns / kv.heads
                    : at.part == 1 ? kv.layer.keyDim
                                   : kv.layer.valueDim;
    int index = at.unit * unitRows / dim;
    if (at.part > 0) index += kv.heads + (at.part - 1) * kv.layer.kvHeads;
    unsigned* arrived = view.kvArrived + static_cast<int>(blockY()) * headsOf(kv) + index;
    if (!isLast(arrived, static_cast<unsigned>(dim / unitRows))) return;
    const int row = firstItem + warpId();
    if (warpId() >= B || row >= view.rows) return;
    writeHead(kv, row, index, reinterpret_cast<float*>(memory) + warpId() * dim);
}

/// For one input; more have no registers left for it.
template <int B, ProductKind Kind>
HEARTH_DEVICE void loadNormWeight(const LinearView& view, ShortRow& weight) {
    weight = {};
    if (B > 1 || Kind != ProductKind::Int8 || !view.norm.weight) return;
    if (isShortRow(view.norm, view.parts[0].weight.kBlocks))
        loadShortRow(view.norm.weight, view.in.columns, weight);
}

/// Brings the block's B inputs into shared memory in the form that the weights ask for. `repeat`: which unit
/// of a row whose units are added up.
template <int B, ProductKind Kind>
HEARTH_DEVICE void prepareInputs(const LinearView& view, int repeat, std::byte* memory,
                                 const ShortRow& normWeight, float (&scratch)[rowWarps],
                                 float (&halfScale)[B]) {
    const int kBlocks = view.parts[0].weight.kBlocks, columns = view.in.columns;
    const int firstItem = static_cast<int>(blockY()) * B;
    const int items = view.unitWeight ? view.rows : view.rows * view.units;
    for (int b = 0; b < B; ++b) {
        const int item = firstItem + b < items ? firstItem + b : items - 1;
        const int row = view.unitWeight ? item : item / view.units;
        const int unit = view.unitWeight ? repeat : item % view.units;
        const float* in =
            view.in.data + (view.rowMap ? view.rowMap[row] : row) * view.in.stride + unit * view.inUnit;
        if constexpr (Kind == ProductKind::Int8) {
            int8_t* codes = reinterpret_cast<int8_t*>(memory) + b * kBlocks * 32;
            auto* blocks = reinterpret_cast<ActivationBlock*>(memory + B * kBlocks * 32) + b * kBlocks;
            if (B == 1 && isShortRow(view.norm, kBlocks)) {
                quantizeShortRow(in, columns, kBlocks, view.norm, normWeight, scratch, codes, blocks);
                continue;
            }
            const NormScale by = measureRow(in, columns, view.norm, scratch);
            quantizeRow(in, columns, kBlocks, view.norm, by, codes, blocks);
            continue;
        }
        const NormScale by = measureRow(in, columns, view.norm, scratch);
        if constexpr (splitsRows(Kind)) {
            auto* halves = reinterpret_cast<uint16_t*>(memory);
            const float scale =
                splitRow(in, columns, kBlocks, view.norm, by, scratch, halves + b * kBlocks * halfBlock);
            if (threadX() == 0) halfScale[b] = scale;
        } else {
            float* x = reinterpret_cast<float*>(memory) + b * kBlocks * 32;
            for (int i = static_cast<int>(threadX()); i < kBlocks * 32; i += rowThreads)
                x[i] = i < columns ? normalized(in, i, view.norm, by) : 0.0F;
        }
    }
    blockBarrier();
}

/// Copies go to multiples of 16 bytes.
constexpr size_t roundUpTo16(size_t bytes) {
    return (bytes + 15) / 16 * 16;
}

/// Blocks that find room side by side, at least. `overlap`: those of the next launch begin while this one's
/// end, so that more are of use.
constexpr int blocksAtOnce(int columns, ProductKind kind, bool overlap) {
    return kind != ProductKind::Int8 ? 1 : columns == 1 && overlap ? 3 : 2;
}

/// B items (rows, or units of rows) at once; blockY counts groups of B. `earlyStages`: of weights that come
/// ahead of the launch, see planEarly().
template <int B, ProductKind Kind>
HEARTH_KERNEL_SEVERAL(256, blocksAtOnce(B, Kind, beginsEarly))
linearVector(HEARTH_PARAMETER(LinearView) view, int earlyStages) {
    HEARTH_SHARED(Partial<B>, partial);
    HEARTH_SHARED(float[rowWarps], scratch);
    HEARTH_SHARED(float[B], halfScale);
    HEARTH_SHARED_DYNAMIC(memory);
    const int kBlocks = view.parts[0].weight.kBlocks;
    const int firstItem = static_cast<int>(blockY()) * B;
    const int repeats = view.unitWeight ? view.units : 1;
    const int items = view.unitWeight ? view.rows : view.rows * view.units;
    const auto* codes = reinterpret_cast<const int8_t*>(memory);
    const auto* blocks = reinterpret_cast<const ActivationBlock*>(memory + B * kBlocks * 32);
    const auto* halves = reinterpret_cast<const uint16_t*>(memory);
    const auto* x = reinterpret_cast<const float*>(memory);

    int units = unitsOf(view.parts[0].weight);
    if (!view.gated) {
        for (int p = 1; p < view.partCount; ++p) units += unitsOf(view.parts[p].weight);
    }
    letNextLaunchBegin();
    std::byte* early = nullptr;
    if (Kind == ProductKind::Int8 && earlyStages > 0) {
        early = memory + roundUpTo16(B * kBlocks * (32 + sizeof(ActivationBlock)));
        const Place at = findUnit(view, static_cast<int>(blockX()));
        const WeightView weight =
            expertOf(view.parts[at.part].weight, view.expertIsUnit ? firstItem % view.units : 0);
        withFormat(weight.format, AskEarly{weight, at, early, earlyStages});
    }
    ShortRow normWeight;
    loadNormWeight<B, Kind>(view, normWeight);
    waitForLaunchBefore();
    // Those that are added up are all there.
    if (view.slot && !view.unitWeight && view.slot[view.expert[firstItem]] < 0) return;
    if (repeats == 1) prepareInputs<B, Kind>(view, 0, memory, normWeight, scratch, halfScale);
    for (int unit = static_cast<int>(blockX()); unit < units; unit += static_cast<int>(gridX())) {
        const Place at = findUnit(view, unit);
        const int lane = laneId(), column = warpId();  // of the results: B warps of 16 rows
        float weighted = 0;
        for (int repeat = 0; repeat < repeats; ++repeat) {
            if (repeats > 1) {
                ShortRow again;
                loadNormWeight<B, Kind>(view, again);
                prepareInputs<B, Kind>(view, repeat, memory, again, scratch, halfScale);
            }
            const int chosen = view.unitWeight ? firstItem * view.units + repeat : firstItem;
            const int expert = view.expert         ? view.expert[chosen]
                               : view.expertIsUnit ? firstItem % view.units
                                                   : 0;
            const int slot = view.slot ? view.slot[expert] : expert;
            for (int g = 0; g < (view.gated ? 2 : 1); ++g) {
                const WeightView weight = expertOf(view.parts[at.part + g].weight, slot);
                if constexpr (Kind == ProductKind::Int8) {
                    sumQuantized<B>(weight, at, codes, blocks, early, earlyStages, partial[g]);
                    early = nullptr;
                } else if constexpr (Kind == ProductKind::Half) {
                    sumHalf<B>(weight, at, halves, partial[g]);
                } else if constexpr (Kind == ProductKind::Bytes) {
                    sumBytes<B>(weight, at, halves, partial[g]);
                } else {
                    sumFloat<B>(weight, at, x, kBlocks * 32, partial[g]);
                }
            }
            blockBarrier();
            const LinearPartView& part = view.parts[at.part];
            const int row = at.unit * unitRows + lane;
            const auto resultOf = [&](int g) {
                const float total = totalOf<B>(partial[g], column, lane);
                if constexpr (Kind == ProductKind::Bytes) return roundedMultiply(total, halfScale[column]);
                if constexpr (Kind != ProductKind::Half) return total;
                const float rowScale = halfRowScale(view.parts[at.part + g].weight, slot, row);
                return scaleHalf(total, rowScale, halfScale[column]);
            };
            if (column < B && lane < unitRows && firstItem + column < items && row < part.weight.rows) {
                const float before = view.inputWeight ? view.inputWeight[firstItem + column] : 1.0F;
                const auto biased = [&](int g) {
                    const LinearPartView& of = view.parts[at.part + g];
                    const float total = before * resultOf(g);
                    return of.bias ? total + of.bias[of.expertBias * expert + row] : total;
                };
                float value = view.gated ? activateGate(view.activation, biased(0), biased(1), view.limit)
                                         : activate(view.activation, biased(0));
                if (view.unitWeight) {
                    if (view.expertScale) value *= view.expertScale[expert];
                    weighted =
                        fusedMultiplyAdd(view.sumsPlainly ? 1.0F : view.unitWeight[chosen], value, weighted);
                }
                if (repeat == repeats - 1) {
                    storeResult(view, firstItem + column, part.firstColumn + row,
                                view.unitWeight ? weighted : value);
                }
            }
            blockBarrier();
        }
    }
    if (view.router.experts > 0) routeGroup<B>(view, firstItem, memory);
    if (view.kv.heads > 0)  // a block of threads has one unit then
        writeHeads<B>(view, firstItem, findUnit(view, static_cast<int>(blockX())), memory);
}

/// Number of stages of weights whose loads can start before the launch, next to `bytes` for the inputs, so
/// that `blocks` blocks of threads fit at the same time; and the bytes of these stages.
struct Early {
    int stages = 0;
    size_t bytes = 0;
};
Early planEarly(const LinearView& view, size_t bytes, int blocks) {
    constexpr size_t others = 6 * 1024;  // sums, and what the system takes for a block
    int stages = 0, stage = 0;
    for (int p = 0; p < view.partCount; ++p) {
        const WeightFormat format = view.parts[p].weight.format;
        if (!isQuantized(format)) return {};
        stages = std::max(stages, mostEarlyStages(format));
        stage = std::max(stage, rowWarps * stageBytes(format));
    }
    const size_t each = view.sharedLimit / static_cast<size_t>(blocks);
    // Which experts they are of is not known ahead.
    if (view.expert || view.slot || each <= bytes + others) return {};
    stages = std::min(stages, static_cast<int>((each - bytes - others) / static_cast<size_t>(stage)));
    return {stages, static_cast<size_t>(stages) * static_cast<size_t>(stage)};
}

template <int B, ProductKind Kind>
void launchWith(const LinearView& view, size_t bytesPerColumn, StreamHandle stream) {
    int units = 0;
    for (int p = 0; p < (view.gated ? 1 : view.partCount); ++p)
        units += (view.parts[p].weight.rows + unitRows - 1) / unitRows;
    const int items = view.unitWeight ? view.rows : view.rows * view.units;
    const int groups = (items + B - 1) / B;
    // If there are more units than blocks that fit at once, each block takes several, all the same number.
    const int sideBySide = std::max(blocksAtOnce(B, Kind, launchesOverlap()), 2);
    const int room = std::max(view.multiprocessors * sideBySide / groups, 1);
    const bool oneEach = view.unitWeight || view.kv.heads > 0;
    const int rounds = oneEach ? 1 : (units + room - 1) / room;
    const auto x = static_cast<unsigned>((units + rounds - 1) / rounds);
    constexpr const char* names[] = {"linearVectorFloat", "linearVectorHalf", "linearVectorInt8",
                                     "linearVectorBytes"};
    const size_t bytes = roundUpTo16(B * bytesPerColumn);
    const Early early = planEarly(view, bytes, sideBySide);
    launchEarly(names[static_cast<int>(Kind)], linearVector<B, Kind>, {x, static_cast<unsigned>(groups)}, 256,
                bytes + early.bytes, stream, view, early.stages);
}

template <ProductKind Kind>
void launchColumns(const LinearView& view, StreamHandle stream) {
    const auto kBlocks = static_cast<size_t>(view.parts[0].weight.kBlocks);
    // Two f16 take as much as a float.
    size_t bytes = kBlocks * (Kind == ProductKind::Int8 ? 32 + sizeof(ActivationBlock) : 32 * sizeof(float));
    int floats = routerFloats(view.router);
    if (view.kv.heads > 0)
        floats = std::max({view.kv.q.columns / view.kv.heads, view.kv.layer.keyDim, view.kv.layer.valueDim});
    bytes = std::max(bytes, static_cast<size_t>(floats) * sizeof(float));
    // Experts differ from item to item.
    const int items = view.unitWeight || view.expert || view.expertIsUnit ? 1 : view.rows;
    const size_t room = view.sharedLimit - 20 * 1024;
    // There is no other kernel for plain floats.
    if constexpr (Kind == ProductKind::Float) {
        if (items > 4 && 8 * bytes <= room) return launchWith<8, Kind>(view, bytes, stream);
        if (items > 2 && 4 * bytes <= room) return launchWith<4, Kind>(view, bytes, stream);
    }
    if (items > 1 && 2 * bytes <= room) return launchWith<2, Kind>(view, bytes, stream);
    launchWith<1, Kind>(view, bytes, stream);
}

}  // namespace

bool joinsHeads(const LinearView& view, const KvWriteView& kv) {
    const auto isPart = [&](int index, const Rows& rows, int count) {
        const LinearPartView& part = view.parts[index];
        return index < view.partCount && rows.data == view.out.data + part.firstColumn &&
               rows.stride == view.out.stride && rows.columns == part.weight.rows &&
               rows.columns / count % rowPanelRows == 0;
    };
    // Such a norm waits for all heads.
    const auto spansHeads = [](const NormView& norm, const Rows& rows, int count) {
        return norm.weight && norm.columns == rows.columns && count > 1;
    };
    const bool plain = !view.codes && !view.halves && !view.rowMap && !view.gated && !view.accumulate &&
                       !view.expert && !view.expertIsUnit && !view.unitWeight && view.units == 1;
    if (!plain || view.router.experts > 0 || view.kv.heads > 0 || view.rows != kv.batch.rows ||
        view.rows > vectorRows || !isPart(0, kv.q, kv.heads) || spansHeads(kv.qNorm, kv.q, kv.heads))
        return false;
    if (!kv.k.columns) return true;
    const int count = kv.layer.kvHeads;
    return isPart(1, kv.k, count) && isPart(2, kv.v, count) && !spansHeads(kv.kNorm, kv.k, count) &&
           !spansHeads(kv.vNorm, kv.v, count);
}

void launchLinear(const LinearView& view, StreamHandle stream) {
    if (view.codes) return launchLinearTile(view, stream);
    if (view.halves) return launchHalfTile(view, stream);
    switch (productKind(view.parts[0].weight.format)) {
        case ProductKind::Int8:
            return launchColumns<ProductKind::Int8>(view, stream);
        case ProductKind::Half:
            return launchColumns<ProductKind::Half>(view, stream);
        case ProductKind::Bytes:
            return launchColumns<ProductKind::Bytes>(view, stream);
        case ProductKind::Float:
            return launchColumns<ProductKind::Float>(view, stream);
    }
}

}  // namespace hearth::cuda
