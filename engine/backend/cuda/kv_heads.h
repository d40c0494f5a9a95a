#pragma once

#include "backend/cuda/kv_access.h"
#include "backend/cuda/row_operations.h"

/// Processing of one head of queries, keys or values after its projection, by one warp.
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

/// Positions of a row; without sections only the time is read.
struct HeadPositions {
    int time, height, width;
};
HEARTH_DEVICE HeadPositions positionsOf(const KvWriteView& view, int row) {
    const BatchView& batch = view.batch;
    HeadPositions at{batch.position[row], 0, 0};
    if (view.hasSections) {
        at.height = batch.position[batch.rows + row];
        at.width = batch.position[2 * batch.rows + row];
    }
    return at;
}

/// The position that a pair turns by, as RopeSections::positionOf().
HEARTH_DEVICE int positionOfPair(const KvWriteView& view, const HeadPositions& at, int pair) {
    if (!view.hasSections) return at.time;
    if (!view.sectionsAlternate)
        return pair < view.timePairs                      ? at.time
               : pair < view.timePairs + view.heightPairs ? at.height
                                                          : at.width;
    const int turn = pair % 3;
    if (turn == 1 && pair < 3 * view.heightPairs) return at.height;
    return turn == 2 && pair < 3 * view.widthPairs ? at.width : at.time;
}

HEARTH_DEVICE void rotateHead(float* head, const KvWriteView& view, const HeadPositions& at) {
    if (view.pairing == PairingCode::None) return;
    const int pairs = view.ropeDims / 2;
    float* first = head + view.ropeFirst;
    for (int pair = laneId(); pair < pairs; pair += 32) {
        const float angle =
            roundedMultiply(static_cast<float>(positionOfPair(view, at, pair)), view.inverseFrequency[pair]);
        const float cosine = cos(angle) * view.magnitude, sine = sin(angle) * view.magnitude;
        const int a = view.pairing == PairingCode::Interleaved ? 2 * pair : pair;
        const int b = view.pairing == PairingCode::Interleaved ? 2 * pair + 1 : pair + pairs;
        const float x = first[a], y = first[b];
        first[a] = x * cosine - y * sine;
        first[b] = x * sine + y * cosine;
    }
    warpBarrier();
}

/// The code of a number in four bits.
HEARTH_DEVICE int fourBitCode(float x, float least, float inverse) {
    const float step = floor((x - least) * inverse + 0.5F);
    return step < 0 ? 0 : step > 15 ? 15 : static_cast<int>(step);
}

/// A key in float32 or float16.
template <KvCode Type>
HEARTH_DEVICE void storeKey(const float* head, const KvLayerView& layer, std::byte* block, int slot) {
    constexpr int chunk = keyChunk<Type>();
    for (int dim = laneId(); dim < (layer.keyDim + chunk - 1) / chunk * chunk; dim += 32) {
        const float x = dim < layer.keyDim ? head[dim] : 0.0F;
        std::byte* item = block + (dim / chunk * kvBlockPositions + slot) * 16;
        if constexpr (Type == KvCode::F32) {
            reinterpret_cast<float*>(item)[dim % chunk] = x;
        } else {
            reinterpret_cast<uint16_t*>(item)[dim % chunk] = halfFromFloat(x);
        }
    }
}

/// A group of a value in 8 or 4 bits; the warp's work.
template <KvCode Type>
HEARTH_DEVICE void storeValueGroup(const float* head, const KvLayerView& layer, std::byte* block, int slot,
                                   int group) {
    std::byte* values = block + layer.valueOffset;
    auto* numbers = reinterpret_cast<uint16_t*>(block + layer.valueScaleOffset);
    const int groups = (layer.valueDim + valueGroup - 1) / valueGroup, first = group * valueGroup;
    const int count = valueGroupColumns(layer, group);
    float least = head[first], most = head[first];
    for (int i = laneId(); i < count; i += 32) {
        const float x = head[first + i];
        least = x < least ? x : least;
        most = x > most ? x : most;
    }
    least = -warpMax(-least);
    most = warpMax(most);
    if constexpr (Type == KvCode::Q8_0) {
        const float scale = (most > -least ? most : -least) / 127.0F;
        const float inverse = scale > 0 ? 1.0F / scale : 0.0F;
        if (laneId() == 0) numbers[slot * groups + group] = halfFromFloat(scale);
        for (int i = laneId(); i < count; i += 32)
            values[slot * layer.valueDim + first + i] =
                static_cast<std::byte>(roundToInt(head[first + i] * inverse));
    } else {
        const uint16_t lowest = halfFromFloat(least);
        least = floatFromHalf(lowest);
        const uint16_t stored = halfFromFloat((most - least) / 15.0F);
        const float scale = floatFromHalf(stored);
        const float inverse = scale > 0 ? 1.0F / scale : 0.0F;
        if (laneId() == 0) {
            numbers[slot * groups + group] = stored;
            numbers[(kvBlockPositions + slot) * groups + group] = lowest;
        }
        std::byte* bytes = values + slot * (layer.valueDim / 2) + first / 2;
        for (int i = laneId(); i < count / 2; i += 32)
            bytes[i] = static_cast<std::byte>(fourBitCode(head[first + i], least, inverse) |
                                              fourBitCode(head[first + count / 2 + i], least, inverse) << 4);
    }
}

HEARTH_DEVICE void storeValue(const float* head, const KvLayerView& layer, std::byte* block, int slot) {
    std::byte* values = block + layer.valueOffset;
    switch (layer.valueType) {
        case KvCode::F32:
            for (int dim = laneId(); dim < layer.valueDim; dim += 32)
                reinterpret_cast<float*>(values)[slot * layer.valueDim + dim] = head[dim];
            return;
        case KvCode::Q8_0:
            for (int group = 0; group * valueGroup < layer.valueDim; ++group)
                storeValueGroup<KvCode::Q8_0>(head, layer, block, slot, group);
            return;
        case KvCode::Q4_0:
            for (int group = 0; group * valueGroup < layer.valueDim; ++group)
                storeValueGroup<KvCode::Q4_0>(head, layer, block, slot, group);
            return;
        default:
            for (int dim = laneId(); dim < layer.valueDim; dim += 32)
                reinterpret_cast<uint16_t*>(values)[(slot / 2 * layer.valueDim + dim) * 2 + slot % 2] =
                    halfFromFloat(head[dim]);
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
    if (isQuery || isKey) rotateHead(head, view, positionsOf(view, row));
    if (isQuery) {
        float scale = view.queryScale;
        if (view.temperatureBeta != 0) {
            scale *= 1.0F + view.temperatureBeta *
                                log1p(floor(static_cast<float>(batch.position[row] + view.temperatureOffset) /
                                            static_cast<float>(view.temperatureLength)));
        }
        float* out = view.q.data + row * view.q.stride + index * dim;
        for (int i = laneId(); i < dim; i += 32) out[i] = head[i] * scale;
        return;
    }
    const int inSequence = batch.slot[row];
    std::byte* block = const_cast<std::byte*>(
        headBlock(view.layer, blockOf(batch, view.layer.group, batch.sequence[row], inSequence), index));
    const int slot = inSequence % kvBlockPositions;
    if (!isKey) return storeValue(head, view.layer, block, slot);
    if (view.layer.keyType == KvCode::F32) return storeKey<KvCode::F32>(head, view.layer, block, slot);
    if (view.layer.open) block = openKeys(view.layer, batch, batch.sequence[row], inSequence, index);
    storeKey<KvCode::F16>(head, view.layer, block, slot);
}

}  // namespace hearth::cuda
