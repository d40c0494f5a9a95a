// Flash decoding (Dao et al. 2023): a block of threads takes one KV head with its query heads and 256
// positions of one row's sequence, each of its warps one block of the cache; the last block of a row to
// finish joins the parts, in the order of the positions. What a row waits for is memory, and mostly its
// latency, so loads are independent of each other wherever they can be, and several of a thread are under
// way.
#include "backend/cuda/attention_parts.h"
#include "backend/cuda/value_readers.h"

namespace hearth::cuda {
namespace {

static_assert(kvBlockPositions == warpSize32, "a lane has a position");
constexpr int passColumns = 4 * warpSize32;  ///< of values, that a warp adds up at once

/// Dynamic shared memory, in floats. What values are summed up in takes the place of queries and columns.
template <KvCode Type, int G>
struct SharedLayout {
    static constexpr bool rounded = Type == KvCode::Q8_0 || Type == KvCode::Q4_0 || Type == KvCode::Mixed;
    static constexpr int sums = attentionWarps * warpSize32 * 4 * G, joining = joiningFloats(G);

    int columns, weights, largest, totals, count;

    constexpr explicit SharedLayout(int qStride)
        : columns(G * qStride), weights(0), largest(0), totals(0), count(0) {
        weights = columns + (rounded ? attentionWarps * 2 * qStride : 0);
        if (weights < sums) weights = sums;
        if (weights < joining) weights = joining;
        largest = weights + G * splitPositions;
        totals = largest + G * attentionWarps;
        count = totals + G * attentionWarps;
    }
};

template <int G>
HEARTH_DEVICE void loadQueries(const AttentionView& view, const Span& span, float* q, int qStride) {
    constexpr int warpsOfHead = attentionWarps / G;
    const int head = warpId() / warpsOfHead, keyDim = view.layer.keyDim;
    const float* from =
        view.q.data + span.row * view.q.stride + static_cast<int64_t>(span.firstHead + head) * keyDim;
    HEARTH_UNROLL_2 for (int dim = warpId() % warpsOfHead * warpSize32 + laneId(); dim < qStride;
                         dim += warpsOfHead * warpSize32) {
        q[head * qStride + dim] = head < span.heads && dim < keyDim ? from[dim] : 0.0F;
    }
}

/// Loads the two numbers that each column of a rounded block has for all positions; for the warp alone.
template <KvCode Type>
HEARTH_DEVICE void loadColumns(const KvLayerView& layer, const WarpBlock& block, Floats2* columns) {
    if (block.isEmpty() || block.open) return;
    if constexpr (Type == KvCode::Mixed) {
        if (layer.keyType == KvCode::Q8_0) return loadColumns<KvCode::Q8_0>(layer, block, columns);
        if (layer.keyType == KvCode::Q4_0) return loadColumns<KvCode::Q4_0>(layer, block, columns);
    } else if constexpr (Type == KvCode::Q8_0 || Type == KvCode::Q4_0) {
        const int count = storedColumns<Type>(layer);
        HEARTH_UNROLL_2 for (int dim = laneId(); dim < count; dim += warpSize32) {
            const Floats2 column = keyColumn<Type>(block.data, layer, dim);
            storeVector(columns + dim, column);
        }
    }
}

/// True if the first values are loaded while weights are computed from scores, which needs enough registers.
template <KvCode Type, int G>
constexpr bool readsValuesEarly() {
    return G <= 2 && (Type == KvCode::F16 || Type == KvCode::F32);
}

/// Number of chunks of keys that a thread loads at the same time. Registers limit it: the more columns a
/// chunk has, the more of their products the compiler keeps ready.
template <KvCode Type, int G>
constexpr int keysUnderWay() {
    if (Type != KvCode::F32 && Type != KvCode::F16) return 4;
    return G == 8 ? 4 : 8;
}

template <int N>
HEARTH_DEVICE void loadKeys(const WarpBlock& block, int first, int chunks, Words4 (&keys)[N]) {
    HEARTH_UNROLL for (int i = 0; i < N; ++i) {
        keys[i] = Words4{};
        if (block.holds(laneId()) && first + i < chunks)
            keys[i] = loadVector<Words4>(block.keys + ((first + i) * kvBlockPositions + laneId()) * 16);
    }
}

/// Columns `from` to from + 3 of a chunk; `columns` are the chunk's.
template <KvCode Type>
HEARTH_DEVICE void unpackKeys(const Words4& chunk, int from, const Floats2* columns, float (&key)[4]) {
    const uint32_t words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    if constexpr (Type == KvCode::F32) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) key[i] = floatOf(words[i]);
    } else if constexpr (Type == KvCode::F16) {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) key[i] =
            floatFromHalf(static_cast<uint16_t>(words[(from + i) / 2] >> (16 * (i % 2))));
    } else {
        const uint32_t codes =
            Type == KvCode::Q8_0 ? words[from / 4] : words[from % 16 / 4] >> (4 * (from / 16)) & 0x0f0f0f0fU;
        const auto one = loadVector<Floats4>(columns + from), two = loadVector<Floats4>(columns + from + 2);
        key[0] = fusedMultiplyAdd(byteAsFloat(codes, 0), one.x, one.y);
        key[1] = fusedMultiplyAdd(byteAsFloat(codes, 1), one.z, one.w);
        key[2] = fusedMultiplyAdd(byteAsFloat(codes, 2), two.x, two.y);
        key[3] = fusedMultiplyAdd(byteAsFloat(codes, 3), two.z, two.w);
    }
}

