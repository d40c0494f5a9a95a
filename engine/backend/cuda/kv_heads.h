#pragma once

#include "backend/cuda/kv_access.h"
#include "backend/cuda/row_operations.h"

/// What becomes of one head of queries, keys or values after its projection; one warp's work.
namespace hearth::cuda {

/// Normalises `count` floats of one head in shared memory; a weight that spans the whole slice normalises
/// over it.
HEARTH_DEVICE void normalizeHead(float* head, int count, const NormView& norm, const float* slice,
                                 int sliceColumns, int firstColumn) {
    if (norm.kind == NormCode::None) return;
    const bool whole = norm.weight && norm.columns == sliceColumns;
    const float* source = whole ? slice : head;
    const int width = whole ? sliceColumns : count;
    float mean = 0;
    if (norm.kind == NormCode::Layer) {
        for (int i = laneId(); i < width; i += 32) mean += source[i];
        mean = warpSum(mean) / static_cast<float>(width);
    }
    float squares = 0;
    for (int i = laneId(); i < width; i += 32)
        squares = fusedMultiplyAdd(source[i] - mean, source[i] - mean, squares);
    const float scale = normScale(norm.kind, warpSum(squares), width, norm.epsilon);
    const int offset = whole ? firstColumn : 0;
    for (int i = laneId(); i < count; i += 32) {
        float x = (head[i] - mean) * scale;
        if (norm.weight) x *= norm.weight[offset + i];
        if (norm.bias) x += norm.bias[offset + i];
        head[i] = x;
    }
    warpBarrier();
}

HEARTH_DEVICE void rotateHead(float* head, const KvWriteView& view, int position) {
    if (view.pairing == PairingCode::None) return;
    const int pairs = view.ropeDims / 2;
    float* first = head + view.ropeFirst;
    for (int pair = laneId(); pair < pairs; pair += 32) {
        const float angle = roundedMultiply(static_cast<float>(position), view.inverseFrequency[pair]);
        const float cosine = cos(angle) * view.magnitude, sine = sin(angle) * view.magnitude;
        const int a = view.pairing == PairingCode::Interleaved ? 2 * pair : pair;
        const int b = view.pairing == PairingCode::Interleaved ? 2 * pair + 1 : pair + pairs;
        const float x = first[a], y = first[b];
        first[a] = x * cosine - y * sine;
        first[b] = x * sine + y * cosine;
    }
    warpBarrier();
}

/// Scale and code of one element of a block of 32 that the warp holds.
template <KvCode Type>
HEARTH_DEVICE int quantizeElement(float x, uint16_t& scaleBits) {
    const float largest = warpMax(fabs(x));
    if constexpr (Type == KvCode::Q8_0) {
        scaleBits = halfFromFloat(largest / 127.0F);
        return roundToInt(largest > 0 ? x * (127.0F / largest) : 0.0F);
    } else {
        // The one extra step (-8) goes to the sign of the largest value.
        const uint32_t holders = ballot(fabs(x) == largest);
        int holder = 0;
        while (holder < 31 && !(holders >> holder & 1U)) ++holder;
        const float scale = shuffle(x, holder) / -8.0F;
        scaleBits = halfFromFloat(scale);
        const float step = floor((scale != 0 ? x / scale : 0.0F) + 8.5F);
        return step < 0 ? 0 : step > 15 ? 15 : static_cast<int>(step);
    }
}

template <KvCode Type>
HEARTH_DEVICE void storeKey(const float* head, const KvLayerView& layer, std::byte* block, int slot) {
    constexpr int chunk = keyChunk<Type>();
    for (int first = 0; first < layer.keyDim; first += 32) {
        const int dim = first + laneId();
        const float x = dim < layer.keyDim ? head[dim] : 0.0F;
        std::byte* item = block + (dim / chunk * kvBlockPositions + slot) * 16;
        if constexpr (Type == KvCode::F32 || Type == KvCode::F16) {
            if (dim / chunk * chunk >= layer.keyDim) continue;
            if constexpr (Type == KvCode::F32) {
                reinterpret_cast<float*>(item)[dim % chunk] = x;
            } else {
                reinterpret_cast<uint16_t*>(item)[dim % chunk] = halfFromFloat(x);
            }
        } else {
            uint16_t scale;
            const int code = quantizeElement<Type>(x, scale);
            if (laneId() == 0) {
                reinterpret_cast<uint16_t*>(
                    block + layer.keyScaleOffset)[first / 32 * kvBlockPositions + slot] = scale;
            }
            if constexpr (Type == KvCode::Q8_0) {
                reinterpret_cast<int8_t*>(item)[dim % chunk] = static_cast<int8_t>(code);
            } else {
                const int upper = shuffle(code, (laneId() + 16) & 31);
                if (laneId() < 16) item[laneId()] = static_cast<std::byte>(code | upper << 4);
            }
        }
    }
}

template <KvCode Type>
HEARTH_DEVICE void storeValue(const float* head, const KvLayerView& layer, std::byte* block, int slot) {
    std::byte* values = block + layer.valueOffset;
    const int groups = (layer.valueDim + 31) / 32;
    for (int group = 0; group < groups; ++group) {
        const int dim = group * 32 + laneId();
        const float x = dim < layer.valueDim ? head[dim] : 0.0F;
        if constexpr (Type == KvCode::F32) {
            if (dim < layer.valueDim) reinterpret_cast<float*>(values)[slot * layer.valueDim + dim] = x;
        } else if constexpr (Type == KvCode::F16) {
            if (dim < layer.valueDim) {
                reinterpret_cast<uint16_t*>(values)[(slot / 2 * layer.valueDim + dim) * 2 + slot % 2] =
                    halfFromFloat(x);
            }
        } else {
            uint16_t scale;
            const int code = quantizeElement<Type>(x, scale);
            if (laneId() == 0)
                reinterpret_cast<uint16_t*>(block + layer.valueScaleOffset)[slot * groups + group] = scale;
            if constexpr (Type == KvCode::Q8_0) {
                reinterpret_cast<int8_t*>(values)[slot * groups * 32 + dim] = static_cast<int8_t>(code);
            } else {
                const int upper = shuffle(code, (laneId() + 16) & 31);
                if (laneId() < 16)
                    values[(slot * groups + group) * 16 + laneId()] =
                        static_cast<std::byte>(code | upper << 4);
            }
        }
    }
}

template <KvCode Type>
HEARTH_DEVICE void storeHead(bool isKey, const float* head, const KvLayerView& layer, std::byte* block,
                             int slot) {
    if (isKey) {
        storeKey<Type>(head, layer, block, slot);
    } else {
        storeValue<Type>(head, layer, block, slot);
    }
}

/// Heads of q, k and v together.
constexpr int headsOf(const KvWriteView& view) {
    const int keys = view.k.columns ? view.layer.kvHeads : 0;
    return view.heads + keys + (view.k.columns && view.v.columns ? keys : 0);
}

/// Head `index` of a row, counted through q, k and v. `head`: shared memory for its floats.
HEARTH_DEVICE_CALLED void writeHead(const KvWriteView& view, int row, int index, float* head) {
    const BatchView& batch = view.batch;
    const int keys = view.k.columns ? view.layer.kvHeads : 0;
    const int position = batch.position[row];
    const bool isQuery = index < view.heads;
    const bool isKey = !isQuery && index < view.heads + keys;
    const Rows& rows = isQuery ? view.q : isKey ? view.k : view.v;
    const NormView& norm = isQuery ? view.qNorm : isKey ? view.kNorm : view.vNorm;
    const int dim = isQuery ? view.q.columns / view.heads : isKey ? view.layer.keyDim : view.layer.valueDim;
    if (!isQuery) index -= isKey ? view.heads : view.heads + keys;
    const float* slice = rows.data + row * rows.stride;
    for (int i = laneId(); i < dim; i += 32) head[i] = slice[index * dim + i];
    warpBarrier();
    normalizeHead(head, dim, norm, slice, rows.columns, index * dim);
    if (isQuery || isKey) rotateHead(head, view, position);
    if (isQuery) {
        float scale = view.queryScale;
        if (view.temperatureBeta != 0) {
            scale *= 1.0F + view.temperatureBeta * log1p(floor(static_cast<float>(position) /
                                                               static_cast<float>(view.temperatureLength)));
        }
        float* out = view.q.data + row * view.q.stride + index * dim;
        for (int i = laneId(); i < dim; i += 32) out[i] = head[i] * scale;
        return;
    }
    std::byte* block = const_cast<std::byte*>(
        headBlock(view.layer, blockOf(batch, view.layer.group, batch.sequence[row], position), index));
    const int slot = position % kvBlockPositions;
    switch (view.layer.type) {
        case KvCode::F32:
            return storeHead<KvCode::F32>(isKey, head, view.layer, block, slot);
        case KvCode::F16:
            return storeHead<KvCode::F16>(isKey, head, view.layer, block, slot);
        case KvCode::Q8_0:
            return storeHead<KvCode::Q8_0>(isKey, head, view.layer, block, slot);
        case KvCode::Q4_0:
            return storeHead<KvCode::Q4_0>(isKey, head, view.layer, block, slot);
    }
}

}  // namespace hearth::cuda
