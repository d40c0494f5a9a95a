#pragma once

#include "backend/cuda/kv_access.h"

/// Parts shared by the kernels of attention for few rows: the slots that a block of threads takes, and the
/// joining of the parts of a row.
namespace hearth::cuda {

constexpr int attentionThreads = 256;
constexpr int attentionWarps = attentionThreads / warpSize32;
static_assert(attentionWarps * kvBlockPositions == splitPositions);
constexpr int joinedAtOnce = 64;  ///< parts
constexpr int partsUnderWay = 8;
/// Shared memory of joinParts(), in floats.
constexpr int joiningFloats(int heads) {
    return attentionThreads * 4 + joinedAtOnce * heads;
}

HEARTH_DEVICE float lowest() {
    return floatOf(0xff800000U);
}

/// The work of a block of threads.
struct Span {
    int row, sequence, slot;
    int written;                   ///< the first slot that the batch writes; what is before it stands
    int kvHead, firstHead, heads;  ///< query heads
    int split, splits;             ///< of this row
    int base, begin, end;          ///< slots: of the split, and those that are visible
};

/// Reads nothing but numbers of the batch, which no launch of a step writes. `most`: heads of a block of
/// threads.
HEARTH_DEVICE Span spanOf(const AttentionView& view, int most) {
    const BatchView& batch = view.batch;
    Span span;
    span.row = batch.decodeRow[blockZ()];
    span.sequence = batch.sequence[span.row];
    span.slot = batch.slot[span.row];
    span.written = batch.slot[batch.stateOf[3 * static_cast<int64_t>(span.sequence) + 1]];
    const int headsPerKv = view.heads / view.layer.kvHeads;
    const int tiles = (headsPerKv + most - 1) / most;
    span.kvHead = static_cast<int>(blockX()) / tiles;
    const int tile = static_cast<int>(blockX()) - span.kvHead * tiles;
    span.firstHead = span.kvHead * headsPerKv + tile * most;
    span.heads = headsPerKv - tile * most < most ? headsPerKv - tile * most : most;
    int visible = firstVisible(view, span.slot);
    int last = span.slot;
    if (view.bothSides) {
        last = lastSlot(batch, span.sequence);
        if (view.window && span.slot + view.window - 1 < last) last = span.slot + view.window - 1;
    }
    if (view.seesUnits) {
        const int first = batch.unit[span.row], end = batch.unit[batch.rows + span.row];
        if (view.wholeUnits && first < visible) visible = first;
        if (end > last) last = end;
    }
    span.splits = last / splitPositions - visible / splitPositions + 1;
    span.split = static_cast<int>(blockY());
    span.base = (visible / splitPositions + span.split) * splitPositions;
    span.begin = span.base > visible ? span.base : visible;
    span.end = span.base + splitPositions < last + 1 ? span.base + splitPositions : last + 1;
    return span;
}

/// The block of the cache that a warp works on.
struct WarpBlock {
    const std::byte* data;  ///< of the KV head
    const std::byte* keys;  ///< the same, or an residual block
    bool open = false;
    bool settled = false;     ///< earlier steps wrote all of it: it can be read before waitForLaunchBefore()
    int first = 0, last = 0;  ///< slots that are visible; none: nothing else is of use

    HEARTH_DEVICE bool holds(int slot) const { return slot >= first && slot < last; }
    HEARTH_DEVICE bool isEmpty() const { return first >= last; }
};

HEARTH_DEVICE WarpBlock blockOfWarp(const AttentionView& view, const Span& span) {
    const KvLayerView& layer = view.layer;
    // No null pointers: the compiler would not know any more that these are to global memory.
    WarpBlock block{layer.data, layer.data};
    const int base = span.base + warpId() * kvBlockPositions;
    block.first = span.begin > base ? span.begin - base : 0;
    block.last = span.end - base < kvBlockPositions ? span.end - base : kvBlockPositions;
    if (block.isEmpty()) return block;
    block.settled = base + kvBlockPositions <= span.written;
    block.data = headBlock(layer, blockOf(view.batch, layer.group, span.sequence, base), span.kvHead);
    block.open = layer.open && base / kvBlockPositions >= span.slot / kvBlockPositions;
    block.keys = block.open ? openKeys(layer, view.batch, span.sequence, base, span.kvHead) : block.data;
    return block;
}

/// Position of a head's partial results, and those of the following heads, in AttentionView::partial: first
/// the sums of all, (row, head, split, column), then (largest score, total of weights) of all, (row, head,
/// split).
struct Parts {
    float *sums, *scores;