/// Adds the products of the queries with a lane's key, whose first chunks are under way.
template <KvCode Type, int N, int G>
HEARTH_DEVICE void multiplyKeys(const KvLayerView& layer, const WarpBlock& block, Words4 (&keys)[N],
                                const float* q, int qStride, const Floats2* columns, float (&sum)[G]) {
    constexpr int size = keyChunk<Type>();
    const int chunks = (layer.keyDim + size - 1) / size;
    HEARTH_NO_UNROLL for (int first = 0; first < chunks; first += N) {
        if (first > 0) loadKeys(block, first, chunks, keys);
        HEARTH_UNROLL for (int i = 0; i < N; ++i) {
            if (first + i >= chunks) break;
            const int chunk = (first + i) * size;
            HEARTH_UNROLL for (int from = 0; from < size; from += 4) {
                float key[4];
                unpackKeys<Type>(keys[i], from, columns + chunk, key);
                HEARTH_UNROLL for (int g = 0; g < G; ++g) {
                    const auto four = loadVector<Floats4>(q + g * qStride + chunk + from);
                    sum[g] = fusedMultiplyAdd(four.x, key[0], sum[g]);
                    sum[g] = fusedMultiplyAdd(four.y, key[1], sum[g]);
                    sum[g] = fusedMultiplyAdd(four.z, key[2], sum[g]);
                    sum[g] = fusedMultiplyAdd(four.w, key[3], sum[g]);
                }
            }
        }
    }
}

template <KvCode Type, int N, int G>
HEARTH_DEVICE void multiplyStoredKeys(const KvLayerView& layer, const WarpBlock& block, Words4 (&keys)[N],
                                      const float* q, int qStride, const Floats2* columns, float (&sum)[G]) {
    if constexpr (Type == KvCode::Mixed) {
        switch (layer.keyType) {
            case KvCode::F32:
                return multiplyKeys<KvCode::F32>(layer, block, keys, q, qStride, columns, sum);
            case KvCode::Q8_0:
                return multiplyKeys<KvCode::Q8_0>(layer, block, keys, q, qStride, columns, sum);
            case KvCode::Q4_0:
                return multiplyKeys<KvCode::Q4_0>(layer, block, keys, q, qStride, columns, sum);
            default:
                return multiplyKeys<KvCode::F16>(layer, block, keys, q, qStride, columns, sum);
        }
    } else {
        multiplyKeys<Type>(layer, block, keys, q, qStride, columns, sum);
    }
}

