// Flash decoding (Dao et al. 2023) over keys and values in f16, on the tensor cores. A block of threads takes
// one KV head with up to eight query heads and 256 positions of one row's sequence, each of its warps one
// block of the cache. Queries, and the weights that become of scores, are split into two f16 numbers, rows 0
// to 7 and 8 to 15 of a fragment, so that nothing of them is lost. Fragments come from the cache as they lie
// there: which columns are called k, and n, is up to us. What a reply waits for is latency, so blocks of the
// cache that this step does not write are read before the launch in front has ended.
#include "backend/cuda/attention_parts.h"

namespace hearth::cuda {
namespace {

constexpr int mostHeads = 8;
constexpr int groupColumns = 32;  ///< of keys or values that lanes load together: 16 bytes of a tile each
constexpr int tiles = kvBlockPositions / 8;
constexpr int groupsUnderWay = 4;
constexpr int passColumns = groupsUnderWay * groupColumns;  ///< of values, that are summed up at once
constexpr int sumStride = passColumns + 4;                  ///< floats; four more share banks evenly
constexpr int widestKey = 512;
/// What weights are multiplied with, so that f16 has the small ones too.
constexpr float weightScale = 32768;

/// Dynamic shared memory.
struct HalfLayout {
    int sums, largest, totals, bytes;  ///< in bytes; in front the queries

    constexpr HalfLayout(int keyDim, int heads)
        : sums((keyDim + groupColumns - 1) / groupColumns * 2 * warpSize32 * 16),
          largest(0),
          totals(0),
          bytes(0) {
        int floats = attentionWarps * heads * sumStride;
        if (floats < joiningFloats(heads)) floats = joiningFloats(heads);
        largest = sums + floats * 4;
        totals = largest + attentionWarps * mostHeads * 4;
        bytes = totals + attentionWarps * mostHeads * 4;
    }
};

/// A lane's place in fragments: a head and a pair of positions or columns.
HEARTH_DEVICE int laneHead() {
    return laneId() / 4;
}
HEARTH_DEVICE int lanePair() {
    return laneId() % 4;
}

/// Two numbers as f16, and as f16 what that leaves of them.
struct HalfPair {
    uint32_t heads, rest;
};
HEARTH_DEVICE HalfPair splitHalves(float x, float y) {
    const uint16_t a = halfFromFloat(x), b = halfFromFloat(y);
    const uint16_t c = halfFromFloat(x - floatFromHalf(a)), d = halfFromFloat(y - floatFromHalf(b));
    return {static_cast<uint32_t>(a) | static_cast<uint32_t>(b) << 16U,
            static_cast<uint32_t>(c) | static_cast<uint32_t>(d) << 16U};
}

/// Scales queries and makes fragments of them, (group, half, lane): k is the column in a chunk of eight, and
/// lane % 4 which chunk.
HEARTH_DEVICE void stageQueries(const AttentionView& view, const Span& span, std::byte* fragments) {
    const int keyDim = view.layer.keyDim, perGroup = span.heads * 4;
    const int items = (keyDim + groupColumns - 1) / groupColumns * perGroup;
    for (int i = static_cast<int>(threadX()); i < items; i += attentionThreads) {
        const int group = i / perGroup, lane = i - group * perGroup,
                  dim = group * groupColumns + lane % 4 * 8;
        const float* from = view.q.data + span.row * view.q.stride +
                            static_cast<int64_t>(span.firstHead + lane / 4) * keyDim + dim;
        Floats4 four[2] = {};
        if (dim < keyDim) {
            four[0] = loadVector<Floats4>(from);
            four[1] = loadVector<Floats4>(from + 4);
        }
        HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
            const HalfPair x = splitHalves(four[half].x * view.scale, four[half].y * view.scale),
                           y = splitHalves(four[half].z * view.scale, four[half].w * view.scale);
            storeVector(fragments + ((group * 2 + half) * warpSize32 + lane) * 16,
                        Words4{x.heads, x.rest, y.heads, y.rest});
        }
    }
}

HEARTH_DEVICE int within(int i, int first, int last) {
    return i < first ? first : i > last ? last : i;
}

/// Where a lane reads keys and values of its warp's block: of each tile of eight positions eight columns of
/// one, or four of a pair. Instead of what is not seen, or not there, it reads something that is, for zeros
/// to multiply.
struct LanePlaces {
    int key[tiles], value[tiles];  ///< bytes into keys and values