    HEARTH_DEVICE Parts(const AttentionView& view, const Span& span, int g) {
        const int64_t before =
                          (static_cast<int64_t>(span.row) * view.heads + span.firstHead + g) * view.splits,
                      all = static_cast<int64_t>(view.batch.rows) * view.heads * view.splits;
        sums = view.partial + before * view.valueDim;
        scores = view.partial + all * view.valueDim + before * 2;
    }
};

/// Of every slices-th of `count` parts those that are under way at once, from part `s` on.
HEARTH_DEVICE void loadParts(const float* from, int valueDim, int s, int slices, int count,
                             Floats4 (&four)[partsUnderWay]) {
    HEARTH_UNROLL for (int i = 0; i < partsUnderWay; ++i) {
        four[i] = Floats4{};
        if (s + i * slices < count) four[i] = loadVector<Floats4>(from + (s + i * slices) * valueDim);
    }
}

/// Adds four columns of every slices-th of `count` parts, the first of which are under way, with their
/// weights.
HEARTH_DEVICE void addParts(const float* from, int valueDim, int slice, int slices, int count,
                            const float* weights, Floats4 (&four)[partsUnderWay], float (&sum)[4]) {
    HEARTH_NO_UNROLL for (int s = slice; s < count; s += slices * partsUnderWay) {
        if (s > slice) loadParts(from, valueDim, s, slices, count, four);
        HEARTH_UNROLL for (int i = 0; i < partsUnderWay; ++i) {
            if (s + i * slices >= count) continue;
            const float weight = weights[s + i * slices];
            sum[0] = fusedMultiplyAdd(weight, four[i].x, sum[0]);
            sum[1] = fusedMultiplyAdd(weight, four[i].y, sum[1]);
            sum[2] = fusedMultiplyAdd(weight, four[i].z, sum[2]);
            sum[3] = fusedMultiplyAdd(weight, four[i].w, sum[3]);
        }
    }
}

/// The same where columns do not come in whole quads; `left` columns, at most 4.
HEARTH_DEVICE void addPartElements(const float* from, int valueDim, int left, int slice, int slices,
                                   int count, const float* weights, float (&sum)[4]) {
    HEARTH_NO_UNROLL for (int s = slice; s < count; s += slices) {
        HEARTH_UNROLL for (int c = 0; c < 4; ++c) {
            if (c < left) sum[c] = fusedMultiplyAdd(weights[s], from[s * valueDim + c], sum[c]);
        }
    }
}

/// The largest score of all parts of each head, their total, and the weights of the first parts: a warp has a
/// head.
HEARTH_DEVICE void joinScores(const AttentionView& view, const Span& span, const Parts& parts, float* weights,
                              float* largest, float* totals) {
    const int g = warpId();
    if (g >= span.heads) return;
    const float* scores = parts.scores + g * view.splits * 2;
    const float sink = view.sinks ? view.sinks[span.firstHead + g] : lowest();
    constexpr int held = joinedAtOnce / warpSize32;
    float score[held], part[held];
    HEARTH_UNROLL for (int i = 0; i < held; ++i) {
        const int s = laneId() + i * warpSize32;
        score[i] = s < span.splits ? scores[2 * s] : lowest();
        part[i] = s < span.splits ? scores[2 * s + 1] : 0.0F;
    }
    float most = sink;
    HEARTH_UNROLL for (int i = 0; i < held; ++i) most = score[i] > most ? score[i] : most;
    HEARTH_NO_UNROLL for (int s = laneId() + joinedAtOnce; s < span.splits; s += warpSize32) most =
        scores[2 * s] > most ? scores[2 * s] : most;
    most = warpMax(most);
    float total = 0;
    HEARTH_UNROLL for (int i = 0; i < held; ++i) {
        const float weight = exp(score[i] - most);
        weights[g * joinedAtOnce + laneId() + i * warpSize32] = weight;
        total = fusedMultiplyAdd(part[i], weight, total);
    }
    HEARTH_NO_UNROLL for (int s = laneId() + joinedAtOnce; s < span.splits; s += warpSize32) total =
        fusedMultiplyAdd(scores[2 * s + 1], exp(scores[2 * s] - most), total);
    total = warpSum(total);
    if (view.sinks) total += exp(sink - most);
    if (laneId() != 0) return;
    largest[g] = most;
    totals[g] = total;
}

/// The weights of `count` parts from `begin` on, where they are more than are joined at once.
HEARTH_DEVICE void nextWeights(const AttentionView& view, const Span& span, const Parts& parts, int begin,
                               int count, const float* largest, float* weights) {
    blockBarrier();
    HEARTH_NO_UNROLL for (int i = static_cast<int>(threadX()); i < span.heads * joinedAtOnce;
                          i += attentionThreads) {
        const int head = i / joinedAtOnce, s = i % joinedAtOnce;
        if (s < count) weights[i] = exp(parts.scores[2 * (head * view.splits + begin + s)] - largest[head]);
    }
    blockBarrier();
}

/// Joins the parts of all heads: threads have four columns of a head each, and where these are few, every so
/// many parts. `memory`: joiningFloats(); `largest`, `totals`: (heads).
HEARTH_DEVICE void joinParts(const AttentionView& view, const Span& span, float* memory, float* largest,
                             float* totals) {
    float *sums = memory, *weights = memory + attentionThreads * 4;
    const int thread = static_cast<int>(threadX()), quads = (view.valueDim + 3) / 4;
    const int items = span.heads * quads;
    const int sliceBits = items <= 16 ? 4 : items <= 32 ? 3 : items <= 64 ? 2 : items <= 128 ? 1 : 0;
    const int perSlice = attentionThreads >> sliceBits, slices = 1 << sliceBits;
    const bool whole = view.valueDim % 4 == 0;
    const Parts parts(view, span, 0);
    HEARTH_NO_UNROLL for (int first = 0; first < items; first += perSlice) {
        const int item = first + (thread & (perSlice - 1)), slice = thread / perSlice;
        const int g = item / quads, dim = (item - g * quads) * 4, left = view.valueDim - dim;
        float sum[4] = {};
        HEARTH_NO_UNROLL for (int begin = 0; begin < span.splits; begin += joinedAtOnce) {
            const int count = span.splits - begin < joinedAtOnce ? span.splits - begin : joinedAtOnce;
            const float* from =
                parts.sums + static_cast<int64_t>(g * view.splits + begin) * view.valueDim + dim;
            // Sums need no weights to be under way.
            Floats4 four[partsUnderWay];
            loadParts(from, view.valueDim, slice, slices, whole && item < items ? count : 0, four);
            if (first == 0 && begin == 0) {
                joinScores(view, span, parts, weights, largest, totals);
                blockBarrier();
            } else if (span.splits > joinedAtOnce) {
                nextWeights(view, span, parts, begin, count, largest, weights);
            }
            if (item >= items) continue;
            const float* own = weights + g * joinedAtOnce;
            if (whole)
                addParts(from, view.valueDim, slice, slices, count, own, four, sum);
            else
                addPartElements(from, view.valueDim, left, slice, slices, count, own, sum);
        }
        if (first > 0) blockBarrier();  // the sums before are read
        storeVector(sums + thread * 4, Floats4{sum[0], sum[1], sum[2], sum[3]});
        blockBarrier();
        // Neighbours store neighbouring columns.
        HEARTH_NO_UNROLL for (int i = thread; i < perSlice * 4 && first + i / 4 < items;
                              i += attentionThreads) {
            const int head = (first + i / 4) / quads, column = (first + i / 4 - head * quads) * 4 + i % 4;
            if (column >= view.valueDim) continue;
            float all = 0;
            HEARTH_NO_UNROLL for (int other = 0; other < slices; ++other) all +=
                sums[other * perSlice * 4 + i];
            view.out.data[span.row * view.out.stride +
                          static_cast<int64_t>(span.firstHead + head) * view.valueDim + column] =
                all / totals[head];
        }
    }
}

/// After all threads of a block left its part of a row: whether it is the last of the row, which joins them.
/// `arrival`: shared.
HEARTH_DEVICE bool isLastOfRow(const AttentionView& view, const Span& span, unsigned& arrival) {
    blockBarrier();
    if (threadX() == 0) {
        arrival = ticket(view.counters + static_cast<int64_t>(span.row) * view.heads + blockX(),
                         static_cast<unsigned>(span.splits));
    }
    blockBarrier();
    return arrival == static_cast<unsigned>(span.splits - 1);
}

/// The same over keys and values in f16 on the tensor cores; see decodesHalves().
void launchAttentionDecodeHalf(const AttentionView& view, StreamHandle stream);
/// True if it supports the view: columns and rows come in whole vectors.
bool decodesHalves(const AttentionView& view);

}  // namespace hearth::cuda
