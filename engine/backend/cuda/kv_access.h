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

/// The number of the block that holds a slot of a sequence.
HEARTH_DEVICE int blockOf(const BatchView& batch, int group, int sequence, int slot) {
    return batch.table[(static_cast<int64_t>(group) * batch.sequences + sequence) * batch.tableBlocks +
                       slot / kvBlockPositions];
}

/// See AttentionArgs::firstVisible().
HEARTH_DEVICE int firstVisible(const AttentionView& view, int slot) {
    if (!view.window) return 0;
    if (view.chunked) return slot - slot % view.window;
    return slot >= view.window ? slot - view.window + 1 : 0;
}

/// The slot of the last row that a sequence has in the batch.
HEARTH_DEVICE int lastSlot(const BatchView& batch, int sequence) {
    const int* rows = batch.stateOf + 3 * static_cast<int64_t>(sequence);
    return batch.slot[rows[1] + rows[2] - 1];
}

/// One head of the residual block that contains a slot of a sequence; see KvLayerView.
HEARTH_DEVICE std::byte* openKeys(const KvLayerView& layer, const BatchView& batch, int sequence, int slot,
                                  int kvHead) {
    const int* open = batch.openOf + 3 * static_cast<int64_t>(sequence);
    const int64_t number = open[2] < 0 ? open[0] : open[2] + slot / kvBlockPositions - open[1];
    return (open[2] < 0 ? layer.open : layer.beside) +
           (number * layer.kvHeads + kvHead) * layer.openHeadBytes;
}

/// Columns of keys with those that fill up the last 16 bytes.
template <KvCode Type>
HEARTH_DEVICE int storedColumns(const KvLayerView& layer) {
    constexpr int step = Type == KvCode::Q8_0 ? 16 : 32;
    return (layer.keyDim + step - 1) / step * step;
}

/// Scale shared by all positions of a column in a block of keys; layout at KvLayerView.
template <KvCode Type>
HEARTH_DEVICE float keyScale(const std::byte* block, const KvLayerView& layer, int dim) {
    const int columns = storedColumns<Type>(layer);
    const auto scale = static_cast<unsigned>(
        block[layer.keyScaleOffset + (Type == KvCode::Q8_0 ? columns : 2 * columns) + dim]);
    return floatFromHalf(static_cast<uint16_t>(scale << 7U));
}
/// Keys of 8 bits are scale * (code + keyOffsetStep * offset), see kv_block_sizes.h.
constexpr int keyOffsetStep = 8;
HEARTH_DEVICE float eightBitKey(const std::byte* block, const KvLayerView& layer, int dim, int code) {
    const auto offset = static_cast<int8_t>(block[layer.keyScaleOffset + dim]);
    return keyScale<KvCode::Q8_0>(block, layer, dim) * static_cast<float>(code + keyOffsetStep * offset);
}
HEARTH_DEVICE float leastKey(const std::byte* block, const KvLayerView& layer, int dim) {
    return floatFromHalf(reinterpret_cast<const uint16_t*>(block + layer.keyScaleOffset)[dim]);
}

/// A rounded key is code * x + y, with numbers that all keys of a block share in a column.
template <KvCode Type>
HEARTH_DEVICE Floats2 keyColumn(const std::byte* block, const KvLayerView& layer, int dim) {
    const float scale = keyScale<Type>(block, layer, dim);
    if constexpr (Type == KvCode::Q8_0) {
        const auto offset = static_cast<int8_t>(block[layer.keyScaleOffset + dim]);
        return {scale, scale * static_cast<float>(keyOffsetStep * offset)};
    } else {
        return {scale, leastKey(block, layer, dim)};
    }
}

/// Chunk `chunk` of the key at slot `slot`, as floats.
template <KvCode Type>
HEARTH_DEVICE void loadKeyChunk(const std::byte* block, const KvLayerView& layer, int chunk, int slot,
                                float (&values)[keyChunk<Type>()]) {
    const auto words = loadVector<Words4>(block + (chunk * kvBlockPositions + slot) * 16);
    const uint32_t all[4] = {words.x, words.y, words.z, words.w};
    HEARTH_UNROLL for (int i = 0; i < keyChunk<Type>(); ++i) {
        const int dim = chunk * keyChunk<Type>() + i;
        if constexpr (Type == KvCode::F32) {
            values[i] = floatOf(all[i]);
        } else if constexpr (Type == KvCode::F16) {
            values[i] = floatFromHalf(static_cast<uint16_t>(all[i / 2] >> (16 * (i % 2))));
        } else if constexpr (Type == KvCode::Q8_0) {
            values[i] = eightBitKey(block, layer, dim, static_cast<int>(all[i / 4] >> (8 * (i % 4)) & 255U));
        } else {
            const auto code = static_cast<float>((all[i % 16 / 4] >> (8 * (i % 4) + 4 * (i / 16))) & 15U);
            values[i] =
                fusedMultiplyAdd(code, keyScale<Type>(block, layer, dim), leastKey(block, layer, dim));
        }
    }
}

/// Byte 0 to 7 of two words.
HEARTH_DEVICE unsigned byteOf(const Words2& words, int i) {
    return (i < 4 ? words.x : words.y) >> (8 * (i % 4)) & 255U;
}

