// Flash decoding (Dao et al. 2023): a block of threads takes one KV head with its query heads and 256
// positions of one row's sequence; the last block of a row to finish joins the parts, in the order of the
// positions.
#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/kv_access.h"
#include "backend/cuda/primitives.h"

namespace hearth::cuda {
namespace {

constexpr int attentionThreads = 128;
constexpr int attentionWarps = 4;
constexpr int blocksPerSplit = splitPositions / kvBlockPositions;

HEARTH_DEVICE float lowest() {
    return floatOf(0xff800000U);
}

/// What a block of threads works on.
struct Span {
    int row, sequence, kvHead, firstHead, heads;  ///< query heads
    int split, splits;                            ///< of this row
    int base, begin, end;                         ///< positions: of the split, and those that are visible
};

template <int G>
HEARTH_DEVICE Span spanOf(const AttentionView& view, const BatchView& batch) {
    Span span;
    const int headsPerKv = view.heads / view.layer.kvHeads;
    const int tiles = (headsPerKv + G - 1) / G;
    span.row = batch.decodeRow[blockZ()];
    span.sequence = batch.sequence[span.row];
    span.kvHead = static_cast<int>(blockX()) / tiles;
    const int tile = static_cast<int>(blockX()) % tiles;
    span.firstHead = span.kvHead * headsPerKv + tile * G;
    span.heads = headsPerKv - tile * G < G ? headsPerKv - tile * G : G;
    const int position = batch.position[span.row];
    const int visible = view.window && position >= view.window ? position - view.window + 1 : 0;
    int last = position;
    if (view.bothSides) {
        last = lastPosition(batch, span.sequence);
        if (view.window && position + view.window - 1 < last) last = position + view.window - 1;
    }
    span.splits = last / splitPositions - visible / splitPositions + 1;
    span.split = static_cast<int>(blockY());
    span.base = (visible / splitPositions + span.split) * splitPositions;
    span.begin = span.base > visible ? span.base : visible;
    span.end = span.base + splitPositions < last + 1 ? span.base + splitPositions : last + 1;
    return span;
}

/// Adds the products of the queries with one key.
template <KvCode Type, int G>
HEARTH_DEVICE void multiplyKey(const KvLayerView& layer, const std::byte* block, const float* q, int qStride,
                               float (&sum)[G]) {
    if constexpr (Type == KvCode::Mixed) {
        switch (layer.keyType) {
            case KvCode::F32:
                return multiplyKey<KvCode::F32, G>(layer, block, q, qStride, sum);
            case KvCode::Q8_0:
                return multiplyKey<KvCode::Q8_0, G>(layer, block, q, qStride, sum);
            case KvCode::Q4_0:
                return multiplyKey<KvCode::Q4_0, G>(layer, block, q, qStride, sum);
            default:
                return multiplyKey<KvCode::F16, G>(layer, block, q, qStride, sum);
        }
    } else {
        constexpr int chunkSize = keyChunk<Type>();
        const int chunks = (layer.keyDim + chunkSize - 1) / chunkSize;
        for (int chunk = 0; chunk < chunks; ++chunk) {
            float key[chunkSize];
            loadKeyChunk<Type>(block, layer, chunk, laneId(), key);
            HEARTH_UNROLL for (int g = 0; g < G; ++g) {
                HEARTH_UNROLL for (int i = 0; i < chunkSize; i += 4) {
                    const auto four = loadVector<Floats4>(q + g * qStride + chunk * chunkSize + i);
                    sum[g] = fusedMultiplyAdd(four.x, key[i], sum[g]);
                    sum[g] = fusedMultiplyAdd(four.y, key[i + 1], sum[g]);
                    sum[g] = fusedMultiplyAdd(four.z, key[i + 2], sum[g]);
                    sum[g] = fusedMultiplyAdd(four.w, key[i + 3], sum[g]);
                }
            }
        }
    }
}

/// Scores of all positions of the span; -inf where none.
template <KvCode Type, int G>
HEARTH_DEVICE void computeScores(const AttentionView& view, const BatchView& batch, const Span& span,
                                 const float* q, int qStride, float* scores) {
    const int ownBlock = batch.position[span.row] / kvBlockPositions;
    for (int b = warpId(); b < blocksPerSplit; b += attentionWarps) {
        const int inSplit = b * kvBlockPositions + laneId();
        const int position = span.base + inSplit;
        float sum[G] = {};
        const bool visible = position >= span.begin && position < span.end;
        if (visible) {
            if (view.layer.open && position / kvBlockPositions == ownBlock) {
                multiplyKey<KvCode::F16, G>(view.layer,
                                            openKeys(view.layer, batch, span.sequence, position, span.kvHead),
                                            q, qStride, sum);
            } else {
                multiplyKey<Type, G>(
                    view.layer,
                    headBlock(view.layer, blockOf(batch, view.layer.group, span.sequence, position),
                              span.kvHead),
                    q, qStride, sum);
            }
        }
        HEARTH_UNROLL for (int g = 0; g < G; ++g) {
            float score = sum[g] * view.scale;
            if (view.softCap != 0) score = view.softCap * tanh(score / view.softCap);
            scores[g * splitPositions + inSplit] = visible ? score : lowest();
        }
    }
}

/// Weighted sum of the values at `dim` over every slices-th block of the span.
template <KvCode Type, int G>
HEARTH_DEVICE void addValues(const AttentionView& view, const BatchView& batch, const Span& span,
                             const float* weights, int dim, int slice, int slices, float (&sum)[G]) {
    for (int b = slice; b < blocksPerSplit; b += slices) {
        const int base = span.base + b * kvBlockPositions;
        const int first = span.begin > base ? span.begin - base : 0;
        const int last = span.end - base < kvBlockPositions ? span.end - base : kvBlockPositions;
        if (first >= last) continue;
        const std::byte* block =
            headBlock(view.layer, blockOf(batch, view.layer.group, span.sequence, base), span.kvHead);
        const bool open =
            view.layer.open && base / kvBlockPositions == batch.position[span.row] / kvBlockPositions;
        const float* w = weights + b * kvBlockPositions;
        int slot = first;
        if (Type == KvCode::F16 && view.layer.valueDim != 0) {
            const auto* pairs = reinterpret_cast<const uint32_t*>(block + view.layer.valueOffset);
            // Weights before `first` are zero and the values there were written long ago; behind `last`
            // nobody may have.
            for (slot = first & ~1; slot + 1 < last; slot += 2) {
                const auto both = loadVector<uint32_t>(pairs + slot / 2 * view.layer.valueDim + dim);
                const float x = floatFromHalf(static_cast<uint16_t>(both)),
                            y = floatFromHalf(static_cast<uint16_t>(both >> 16U));
                HEARTH_UNROLL for (int g = 0; g < G; ++g) {
                    sum[g] = fusedMultiplyAdd(w[g * splitPositions + slot], x, sum[g]);
                    sum[g] = fusedMultiplyAdd(w[g * splitPositions + slot + 1], y, sum[g]);
                }
            }
        }
        for (; slot < last; ++slot) {
            float x;
            if (view.layer.valueDim != 0) {
                x = valueElement<Type>(block, view.layer, slot, dim);
            } else if (open) {
                x = keyElement<KvCode::F16>(openKeys(view.layer, batch, span.sequence, base, span.kvHead),
                                            view.layer, slot, dim);
            } else {
                x = keyElement<Type>(block, view.layer, slot, dim);
            }
            HEARTH_UNROLL for (int g = 0; g < G; ++g) sum[g] =
                fusedMultiplyAdd(w[g * splitPositions + slot], x, sum[g]);
        }
    }
}

/// Joins a head's parts: each is (valueDim sums, largest score, total of weights).
HEARTH_DEVICE void joinParts(const AttentionView& view, const float* parts, int count, int row, int head) {
    const int stride = view.valueDim + 2;
    const float sink = view.sinks ? view.sinks[head] : lowest();
    float largest = sink;
    for (int s = 0; s < count; ++s) {
        const float m = parts[s * stride + view.valueDim];
        largest = m > largest ? m : largest;
    }
    float total = view.sinks ? exp(sink - largest) : 0.0F;
    for (int s = 0; s < count; ++s)
        total += parts[s * stride + view.valueDim + 1] * exp(parts[s * stride + view.valueDim] - largest);
    float* out = view.out.data + row * view.out.stride + static_cast<int64_t>(head) * view.valueDim;
    for (int dim = static_cast<int>(threadX()); dim < view.valueDim; dim += attentionThreads) {
        float sum = 0;
        for (int s = 0; s < count; ++s) {
            sum = fusedMultiplyAdd(parts[s * stride + dim], exp(parts[s * stride + view.valueDim] - largest),
                                   sum);
        }
        out[dim] = sum / total;
    }
}

template <KvCode Type, int G>
HEARTH_KERNEL(128)
attentionDecode(HEARTH_PARAMETER(AttentionView) view, int qStride) {
    const BatchView& batch = view.batch;
    HEARTH_SHARED_DYNAMIC(memory);
    HEARTH_SHARED(unsigned, arrival);
    const Span span = spanOf<G>(view, batch);
    if (span.split >= span.splits) return;
    float* q = reinterpret_cast<float*>(memory);
    float* scores = q + G * qStride;
    float* sums = scores + G * splitPositions;  // slices of at most 128 threads in all, by head
    const int thread = static_cast<int>(threadX());

    const float* from =
        view.q.data + span.row * view.q.stride + static_cast<int64_t>(span.firstHead) * view.layer.keyDim;
    for (int i = thread; i < G * qStride; i += attentionThreads) {
        const int head = i / qStride, dim = i % qStride;
        q[i] = head < span.heads && dim < view.layer.keyDim ? from[head * view.layer.keyDim + dim] : 0.0F;
    }
    blockBarrier();
    computeScores<Type, G>(view, batch, span, q, qStride, scores);
    blockBarrier();

    float* parts = view.partial + (static_cast<int64_t>(span.row) * view.heads + span.firstHead) *
                                      view.splits * (view.valueDim + 2);
    const int64_t headParts = static_cast<int64_t>(view.splits) * (view.valueDim + 2);
    for (int g = warpId(); g < span.heads; g += attentionWarps) {
        float* s = scores + g * splitPositions;
        float largest = lowest();
        for (int i = laneId(); i < splitPositions; i += 32) largest = s[i] > largest ? s[i] : largest;
        largest = warpMax(largest);
        float total = 0;
        for (int i = laneId(); i < splitPositions; i += 32) total += s[i] = exp(s[i] - largest);
        total = warpSum(total);
        if (laneId() == 0) {
            float* part = parts + g * headParts + span.split * (view.valueDim + 2) + view.valueDim;
            part[0] = largest;
            part[1] = total;
        }
    }
    blockBarrier();

    // Narrow heads leave threads over: they share the positions, and their sums are added in a fixed order.
    const int perSlice = view.valueDim <= 32 ? 32 : view.valueDim <= 64 ? 64 : attentionThreads;
    const int slices = attentionThreads / perSlice, slice = thread / perSlice;
    for (int dim = thread % perSlice; dim < view.valueDim; dim += perSlice) {
        float sum[G] = {};
        addValues<Type, G>(view, batch, span, scores, dim, slice, slices, sum);
        HEARTH_UNROLL for (int g = 0; g < G; ++g) {
            if (slices > 1) {
                sums[g * attentionThreads + thread] = sum[g];
            } else if (g < span.heads) {
                parts[g * headParts + span.split * (view.valueDim + 2) + dim] = sum[g];
            }
        }
    }
    if (slices > 1) {
        blockBarrier();
        for (int i = thread; i < span.heads * view.valueDim; i += attentionThreads) {
            const int g = i / view.valueDim, dim = i % view.valueDim;
            float sum = 0;
            for (int s = 0; s < slices; ++s) sum += sums[g * attentionThreads + s * perSlice + dim];
            parts[g * headParts + span.split * (view.valueDim + 2) + dim] = sum;
        }
    }
    blockBarrier();
    if (span.splits > 1) {
        if (thread == 0) {
            arrival = ticket(view.counters + static_cast<int64_t>(span.row) * view.heads + blockX(),
                             static_cast<unsigned>(span.splits));
        }
        blockBarrier();
        if (arrival != static_cast<unsigned>(span.splits - 1)) return;
    }
    for (int g = 0; g < span.heads; ++g)
        joinParts(view, parts + g * headParts, span.splits, span.row, span.firstHead + g);
}

template <KvCode Type, int G>
void launchTile(const AttentionView& view, StreamHandle stream) {
    const int headsPerKv = view.heads / view.layer.kvHeads;
    const int tiles = (headsPerKv + G - 1) / G;
    const int qStride = (view.layer.keyDim + 31) / 32 * 32;
    const size_t floats =
        static_cast<size_t>(G) * static_cast<size_t>(qStride + splitPositions + attentionThreads);
    launch("attentionDecode", attentionDecode<Type, G>,
           {static_cast<unsigned>(view.layer.kvHeads * tiles), static_cast<unsigned>(view.splits),
            static_cast<unsigned>(view.batch.decodeRows)},
           attentionThreads, floats * sizeof(float), stream, view, qStride);
}

template <KvCode Type>
void launchType(const AttentionView& view, StreamHandle stream) {
    const int headsPerKv = view.heads / view.layer.kvHeads;
    if (headsPerKv >= 5) return launchTile<Type, 8>(view, stream);
    if (headsPerKv >= 3) return launchTile<Type, 4>(view, stream);
    if (headsPerKv == 2) return launchTile<Type, 2>(view, stream);
    launchTile<Type, 1>(view, stream);
}

}  // namespace

void launchAttentionDecode(const AttentionView& view, StreamHandle stream) {
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