    HEARTH_DEVICE LanePlaces(const KvLayerView& layer, const WarpBlock& block) {
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            key[n] = within(8 * n + laneHead(), block.first, block.last - 1) * 16;
            value[n] = within(4 * n + lanePair(), block.first / 2, (block.last - 1) / 2) * layer.valueDim * 4;
        }
    }
};

HEARTH_DEVICE void loadKeys(const KvLayerView& layer, const WarpBlock& block, const LanePlaces& places,
                            int group, Words4 (&keys)[tiles]) {
    const int chunk = group * 4 + lanePair();
    const std::byte* from = block.data + (chunk * 8 < layer.keyDim ? chunk : 0) * kvBlockPositions * 16;
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) keys[n] = loadVector<Words4>(from + places.key[n]);
}
HEARTH_DEVICE void loadGroups(const KvLayerView& layer, const WarpBlock& block, const LanePlaces& places,
                              int first, Words4 (&keys)[groupsUnderWay][tiles]) {
    HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
        if ((first + i) * groupColumns < layer.keyDim) loadKeys(layer, block, places, first + i, keys[i]);
    }
}

/// Adds the products of the queries with a group of keys: of a tile, (head, position).
HEARTH_DEVICE void multiplyKeys(const std::byte* fragments, int heads, int group, const Words4 (&keys)[tiles],
                                float (&sum)[tiles][4]) {
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        Words4 query{};
        if (laneHead() < heads)
            query = loadVector<Words4>(fragments + ((group * 2 + half) * warpSize32 + laneId()) * 16);
        const uint32_t a[4] = {query.x, query.y, query.z, query.w};
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            const uint32_t b[2] = {half == 0 ? keys[n].x : keys[n].z, half == 0 ? keys[n].y : keys[n].w};
            mmaF16(sum[n], a, b);
        }
    }
}

HEARTH_DEVICE void loadValues(const KvLayerView& layer, const WarpBlock& block, const LanePlaces& places,
                              int group, Words4 (&values)[tiles]) {
    const int dim = group * groupColumns + laneHead() * 4;
    if (group * groupColumns >= layer.valueDim) return;
    const std::byte* from = block.data + layer.valueOffset + (dim < layer.valueDim ? dim : 0) * 4;
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) values[n] = loadVector<Words4>(from + places.value[n]);
}

/// Nobody has written the second position of the last pair where only its first is seen: it may be no number.
HEARTH_DEVICE void forgetUnwritten(const WarpBlock& block, Words4 (&values)[tiles]) {
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        if (4 * n + lanePair() < block.last / 2) continue;
        values[n] = {values[n].x & 0xffffU, values[n].y & 0xffffU, values[n].z & 0xffffU,
                     values[n].w & 0xffffU};
    }
}

/// A warp's weights as fragments, (head, position), in two parts of 16 positions.
struct Weights {
    uint32_t a[2][4];
};

/// Turns products into weights, relative to the largest score of the warp, which it leaves with their total.
HEARTH_DEVICE Weights makeWeights(const AttentionView& view, const WarpBlock& block,
                                  const float (&sum)[tiles][4], float* largest, float* totals) {
    float score[tiles][2], most = lowest(), total = 0;
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 2; ++i) score[n][i] = sum[n][i] + sum[n][2 + i];
    }
    if (view.softCap != 0) {
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            HEARTH_UNROLL for (int i = 0; i < 2; ++i) score[n][i] =
                view.softCap * tanh(score[n][i] / view.softCap);
        }
    }
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 2; ++i) {
            if (!block.holds(8 * n + 2 * lanePair() + i)) score[n][i] = lowest();
            most = score[n][i] > most ? score[n][i] : most;
        }
    }
    HEARTH_UNROLL for (int mask = 1; mask <= 2; mask <<= 1) {
        const float other = shuffleXor(most, mask);
        most = other > most ? other : most;
    }
    Weights weights;
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        const float x = exp(score[n][0] - most), y = exp(score[n][1] - most);
        total += x;
        total += y;
        const HalfPair pair = splitHalves(x * weightScale, y * weightScale);
        weights.a[n / 2][n % 2 * 2] = pair.heads;
        weights.a[n / 2][n % 2 * 2 + 1] = pair.rest;
    }
    HEARTH_UNROLL for (int mask = 1; mask <= 2; mask <<= 1) total += shuffleXor(total, mask);
    if (lanePair() == 0) {
        largest[laneHead()] = most;
        totals[laneHead()] = total;
    }
    return weights;
}