/// The scores of a lane's position; -inf where it is not visible.
template <KvCode Type, int N, int G>
HEARTH_DEVICE void computeScores(const AttentionView& view, const WarpBlock& block, Words4 (&keys)[N],
                                 const float* q, int qStride, const Floats2* columns, float (&score)[G]) {
    constexpr bool hasOpen = SharedLayout<Type, G>::rounded;
    float sum[G] = {};
    if (hasOpen && block.open)
        multiplyKeys<KvCode::F16>(view.layer, block, keys, q, qStride, columns, sum);
    else if (!block.isEmpty())
        multiplyStoredKeys<Type>(view.layer, block, keys, q, qStride, columns, sum);
    HEARTH_UNROLL for (int g = 0; g < G; ++g) {
        score[g] = sum[g] * view.scale;
        if (view.softCap != 0) score[g] = view.softCap * tanh(score[g] / view.softCap);
        if (!block.holds(laneId())) score[g] = lowest();
    }
}

template <int G>
HEARTH_DEVICE void storeWeights(float* to, const float (&weight)[G]) {
    if constexpr (G == 1) {
        *to = weight[0];
    } else if constexpr (G == 2) {
        storeVector(to, Floats2{weight[0], weight[1]});
    } else {
        HEARTH_UNROLL for (int g = 0; g < G; g += 4) {
            storeVector(to + g, Floats4{weight[g], weight[g + 1], weight[g + 2], weight[g + 3]});
        }
    }
}

/// Turns scores into weights, relative to the largest score of the block of threads: (position, head). Leaves
/// each warp's largest score and its total of weights, (warp, head). The warp sees its own weights
/// afterwards.
template <int G>
HEARTH_DEVICE void computeWeights(const float (&score)[G], float* weights, float* largest, float* totals) {
    float most[G];
    HEARTH_UNROLL for (int g = 0; g < G; ++g) most[g] = score[g];
    // Head by head within each step: the steps wait, not the heads.
    HEARTH_UNROLL for (int mask = 16; mask > 0; mask >>= 1) {
        HEARTH_UNROLL for (int g = 0; g < G; ++g) {
            const float other = shuffleXor(most[g], mask);
            most[g] = other > most[g] ? other : most[g];
        }
    }
    if (laneId() == 0) storeWeights(largest + warpId() * G, most);
    blockBarrier();
    HEARTH_UNROLL for (int warp = 0; warp < attentionWarps; ++warp) {
        HEARTH_UNROLL for (int g = 0; g < G; ++g) {
            const float other = largest[warp * G + g];
            most[g] = other > most[g] ? other : most[g];
        }
    }
    float total[G];
    HEARTH_UNROLL for (int g = 0; g < G; ++g) total[g] = exp(score[g] - most[g]);
    storeWeights(weights + (warpId() * warpSize32 + laneId()) * G, total);
    HEARTH_UNROLL for (int mask = 16; mask > 0; mask >>= 1) {
        HEARTH_UNROLL for (int g = 0; g < G; ++g) total[g] += shuffleXor(total[g], mask);
    }
    if (laneId() == 0) storeWeights(totals + warpId() * G, total);
    warpBarrier();
}

/// Which columns and positions of its block a lane adds up. Narrow values leave lanes over: these take some
/// of the positions, as slices.
struct Share {
    int laneBits;  ///< 2^laneBits lanes have all columns of a pass
    int slice, slices;
    int column;  ///< the first of four, within a pass

    HEARTH_DEVICE explicit Share(int columns)
        : laneBits(columns <= 16   ? 2
                   : columns <= 32 ? 3
                   : columns <= 64 ? 4
                                   : 5),
          slice(laneId() >> laneBits),
          slices(warpSize32 >> laneBits),
          column((laneId() & ((1 << laneBits) - 1)) * 4) {}
    /// The first slot of the lane's pair number `i`.
    HEARTH_DEVICE int slot(int i) const { return 2 * (i * slices + slice); }
    HEARTH_DEVICE int pairs() const { return kvBlockPositions / 2 / slices; }
};

/// Number of pairs of values that a thread loads at the same time: as many as a reader wants, unless the sums
/// of many heads leave too few registers.
template <class Reader, int G>
constexpr int pairsUnderWay() {
    return G == 8 && Reader::atOnce > 1 ? Reader::atOnce / 2 : Reader::atOnce;
}

