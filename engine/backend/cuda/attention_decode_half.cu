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
/// Factor of the weights, so that f16 can represent the small ones too.
constexpr float weightScale = 32768;

constexpr int groupsOf(int columns) {
    return (columns + groupColumns - 1) / groupColumns;
}

/// Dynamic shared memory.
struct HalfLayout {
    int sums, largest, totals, most, bytes;  ///< in bytes; in front the queries

    constexpr HalfLayout(int keyDim, int heads)
        : sums(groupsOf(keyDim) * 2 * warpSize32 * 16), largest(0), totals(0), most(0), bytes(0) {
        int floats = attentionWarps * heads * sumStride;
        if (floats < joiningFloats(heads)) floats = joiningFloats(heads);
        largest = sums + floats * 4;
        totals = largest + attentionWarps * mostHeads * 4;
        most = totals + attentionWarps * mostHeads * 4;
        bytes = most + mostHeads * 4;
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
/// lane % 4 which chunk. Heads that there are not are zeros.
HEARTH_DEVICE void stageQueries(const AttentionView& view, const Span& span, int keyDim,
                                std::byte* fragments) {
    const float* queries =
        view.q.data + span.row * view.q.stride + static_cast<int64_t>(span.firstHead) * keyDim;
    HEARTH_NO_UNROLL for (int i = static_cast<int>(threadX()); i < groupsOf(keyDim) * warpSize32;
                          i += attentionThreads) {
        const int group = i / warpSize32, lane = i % warpSize32, dim = group * groupColumns + lane % 4 * 8;
        Floats4 four[2] = {};
        if (lane / 4 < span.heads && dim < keyDim) {
            const float* from = queries + lane / 4 * keyDim + dim;
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
/// The fragments of a group.
struct Query {
    Words4 half[2];

    HEARTH_DEVICE Query(const std::byte* fragments, int group) {
        HEARTH_UNROLL for (int i = 0; i < 2; ++i) half[i] =
            loadVector<Words4>(fragments + ((group * 2 + i) * warpSize32 + laneId()) * 16);
    }
};

HEARTH_DEVICE float larger(float a, float b) {
    return a > b ? a : b;
}
HEARTH_DEVICE int within(int i, int first, int last) {
    return i < first ? first : i > last ? last : i;
}

/// Addresses where a lane reads keys and values of its warp's block: of each tile of eight positions, eight
/// columns of one, or four of a pair. For positions that are not visible or do not exist, it reads other
/// data, which is multiplied by zeros.
struct KeyPlaces {
    const std::byte* at[tiles];  ///< of the first group

    HEARTH_DEVICE explicit KeyPlaces(const WarpBlock& block) {
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) at[n] =
            block.data +
            (lanePair() * kvBlockPositions + within(8 * n + laneHead(), block.first, block.last - 1)) * 16;
    }
};
struct ValuePlaces {
    const std::byte* at[tiles];

    HEARTH_DEVICE ValuePlaces(const KvLayerView& layer, const WarpBlock& block, int valueDim) {
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            const int pair = within(4 * n + lanePair(), block.first / 2, (block.last - 1) / 2);
            at[n] = block.data + layer.valueOffset + (pair * valueDim + laneHead() * 4) * 4;
        }
    }
};

HEARTH_DEVICE void loadKeys(const KeyPlaces& places, int group, int keyDim, Words4 (&keys)[tiles]) {
    constexpr int chunkBytes = kvBlockPositions * 16;
    const bool there = group * groupColumns + lanePair() * 8 < keyDim;
    const int offset = there ? group * 4 * chunkBytes : -lanePair() * chunkBytes;
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) keys[n] = loadVector<Words4>(places.at[n] + offset);
}
HEARTH_DEVICE void loadGroups(const KeyPlaces& places, int first, int keyDim,
                              Words4 (&keys)[groupsUnderWay][tiles]) {
    HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
        if ((first + i) * groupColumns < keyDim) loadKeys(places, first + i, keyDim, keys[i]);
    }
}

/// Adds the products of the queries with a group of keys: of a tile, (head, position).
HEARTH_DEVICE void multiplyKeys(const Query& query, const Words4 (&keys)[tiles], float (&sum)[tiles][4]) {
    HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
        const Words4& own = query.half[half];
        const uint32_t a[4] = {own.x, own.y, own.z, own.w};
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            const uint32_t b[2] = {half == 0 ? keys[n].x : keys[n].z, half == 0 ? keys[n].y : keys[n].w};
            mmaF16(sum[n], a, b);
        }
    }
}