HEARTH_DEVICE uint32_t wordOf(const Words4& words, int i) {
    return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w;
}

/// Sums a group of values up with the weights: (head, column), eight neighbouring columns a lane. `sums`: of
/// the warp, at the group.
HEARTH_DEVICE void multiplyValues(const Weights& weights, const Words4 (&values)[tiles], int heads,
                                  float* sums) {
    float d[4][4] = {};
    HEARTH_UNROLL for (int s = 0; s < 2; ++s) {
        HEARTH_UNROLL for (int w = 0; w < 4; ++w) {
            const uint32_t b[2] = {wordOf(values[2 * s], w), wordOf(values[2 * s + 1], w)};
            mmaF16(d[w], weights.a[s], b);
        }
    }
    if (laneHead() >= heads) return;
    constexpr float inverse = 1 / weightScale;
    HEARTH_UNROLL for (int i = 0; i < 2; ++i) {
        storeVector(sums + laneHead() * sumStride + 8 * lanePair() + 4 * i,
                    Floats4{(d[0][i] + d[0][2 + i]) * inverse, (d[1][i] + d[1][2 + i]) * inverse,
                            (d[2][i] + d[2][2 + i]) * inverse, (d[3][i] + d[3][2 + i]) * inverse});
    }
}

/// What the warps that have positions left of a head, each relative to its own largest score.
struct WarpParts {
    float most, factor[attentionWarps], total;

    HEARTH_DEVICE WarpParts(const float* largest, const float* totals, int first, int last)
        : most(lowest()), total(0) {
        HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) {
            factor[warp] = lowest();
            if (warp >= first && warp <= last) factor[warp] = largest[warp * mostHeads];
            most = factor[warp] > most ? factor[warp] : most;
        }
        HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) {
            factor[warp] = exp(factor[warp] - most);
            if (warp >= first && warp <= last)
                total = fusedMultiplyAdd(totals[warp * mostHeads], factor[warp], total);
        }
    }
};

/// Adds up what the warps have of the columns of one pass, in their order. A row with one part is finished
/// with that.
HEARTH_DEVICE void finishColumns(const AttentionView& view, const Span& span, int firstColumn,
                                 const float* sums, const float* largest, const float* totals) {
    const int left = view.valueDim - firstColumn;
    const int pairBits = left > 64 ? 6 : left > 32 ? 5 : 4;
    const int first = (span.begin - span.base) / kvBlockPositions,
              last = (span.end - 1 - span.base) / kvBlockPositions;
    for (int i = static_cast<int>(threadX()); i < span.heads << pairBits; i += attentionThreads) {
        const int g = i >> pairBits, column = (i & ((1 << pairBits) - 1)) * 2;
        if (column >= left) continue;
        Floats2 two[attentionWarps];
        HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) {
            two[warp] = Floats2{};
            if (warp >= first && warp <= last)
                two[warp] = loadVector<Floats2>(sums + (warp * span.heads + g) * sumStride + column);
        }
        const WarpParts parts(largest + g, totals + g, first, last);
        Floats2 sum{};
        HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) {
            sum.x = fusedMultiplyAdd(two[warp].x, parts.factor[warp], sum.x);
            sum.y = fusedMultiplyAdd(two[warp].y, parts.factor[warp], sum.y);
        }
        const int dim = firstColumn + column, head = span.firstHead + g;
        if (span.splits > 1) {
            const Parts to(view, span, g);
            storeVector(to.sums + static_cast<int64_t>(span.split) * view.valueDim + dim, sum);
            if (dim != 0) continue;
            to.scores[2 * span.split] = parts.most;
            to.scores[2 * span.split + 1] = parts.total;
            continue;
        }
        const float sink = view.sinks ? view.sinks[head] : lowest();
        const float most = sink > parts.most ? sink : parts.most, factor = exp(parts.most - most);
        const float share = factor / (parts.total * factor + (view.sinks ? exp(sink - most) : 0.0F));
        storeVector(
            view.out.data + span.row * view.out.stride + static_cast<int64_t>(head) * view.valueDim + dim,
            Floats2{sum.x * share, sum.y * share});
    }
}