/// Columns `dim` to dim + 7, of which dim is a multiple of 8, of a rounded key whose chunk there is `chunk`:
/// the same numbers as keyElement() gives; those of columns that the key does not have are some finite ones.
template <KvCode Type>
HEARTH_DEVICE void unpackEight(const std::byte* block, const KvLayerView& layer, const Words4& chunk, int dim,
                               float (&values)[8]) {
    const int columns = storedColumns<Type>(layer);
    const std::byte* shared = block + layer.keyScaleOffset;
    const bool second = dim % 16 != 0;
    const Words2 codes{second ? chunk.z : chunk.x, second ? chunk.w : chunk.y};
    if constexpr (Type == KvCode::Q8_0) {
        const auto offsets = loadVector<Words2>(shared + dim),
                   scales = loadVector<Words2>(shared + columns + dim);
        HEARTH_UNROLL for (int i = 0; i < 8; ++i) {
            const int offset = static_cast<int8_t>(byteOf(offsets, i));
            values[i] = floatFromHalf(static_cast<uint16_t>(byteOf(scales, i) << 7U)) *
                        static_cast<float>(static_cast<int>(byteOf(codes, i)) + keyOffsetStep * offset);
        }
    } else {
        const auto scales = loadVector<Words2>(shared + 2 * columns + dim);
        const auto least = loadVector<Words4>(shared + 2 * dim);
        const uint32_t pairs[4] = {least.x, least.y, least.z, least.w};
        const int shift = dim % 32 < 16 ? 0 : 4;
        HEARTH_UNROLL for (int i = 0; i < 8; ++i) {
            values[i] =
                fusedMultiplyAdd(static_cast<float>(byteOf(codes, i) >> shift & 15U),
                                 floatFromHalf(static_cast<uint16_t>(byteOf(scales, i) << 7U)),
                                 floatFromHalf(static_cast<uint16_t>(pairs[i / 2] >> (16 * (i % 2)))));
        }
    }
}

/// One element of a key.
template <KvCode Type>
HEARTH_DEVICE float keyElement(const std::byte* block, const KvLayerView& layer, int slot, int dim) {
    constexpr int chunk = keyChunk<Type>();
    const std::byte* item = block + (dim / chunk * kvBlockPositions + slot) * 16;
    if constexpr (Type == KvCode::F32) {
        return reinterpret_cast<const float*>(item)[dim % chunk];
    } else if constexpr (Type == KvCode::F16) {
        return floatFromHalf(reinterpret_cast<const uint16_t*>(item)[dim % chunk]);
    } else if constexpr (Type == KvCode::Q8_0) {
        return eightBitKey(block, layer, dim, static_cast<int>(item[dim % chunk]));
    } else {
        const int byte = static_cast<int>(item[dim % 16]);
        const auto code = static_cast<float>(dim % 32 < 16 ? byte & 15 : byte >> 4);
        return fusedMultiplyAdd(code, keyScale<Type>(block, layer, dim), leastKey(block, layer, dim));
    }
}

/// Columns of a group of values, of which the last has what is left.
constexpr int valueGroup = 64;
HEARTH_DEVICE int valueGroupColumns(const KvLayerView& layer, int group) {
    const int left = layer.valueDim - group * valueGroup;
    return left < valueGroup ? left : valueGroup;
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
        const int groups = (layer.valueDim + valueGroup - 1) / valueGroup, group = dim / valueGroup;
        const auto* numbers = reinterpret_cast<const uint16_t*>(block + layer.valueScaleOffset);
        const float scale = floatFromHalf(numbers[slot * groups + group]);
        if constexpr (Type == KvCode::Q8_0) {
            return scale *
                   static_cast<float>(reinterpret_cast<const int8_t*>(values)[slot * layer.valueDim + dim]);
        } else {
            const int half = valueGroupColumns(layer, group) / 2, inGroup = dim % valueGroup;
            const int byte = static_cast<int>(
                values[slot * (layer.valueDim / 2) + group * (valueGroup / 2) + inGroup % half]);
            const auto code = static_cast<float>(inGroup < half ? byte & 15 : byte >> 4);
            return fusedMultiplyAdd(code, scale,
                                    floatFromHalf(numbers[(kvBlockPositions + slot) * groups + group]));
        }
    }
}

/// The same where the type is only known to the layer.
template <>
HEARTH_DEVICE float valueElement<KvCode::Mixed>(const std::byte* block, const KvLayerView& layer, int slot,
                                                int dim) {
    switch (layer.valueType) {
        case KvCode::F32:
            return valueElement<KvCode::F32>(block, layer, slot, dim);
        case KvCode::Q8_0:
            return valueElement<KvCode::Q8_0>(block, layer, slot, dim);
        case KvCode::Q4_0:
            return valueElement<KvCode::Q4_0>(block, layer, slot, dim);
        default:
            return valueElement<KvCode::F16>(block, layer, slot, dim);
    }
}
template <>
HEARTH_DEVICE float keyElement<KvCode::Mixed>(const std::byte* block, const KvLayerView& layer, int slot,
                                              int dim) {
    switch (layer.keyType) {
        case KvCode::F32:
            return keyElement<KvCode::F32>(block, layer, slot, dim);
        case KvCode::Q8_0:
            return keyElement<KvCode::Q8_0>(block, layer, slot, dim);
        case KvCode::Q4_0:
            return keyElement<KvCode::Q4_0>(block, layer, slot, dim);
        default:
            return keyElement<KvCode::F16>(block, layer, slot, dim);
    }
}

/// The type that kernels are made for: that of keys and values, or Mixed.
inline KvCode kernelType(const KvLayerView& layer) {
    // Values that are a part of the keys are read as these.
    return layer.keyType == layer.valueType || layer.valueDim == 0 ? layer.keyType : KvCode::Mixed;
}

}  // namespace hearth::cuda