HEARTH_DEVICE void loadValues(const ValuePlaces& places, int group, int valueDim, Words4 (&values)[tiles]) {
    if (group * groupColumns >= valueDim) return;
    const bool there = group * groupColumns + laneHead() * 4 < valueDim;
    const int offset = there ? group * groupColumns * 4 : -laneHead() * 16;
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) values[n] = loadVector<Words4>(places.at[n] + offset);
}

/// Nobody has written the second position of the last pair where only its first is seen: it may be no number.
HEARTH_DEVICE void forgetUnwritten(const WarpBlock& block, Words4 (&values)[tiles]) {
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        if (4 * n + lanePair() < block.last / 2) continue;
        values[n] = {values[n].x & 0xffffU, values[n].y & 0xffffU, values[n].z & 0xffffU,
                     values[n].w & 0xffffU};
    }
}

/// A warp's weights as fragments, (head, position), in two parts of 16 positions, relative to the largest
/// score of a head; the same for all lanes of it.
struct Weights {
    uint32_t a[2][4] = {};
    float largest = lowest(), total = 0;
};

HEARTH_DEVICE Weights makeWeights(const AttentionView& view, const WarpBlock& block,
                                  const float (&sum)[tiles][4]) {
    float score[tiles][2];
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        HEARTH_UNROLL for (int i = 0; i < 2; ++i) score[n][i] = sum[n][i] + sum[n][2 + i];
    }
    if (view.softCap != 0) {
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            HEARTH_UNROLL for (int i = 0; i < 2; ++i) score[n][i] =
                view.softCap * tanh(score[n][i] / view.softCap);
        }
    }
    if (block.first > 0 || block.last < kvBlockPositions) {
        HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
            HEARTH_UNROLL for (int i = 0; i < 2; ++i) {
                if (!block.holds(8 * n + 2 * lanePair() + i)) score[n][i] = lowest();
            }
        }
    }
    // As a tree: each step waits for the one before.
    float most[tiles];
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) most[n] = larger(score[n][0], score[n][1]);
    Weights weights;
    weights.largest = larger(larger(most[0], most[1]), larger(most[2], most[3]));
    HEARTH_UNROLL for (int mask = 1; mask <= 2; mask <<= 1) weights.largest =
        larger(weights.largest, shuffleXor(weights.largest, mask));
    float total[tiles];
    HEARTH_UNROLL for (int n = 0; n < tiles; ++n) {
        const float x = exp(score[n][0] - weights.largest), y = exp(score[n][1] - weights.largest);
        total[n] = x + y;
        const HalfPair pair = splitHalves(x * weightScale, y * weightScale);
        weights.a[n / 2][n % 2 * 2] = pair.heads;
        weights.a[n / 2][n % 2 * 2 + 1] = pair.rest;
    }
    weights.total = (total[0] + total[1]) + (total[2] + total[3]);
    HEARTH_UNROLL for (int mask = 1; mask <= 2; mask <<= 1) weights.total += shuffleXor(weights.total, mask);
    return weights;
}

/// Shared numbers of heads: the largest score of each warp and the totals of their weights, (warp, head),
/// these relative to `most`, the largest score of all, (head).
struct HeadNumbers {
    float *largest, *totals, *most;
};

/// Tells the other warps of a warp's weights; what their sums are to be multiplied with.
HEARTH_DEVICE float agreeOnLargest(const Weights& weights, const HeadNumbers& heads) {
    const int g = laneHead(), own = warpId() * mostHeads + g;
    if (lanePair() == 0) heads.largest[own] = weights.largest;
    blockBarrier();
    float largest[attentionWarps];
    HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) largest[warp] =
        heads.largest[warp * mostHeads + g];
    HEARTH_UNROLL for (int step = 1; step < attentionWarps; step *= 2) {
        HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; warp += 2 * step) largest[warp] =
            larger(largest[warp], largest[warp + step]);
    }
    const float factor = exp(weights.largest - largest[0]);
    if (lanePair() == 0) {
        heads.totals[own] = weights.total * factor;
        if (warpId() == 0) heads.most[g] = largest[0];
    }
    return factor / weightScale;
}

HEARTH_DEVICE uint32_t wordOf(const Words4& words, int i) {
    return i == 0 ? words.x : i == 1 ? words.y : i == 2 ? words.z : words.w;
}

/// A group of values times the weights, (head, column).
struct ValueSums {
    float of[4][4] = {};  ///< lane's columns in steps of four