HEARTH_KERNEL_SEVERAL(256, 2)
attentionDecodeHalf(HEARTH_PARAMETER(AttentionView) view) {
    const KvLayerView& layer = view.layer;
    HEARTH_SHARED_DYNAMIC(memory);
    HEARTH_SHARED(unsigned, arrival);
    letNextLaunchBegin();
    const Span span = spanOf(view, mostHeads);
    if (span.split >= span.splits) return;
    const WarpBlock block = blockOfWarp(view, span);
    const HalfLayout at(layer.keyDim, span.heads);
    auto *sums = reinterpret_cast<float*>(memory + at.sums),
         *largest = reinterpret_cast<float*>(memory + at.largest),
         *totals = reinterpret_cast<float*>(memory + at.totals);
    float* ownSums = sums + warpId() * span.heads * sumStride;

    const LanePlaces places(layer, block);
    Words4 keys[groupsUnderWay][tiles], values[groupsUnderWay][tiles];
    if (block.settled) loadGroups(layer, block, places, 0, keys);
    waitForLaunchBefore();
    if (!block.settled && !block.isEmpty()) loadGroups(layer, block, places, 0, keys);
    stageQueries(view, span, memory);
    blockBarrier();

    Weights weights{};
    if (!block.isEmpty()) {
        const int groups = (layer.keyDim + groupColumns - 1) / groupColumns;
        float sum[tiles][4] = {};
        int first = 0;
        HEARTH_NO_UNROLL for (; first + groupsUnderWay < groups; first += groupsUnderWay) {
            HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i)
                multiplyKeys(memory, span.heads, first + i, keys[i], sum);
            loadGroups(layer, block, places, first + groupsUnderWay, keys);
        }
        // Values take the place of the keys that are done with.
        HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
            if (first + i < groups) multiplyKeys(memory, span.heads, first + i, keys[i], sum);
            loadValues(layer, block, places, i, values[i]);
        }
        weights =
            makeWeights(view, block, sum, largest + warpId() * mostHeads, totals + warpId() * mostHeads);
    }
    HEARTH_NO_UNROLL for (int column = 0; column < view.valueDim; column += passColumns) {
        const int group = column / groupColumns;
        if (column > 0) blockBarrier();  // the sums before are read
        if (!block.isEmpty()) {
            HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
                if (column > 0) loadValues(layer, block, places, group + i, values[i]);
            }
            HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
                if (block.last % 2 != 0) forgetUnwritten(block, values[i]);
                if (column + i * groupColumns < view.valueDim)
                    multiplyValues(weights, values[i], span.heads, ownSums + i * groupColumns);
            }
        }
        blockBarrier();
        finishColumns(view, span, column, sums, largest, totals);
    }
    if (span.splits == 1 || !isLastOfRow(view, span, arrival)) return;
    joinParts(view, span, sums, largest, totals);
}

bool isAligned(const Rows& rows, unsigned bytes) {
    return (reinterpret_cast<uint64_t>(rows.data) | static_cast<uint64_t>(rows.stride) * sizeof(float)) %
               bytes ==
           0;
}

}  // namespace

bool decodesHalves(const AttentionView& view) {
    const KvLayerView& layer = view.layer;
    return layer.keyType == KvCode::F16 && layer.valueType == KvCode::F16 && layer.valueDim != 0 &&
           layer.keyDim % 8 == 0 && layer.keyDim <= widestKey && layer.valueDim % 4 == 0 &&
           isAligned(view.q, 16) && isAligned(view.out, 8);
}

void launchAttentionDecodeHalf(const AttentionView& view, StreamHandle stream) {
    const int headsPerKv = view.heads / view.layer.kvHeads;
    const int tilesOfHead = (headsPerKv + mostHeads - 1) / mostHeads;
    const HalfLayout layout(view.layer.keyDim, headsPerKv < mostHeads ? headsPerKv : mostHeads);
    launchEarly("attentionDecode", attentionDecodeHalf,
                {static_cast<unsigned>(view.layer.kvHeads * tilesOfHead), static_cast<unsigned>(view.splits),
                 static_cast<unsigned>(view.batch.decodeRows)},
                attentionThreads, static_cast<size_t>(layout.bytes), stream, view);
}

}  // namespace hearth::cuda
