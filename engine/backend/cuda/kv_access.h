#pragma once

#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/primitives.h"

/// Reading the KV cache in kernels; the layout is described at KvLayerView.
namespace hearth::cuda {

/// Elements in one chunk of 16 bytes of keys.
template <KvCode Type>
constexpr int keyChunk() {
    return Type == KvCode::F32 ? 4 : Type == KvCode::F16 ? 8 : Type == KvCode::Q8_0 ? 16 : 32;
}

HEARTH_DEVICE const std::byte* headBlock(const KvLayerView& layer, int block, int kvHead) {
    return layer.data + (static_cast<int64_t>(block) * layer.kvHeads + kvHead) * layer.headBlockBytes;
}

/// The number of the block that holds a position of a sequence.
HEARTH_DEVICE int blockOf(const BatchView& batch, int group, int sequence, int position) {
    return batch.table[(static_cast<int64_t>(group) * batch.sequences + sequence) * batch.tableBlocks +
                       position / kvBlockPositions];
}

/// Chunk `chunk` of the key at slot `slot`, as floats.
template <KvCode Type>
HEARTH_DEVICE void loadKeyChunk(const std::byte* block, const KvLayerView& layer, int chunk, int slot,
                                float (&values)[keyChunk<Type>()]) {
    const auto words = loadVector<Words4>(block + (chunk * kvBlockPositions + slot) * 16);
    const uint32_t all[4] = {words.x, words.y, words.z, words.w};
    const auto* scales = reinterpret_cast<const uint16_t*>(block + layer.keyScaleOffset);
    HEARTH_UNROLL for (int i = 0; i < keyChunk<Type>(); ++i) {
        if constexpr (Type == KvCode::F32) {
            values[i] = floatOf(all[i]);
        } else if constexpr (Type == KvCode::F16) {
            values[i] = floatFromHalf(static_cast<uint16_t>(all[i / 2] >> (16 * (i % 2))));
        } else if constexpr (Type == KvCode::Q8_0) {
            values[i] = static_cast<float>(static_cast<int8_t>(all[i / 4] >> (8 * (i % 4))));
        } else {
            values[i] = static_cast<float>(
                static_cast<int>((all[i % 16 / 4] >> (8 * (i % 4) + 4 * (i / 16))) & 15U) - 8);
        }
    }
    if constexpr (Type == KvCode::Q8_0 || Type == KvCode::Q4_0) {
        const float scale = floatFromHalf(scales[chunk * keyChunk<Type>() / 32 * kvBlockPositions + slot]);
        HEARTH_UNROLL for (int i = 0; i < keyChunk<Type>(); ++i) values[i] *= scale;
    }
}

/// One element of a key, for values that are a part of the keys.
template <KvCode Type>
HEARTH_DEVICE float keyElement(const std::byte* block, const KvLayerView& layer, int slot, int dim) {
    constexpr int chunk = keyChunk<Type>();
    const std::byte* item = block + (dim / chunk * kvBlockPositions + slot) * 16;
    if constexpr (Type == KvCode::F32) {
        return reinterpret_cast<const float*>(item)[dim % chunk];
    } else if constexpr (Type == KvCode::F16) {
        return floatFromHalf(reinterpret_cast<const uint16_t*>(item)[dim % chunk]);
    } else {
        const float scale = floatFromHalf(reinterpret_cast<const uint16_t*>(
            block + layer.keyScaleOffset)[dim / 32 * kvBlockPositions + slot]);
        if constexpr (Type == KvCode::Q8_0) {
            return scale * static_cast<float>(reinterpret_cast<const int8_t*>(item)[dim % chunk]);
        } else {
            const int byte = static_cast<int>(item[dim % 16]);
            return scale * static_cast<float>((dim % 32 < 16 ? byte & 15 : byte >> 4) - 8);
        }
    }
}

/// One element of a value.
template <KvCode Type>
HEARTH_DEVICE float valueElement(const std::byte* block, const KvLayerView& layer, int slot, int dim) {
    const std::byte* values = block + layer.valueOffset;
    if constexpr (Type == KvCode::F32) {
        return reinterpret_cast<const float*>(values)[slot * layer.valueDim + dim];
    } else if constexpr (Type == KvCode::F16) {
        return floatFromHalf(
            reinterpret_cast<const uint16_t*>(values)[(slot / 2 * layer.valueDim + dim) * 2 + slot % 2]);
    } else {
        const int groups = (layer.valueDim + 31) / 32;
        const float scale = floatFromHalf(
            reinterpret_cast<const uint16_t*>(block + layer.valueScaleOffset)[slot * groups + dim / 32]);
        if constexpr (Type == KvCode::Q8_0) {
            return scale *
                   static_cast<float>(reinterpret_cast<const int8_t*>(values)[slot * groups * 32 + dim]);
        } else {
            const int byte = static_cast<int>(values[(slot * groups + dim / 32) * 16 + dim % 16]);
            return scale * static_cast<float>((dim % 32 < 16 ? byte & 15 : byte >> 4) - 8);
        }
    }
}

}  // namespace hearth::cuda