    HEARTH_DEVICE void add(const Weights& weights, const Words4 (&values)[tiles]) {
        HEARTH_UNROLL for (int w = 0; w < 4; ++w) {
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) of[w][i] = 0;
        }
        HEARTH_UNROLL for (int s = 0; s < 2; ++s) {
            HEARTH_UNROLL for (int w = 0; w < 4; ++w) {
                const uint32_t b[2] = {wordOf(values[2 * s], w), wordOf(values[2 * s + 1], w)};
                mmaF16(of[w], weights.a[s], b);
            }
        }
    }
    /// Eight neighbouring columns of a head. `sums`: of the warp, at the group.
    HEARTH_DEVICE void store(float factor, int heads, float* sums) const {
        if (laneHead() >= heads) return;
        HEARTH_UNROLL for (int i = 0; i < 2; ++i) {
            storeVector(sums + laneHead() * sumStride + 8 * lanePair() + 4 * i,
                        Floats4{(of[0][i] + of[0][2 + i]) * factor, (of[1][i] + of[1][2 + i]) * factor,
                                (of[2][i] + of[2][2 + i]) * factor, (of[3][i] + of[3][2 + i]) * factor});
        }
    }
};

/// Stores the sums of a warp without positions: zeros.
HEARTH_DEVICE void clearSums(int groups, int heads, float* sums) {
    HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
        if (i < groups) ValueSums{}.store(0, heads, sums + i * groupColumns);
    }
}

/// Sums up the values of one pass: the products of `Ahead` groups are computed while those of the previous
/// group are stored.
template <int Ahead>
HEARTH_DEVICE void sumValues(const Weights& weights, const WarpBlock& block, float factor, int groups,
                             int heads, Words4 (&values)[groupsUnderWay][tiles], float* sums) {
    if (block.last % 2 != 0) {
        HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
            if (i < groups) forgetUnwritten(block, values[i]);
        }
    }
    ValueSums of[Ahead + 1];
    HEARTH_UNROLL for (int i = 0; i < groupsUnderWay + Ahead; ++i) {
        const int stored = i - Ahead;
        if (i < groupsUnderWay && i < groups) of[i % (Ahead + 1)].add(weights, values[i]);
        if (stored >= 0 && stored < groups)
            of[stored % (Ahead + 1)].store(factor, heads, sums + stored * groupColumns);
    }
}

/// Adds up what the warps have of the columns of one pass, in their order. A row with one part is finished
/// with that.
HEARTH_DEVICE void finishColumns(const AttentionView& view, const Span& span, int firstColumn, int valueDim,
                                 const float* sums, const HeadNumbers& heads) {
    const int left = valueDim - firstColumn;
    const int pairBits = left > 64 ? 6 : left > 32 ? 5 : 4;
    HEARTH_NO_UNROLL for (int i = static_cast<int>(threadX()); i < span.heads << pairBits;
                          i += attentionThreads) {
        const int g = i >> pairBits, column = (i & ((1 << pairBits) - 1)) * 2;
        if (column >= left) continue;
        Floats2 two[attentionWarps];
        float totals[attentionWarps];
        HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) {
            two[warp] = loadVector<Floats2>(sums + (warp * span.heads + g) * sumStride + column);
            totals[warp] = heads.totals[warp * mostHeads + g];
        }
        const float largest = heads.most[g];
        Floats2 sum = two[0];
        float total = totals[0];
        HEARTH_UNROLL for (int warp = 1; warp < attentionWarps; ++warp) {
            sum.x += two[warp].x;
            sum.y += two[warp].y;
            total += totals[warp];
        }
        const int dim = firstColumn + column, head = span.firstHead + g;
        if (span.splits > 1) {
            const Parts to(view, span, g);
            storeVector(to.sums + static_cast<int64_t>(span.split) * valueDim + dim, sum);
            if (dim != 0) continue;
            to.scores[2 * span.split] = largest;
            to.scores[2 * span.split + 1] = total;
            continue;
        }
        float factor = 1;
        if (view.sinks) {
            const float sink = view.sinks[head], most = larger(sink, largest);
            factor = exp(largest - most);
            total = fusedMultiplyAdd(total, factor, exp(sink - most));
        }
        const float share = factor / total;
        storeVector(view.out.data + span.row * view.out.stride + static_cast<int64_t>(head) * valueDim + dim,
                    Floats2{sum.x * share, sum.y * share});
    }
}