template <int N, class Reader>
HEARTH_DEVICE void loadPairs(const Reader& reader, const WarpBlock& block, const Share& share, int begin,
                             typename Reader::Stored (&stored)[N]) {
    HEARTH_UNROLL for (int i = 0; i < N; ++i) {
        const int slot = share.slot(begin + i);
        stored[i] = reader.load(slot, block.holds(slot), block.holds(slot + 1));
    }
}

/// Adds four columns of a value with the weights of all heads.
template <int G>
HEARTH_DEVICE void addValue(const float* weights, const float (&value)[4], float (&sum)[G][4]) {
    float weight[G];
    if constexpr (G == 1) {
        weight[0] = weights[0];
    } else if constexpr (G == 2) {
        const auto two = loadVector<Floats2>(weights);
        weight[0] = two.x, weight[1] = two.y;
    } else {
        HEARTH_UNROLL for (int g = 0; g < G; g += 4) {
            const auto four = loadVector<Floats4>(weights + g);
            weight[g] = four.x, weight[g + 1] = four.y, weight[g + 2] = four.z, weight[g + 3] = four.w;
        }
    }
    HEARTH_UNROLL for (int g = 0; g < G; ++g) {
        HEARTH_UNROLL for (int c = 0; c < 4; ++c) sum[g][c] =
            fusedMultiplyAdd(weight[g], value[c], sum[g][c]);
    }
}

/// Adds pairs of values with their weights, the first of which are under way.
template <int N, class Reader, int G>
HEARTH_DEVICE void addPairs(const Reader& reader, const WarpBlock& block, const Share& share,
                            typename Reader::Stored (&stored)[N], const float* weights, float (&sum)[G][4]) {
    const int pairs = share.pairs();
    HEARTH_NO_UNROLL for (int begin = 0; begin < pairs; begin += N) {
        if (begin > 0) loadPairs(reader, block, share, begin, stored);
        HEARTH_UNROLL for (int i = 0; i < N; ++i) {
            if (begin + i >= pairs) continue;
            const int slot = share.slot(begin + i);
            float x[4], y[4];
            reader.unpack(stored[i], x, y);
            addValue(weights + slot * G, x, sum);
            addValue(weights + (slot + 1) * G, y, sum);
        }
    }
}

template <class Reader, int G>
HEARTH_DEVICE void readAndAdd(const Reader& reader, const WarpBlock& block, const Share& share,
                              const float* weights, float (&sum)[G][4]) {
    typename Reader::Stored stored[pairsUnderWay<Reader, G>()];
    loadPairs(reader, block, share, 0, stored);
    addPairs(reader, block, share, stored, weights, sum);
}

/// Adds the values of a warp's block at `dim` to dim + 3, of a layer whose columns come in whole quads.
template <KvCode Type, int G>
HEARTH_DEVICE void addQuads(const KvLayerView& layer, const WarpBlock& block, const Share& share, int dim,
                            const float* weights, float (&sum)[G][4]) {
    if constexpr (Type == KvCode::Mixed) {
        switch (layer.valueType) {
            case KvCode::F32:
                return addQuads<KvCode::F32>(layer, block, share, dim, weights, sum);
            case KvCode::Q8_0:
                return addQuads<KvCode::Q8_0>(layer, block, share, dim, weights, sum);
            case KvCode::Q4_0:
                return addQuads<KvCode::Q4_0>(layer, block, share, dim, weights, sum);
            default:
                return addQuads<KvCode::F16>(layer, block, share, dim, weights, sum);
        }
    } else if (layer.valueDim != 0) {
        readAndAdd(ValueReader<Type>(layer, block.data, dim), block, share, weights, sum);
    } else if (block.open) {
        readAndAdd(KeyReader<KvCode::F16>(layer, block.keys, dim), block, share, weights, sum);
    } else {
        readAndAdd(KeyReader<Type>(layer, block.keys, dim), block, share, weights, sum);
    }
}

template <KvCode Type, int G>
HEARTH_DEVICE void addValues(const AttentionView& view, const WarpBlock& block, const Share& share, int dim,
                             const float* weights, float (&sum)[G][4]) {
    if (hasWholeQuads(view.valueDim, view.layer.valueType))
        return addQuads<Type>(view.layer, block, share, dim, weights, sum);
    const int left = view.valueDim - dim;
    const ElementReader<Type> reader{view.layer, block.data, block.open ? block.keys : nullptr, dim,
                                     left < 4 ? left : 4};
    readAndAdd(reader, block, share, weights, sum);
}

/// The largest score of a head in this block of threads.
template <int G>
HEARTH_DEVICE float largestOf(const float* largest, int g) {
    float most = largest[g];
    HEARTH_UNROLL for (int warp = 1; warp < attentionWarps; ++warp) {
        const float other = largest[warp * G + g];
        most = other > most ? other : most;
    }
    return most;
}
template <int G>
HEARTH_DEVICE float totalOf(const float* totals, int g) {
    float total = totals[g];
    HEARTH_UNROLL for (int warp = 1; warp < attentionWarps; ++warp) total += totals[warp * G + g];
    return total;
}

/// Adds up what the lanes have of the columns of one pass, (warp, slice, head, column), in this order. A row
/// with one part is finished with that.
template <int G>
HEARTH_DEVICE void finishColumns(const AttentionView& view, const Span& span, const Share& share,
                                 int firstColumn, const float* sums, const float* largest,
                                 const float* totals) {
    const int columnBits = share.laneBits + 2, columns = 1 << columnBits;
    const int terms = attentionWarps * share.slices;
    for (int i = static_cast<int>(threadX()); i < G << columnBits; i += attentionThreads) {
        const int g = i >> columnBits, dim = firstColumn + (i & (columns - 1));
        if (g >= span.heads || dim >= view.valueDim) continue;
        float sum = 0;
        HEARTH_NO_UNROLL for (int term = 0; term < terms; term += attentionWarps) {
            HEARTH_UNROLL for (int next = 0; next < attentionWarps; ++next) sum +=
                sums[((term + next) * G << columnBits) + i];
        }
        if (span.splits > 1) {
            Parts(view, span, g).sums[static_cast<int64_t>(span.split) * view.valueDim + dim] = sum;
            continue;
        }
        const int head = span.firstHead + g;
        const float own = largestOf<G>(largest, g), sink = view.sinks ? view.sinks[head] : lowest();
        const float most = sink > own ? sink : own, factor = exp(own - most);
        const float total = totalOf<G>(totals, g) * factor + (view.sinks ? exp(sink - most) : 0.0F);
        view.out.data[span.row * view.out.stride + static_cast<int64_t>(head) * view.valueDim + dim] =
            sum * factor / total;
    }
}