/// True if values are loaded before their weights are known. This needs enough registers, which the oldest
/// GPUs do not have, because their fragments are smaller.
template <int Dim>
constexpr bool readsValuesEarly = Dim != 0 && (Dim < 128 || copiesPassRegisters);

/// `Dim`: of keys and values, or 0: any.
template <int Dim>
HEARTH_KERNEL_SEVERAL(256, 2)
attentionDecodeHalf(HEARTH_PARAMETER(AttentionView) view) {
    const KvLayerView& layer = view.layer;
    HEARTH_SHARED_DYNAMIC(memory);
    HEARTH_SHARED(unsigned, arrival);
    letNextLaunchBegin();
    const Span span = spanOf(view, mostHeads);
    if (span.split >= span.splits) return;
    const int keyDim = Dim ? Dim : layer.keyDim, valueDim = Dim ? Dim : view.valueDim;
    const WarpBlock block = blockOfWarp(view, span);
    const KeyPlaces places(block);
    Words4 keys[groupsUnderWay][tiles], values[groupsUnderWay][tiles];
    if (block.settled) loadGroups(places, 0, keyDim, keys);
    waitForLaunchBefore();
    if (!block.settled && !block.isEmpty()) loadGroups(places, 0, keyDim, keys);
    stageQueries(view, span, keyDim, memory);
    blockBarrier();

    Weights weights;
    if (!block.isEmpty()) {
        const int groups = groupsOf(keyDim);
        float sum[tiles][4] = {};
        int first = 0;
        HEARTH_NO_UNROLL for (; first + groupsUnderWay < groups; first += groupsUnderWay) {
            HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i)
                multiplyKeys(Query(memory, first + i), keys[i], sum);
            loadGroups(places, first + groupsUnderWay, keyDim, keys);
        }
        const ValuePlaces behind(layer, block, valueDim);
        // Values take the place of the keys that are done with.
        HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
            if (first + i < groups) multiplyKeys(Query(memory, first + i), keys[i], sum);
            warpBarrier();  // or the compiler would have too many under way
            if (readsValuesEarly<Dim> && i > 0) loadValues(behind, i - 1, valueDim, values[i - 1]);
            warpBarrier();
        }
        if (readsValuesEarly<Dim>)
            loadValues(behind, groupsUnderWay - 1, valueDim, values[groupsUnderWay - 1]);
        weights = makeWeights(view, block, sum);
    }
    const HalfLayout at(keyDim, span.heads);
    auto* sums = reinterpret_cast<float*>(memory + at.sums);
    const HeadNumbers heads{reinterpret_cast<float*>(memory + at.largest),
                            reinterpret_cast<float*>(memory + at.totals),
                            reinterpret_cast<float*>(memory + at.most)};
    float* ownSums = sums + warpId() * span.heads * sumStride;
    const float factor = agreeOnLargest(weights, heads);
    HEARTH_NO_UNROLL for (int column = 0; column < valueDim; column += passColumns) {
        if (column > 0) blockBarrier();  // the sums before are read
        if (!readsValuesEarly<Dim> && !block.isEmpty()) {
            const ValuePlaces behind(layer, block, valueDim);
            HEARTH_UNROLL for (int i = 0; i < groupsUnderWay; ++i) {
                loadValues(behind, column / groupColumns + i, valueDim, values[i]);
            }
        }
        const int groups = groupsOf(valueDim - column);
        if (block.isEmpty())
            clearSums(groups, span.heads, ownSums);
        else
            sumValues<readsValuesEarly<Dim> ? 1 : 0>(weights, block, factor, groups, span.heads, values,
                                                     ownSums);
        blockBarrier();
        finishColumns(view, span, column, valueDim, sums, heads);
    }
    if (span.splits == 1 || !isLastOfRow(view, span, arrival)) return;
    joinParts(view, span, sums, heads.largest, heads.totals);
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
    const int dim = view.layer.keyDim == view.valueDim ? view.valueDim : 0;
    launchEarly("attentionDecode",
                dim == 128  ? attentionDecodeHalf<128>
                : dim == 64 ? attentionDecodeHalf<64>
                            : attentionDecodeHalf<0>,
                {static_cast<unsigned>(view.layer.kvHeads * tilesOfHead), static_cast<unsigned>(view.splits),
                 static_cast<unsigned>(view.batch.decodeRows)},
                attentionThreads, static_cast<size_t>(layout.bytes), stream, view);
}

}  // namespace hearth::cuda