template <KvCode Type, int G>
HEARTH_KERNEL_SEVERAL(256, 2)
attentionDecode(HEARTH_PARAMETER(AttentionView) view, int qStride) {
    static_assert(G <= attentionWarps, "a warp joins the scores of a head");
    const KvLayerView& layer = view.layer;
    HEARTH_SHARED_DYNAMIC(memory);
    HEARTH_SHARED(unsigned, arrival);
    letNextLaunchBegin();
    const Span span = spanOf(view, G);
    if (span.split >= span.splits) return;
    const SharedLayout<Type, G> at(qStride);
    float* q = reinterpret_cast<float*>(memory);
    auto* columns = reinterpret_cast<Floats2*>(q + at.columns) + warpId() * qStride;
    float *sums = q, *weights = q + at.weights, *largest = q + at.largest, *totals = q + at.totals;
    const float* ownWeights = weights + warpId() * warpSize32 * G;
    const WarpBlock block = blockOfWarp(view, span);

    // Keys need no queries to be under way, and values no weights.
    Words4 keys[keysUnderWay<Type, G>()];
    const int chunkBits = 2 + static_cast<int>(block.open ? KvCode::F16 : layer.keyType);
    const int chunks = (layer.keyDim + (1 << chunkBits) - 1) >> chunkBits;
    waitForLaunchBefore();
    loadKeys(block, 0, chunks, keys);
    loadQueries<G>(view, span, q, qStride);
    loadColumns<Type>(layer, block, columns);
    blockBarrier();
    float score[G];
    computeScores<Type>(view, block, keys, q, qStride, columns, score);

    using Reader = ValueReader<Type == KvCode::Mixed ? KvCode::F16 : Type>;
    const Share share(view.valueDim);
    const bool early = readsValuesEarly<Type, G>() && layer.valueDim != 0 &&
                       hasWholeQuads(view.valueDim, layer.valueType) && share.column < view.valueDim &&
                       !block.isEmpty();
    const Reader reader(layer, early ? block.data : layer.data, early ? share.column : 0);
    typename Reader::Stored values[pairsUnderWay<Reader, G>()];
    if (early) loadPairs(reader, block, share, 0, values);
    computeWeights<G>(score, weights, largest, totals);

    HEARTH_NO_UNROLL for (int first = 0; first < view.valueDim; first += passColumns) {
        float sum[G][4] = {};
        const int dim = first + share.column;
        if (early && first == 0)
            addPairs(reader, block, share, values, ownWeights, sum);
        else if (dim < view.valueDim && !block.isEmpty())
            addValues<Type>(view, block, share, dim, ownWeights, sum);
        if (first > 0) blockBarrier();  // the sums before are read
        float* to =
            sums + ((warpId() * share.slices + share.slice) * G << (share.laneBits + 2)) + share.column;
        HEARTH_UNROLL for (int g = 0; g < G; ++g) storeVector(
            to + (g << (share.laneBits + 2)), Floats4{sum[g][0], sum[g][1], sum[g][2], sum[g][3]});
        blockBarrier();
        finishColumns<G>(view, span, share, first, sums, largest, totals);
    }
    if (span.splits == 1) return;
    const int thread = static_cast<int>(threadX());
    if (thread < span.heads) {
        float* scores = Parts(view, span, thread).scores + 2 * span.split;
        scores[0] = largestOf<G>(largest, thread);
        scores[1] = totalOf<G>(totals, thread);
    }
    if (!isLastOfRow(view, span, arrival)) return;
    joinParts(view, span, sums, largest, totals);
}

template <KvCode Type, int G>
void launchTile(const AttentionView& view, StreamHandle stream) {
    const int headsPerKv = view.heads / view.layer.kvHeads;
    const int tiles = (headsPerKv + G - 1) / G;
    const int qStride = (view.layer.keyDim + 31) / 32 * 32;
    const auto floats = static_cast<size_t>(SharedLayout<Type, G>(qStride).count);
    launchEarly("attentionDecode", attentionDecode<Type, G>,
                {static_cast<unsigned>(view.layer.kvHeads * tiles), static_cast<unsigned>(view.splits),
                 static_cast<unsigned>(view.batch.decodeRows)},
                attentionThreads, floats * sizeof(float), stream, view, qStride);
}

template <KvCode Type>
void launchType(const AttentionView& view, StreamHandle stream) {
    // Eight heads at once need no more than the 64 KiB of the oldest GPUs, but of 4 bits too many registers.
    constexpr int widestOfEight = 576;
    const int headsPerKv = view.heads / view.layer.kvHeads;
    if constexpr (Type != KvCode::Q4_0 && Type != KvCode::Mixed) {
        if (headsPerKv >= 5 && view.layer.keyDim <= widestOfEight) return launchTile<Type, 8>(view, stream);
    }
    if (headsPerKv >= 3) return launchTile<Type, 4>(view, stream);
    if (headsPerKv == 2) return launchTile<Type, 2>(view, stream);
    launchTile<Type, 1>(view, stream);
}

}  // namespace

void launchAttentionDecode(const AttentionView& view, StreamHandle stream) {
    if (decodesHalves(view)) return launchAttentionDecodeHalf(view, stream);
    switch (kernelType(view.layer)) {
        case KvCode::F32:
            return launchType<KvCode::F32>(view, stream);
        case KvCode::F16:
            return launchType<KvCode::F16>(view, stream);
        case KvCode::Q8_0:
            return launchType<KvCode::Q8_0>(view, stream);
        case KvCode::Q4_0:
            return launchType<KvCode::Q4_0>(view, stream);
        case KvCode::Mixed:
            return launchType<KvCode::Mixed>(view, stream);
    }
}

}  // namespace hearth::cuda
