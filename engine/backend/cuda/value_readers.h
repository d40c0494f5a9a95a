#pragma once

#include "backend/cuda/kv_access.h"

/// Values for attention: a lane reads four columns at two neighbouring positions at once. Each reader has the
/// number of such reads in flight (atOnce), the type of one read (Stored), and a conversion to floats. The
/// two flags say which of the positions attention sees. The others are not read, or become finite numbers
/// with weights of zero: positions after the last one may never have been written.
namespace hearth::cuda {

/// A byte of a word, as an unsigned number. The conversion of integers is a slow instruction.
HEARTH_DEVICE float byteAsFloat(uint32_t word, int byte) {
    constexpr float base = 8388608;  // 2^23, whose lowest bit is one
    return floatOf(selectBytes(word, 0x4b000000U, 0x7440U | static_cast<unsigned>(byte))) - base;
}

/// Four columns in a form that loads of 4, 8 or 16 bytes can have, for the types that keep several in a byte.
HEARTH_DEVICE bool hasWholeQuads(int columns, KvCode type) {
    return columns % (type == KvCode::Q4_0 ? 8 : 4) == 0;
}

template <KvCode Type>
struct ValueReader;

template <>
struct ValueReader<KvCode::F32> {
    static constexpr int atOnce = 4;
    struct Stored {
        Floats4 first{}, second{};
    };
    const std::byte* from;
    int stride;

    HEARTH_DEVICE ValueReader(const KvLayerView& layer, const std::byte* block, int dim)
        : from(block + layer.valueOffset + dim * 4), stride(layer.valueDim * 4) {}
    HEARTH_DEVICE Stored load(int slot, bool first, bool second) const {
        Stored stored;
        if (first) stored.first = loadVector<Floats4>(from + slot * stride);
        if (second) stored.second = loadVector<Floats4>(from + (slot + 1) * stride);
        return stored;
    }
    HEARTH_DEVICE void unpack(const Stored& stored, float (&x)[4], float (&y)[4]) const {
        x[0] = stored.first.x, x[1] = stored.first.y, x[2] = stored.first.z, x[3] = stored.first.w;
        y[0] = stored.second.x, y[1] = stored.second.y, y[2] = stored.second.z, y[3] = stored.second.w;
    }
};

template <>
struct ValueReader<KvCode::F16> {
    static constexpr int atOnce = 8;
    struct Stored {
        Words4 pairs{};
    };
    const std::byte* from;
    int stride;

    HEARTH_DEVICE ValueReader(const KvLayerView& layer, const std::byte* block, int dim)
        : from(block + layer.valueOffset + dim * 4), stride(layer.valueDim * 4) {}
    /// Reads two positions. If only the second is visible, the first is before the window and was written
    /// long ago. If only the first is visible, the second has not been written.
    HEARTH_DEVICE Stored load(int slot, bool first, bool second) const {
        Stored stored;
        const std::byte* pairs = from + slot / 2 * stride;
        if (second) {
            stored.pairs = loadVector<Words4>(pairs);
        } else if (first) {
            const auto* halves = reinterpret_cast<const uint16_t*>(pairs);
            stored.pairs = {halves[0], halves[2], halves[4], halves[6]};
        }
        return stored;
    }
    HEARTH_DEVICE void unpack(const Stored& stored, float (&x)[4], float (&y)[4]) const {
        const uint32_t pairs[4] = {stored.pairs.x, stored.pairs.y, stored.pairs.z, stored.pairs.w};
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            x[i] = floatFromHalf(static_cast<uint16_t>(pairs[i]));
            y[i] = floatFromHalf(static_cast<uint16_t>(pairs[i] >> 16U));
        }
    }
};

template <>
struct ValueReader<KvCode::Q8_0> {
    static constexpr int atOnce = 6;
    struct Stored {
        uint32_t first = 0, second = 0;
        uint16_t firstScale = 0, secondScale = 0;
    };
    const std::byte* from;
    const uint16_t* scale;
    int stride, groups;

    HEARTH_DEVICE ValueReader(const KvLayerView& layer, const std::byte* block, int dim)
        : from(block + layer.valueOffset + dim),
          scale(reinterpret_cast<const uint16_t*>(block + layer.valueScaleOffset) + dim / valueGroup),
          stride(layer.valueDim),
          groups((layer.valueDim + valueGroup - 1) / valueGroup) {}
    HEARTH_DEVICE Stored load(int slot, bool first, bool second) const {
        Stored stored;
        if (first) {
            stored.first = loadVector<uint32_t>(from + slot * stride);
            stored.firstScale = scale[slot * groups];
        }
        if (second) {
            stored.second = loadVector<uint32_t>(from + (slot + 1) * stride);
            stored.secondScale = scale[(slot + 1) * groups];
        }
        return stored;
    }
    HEARTH_DEVICE void unpack(const Stored& stored, float (&x)[4], float (&y)[4]) const {
        constexpr uint32_t signs = 0x80808080U;
        const float first = floatFromHalf(stored.firstScale), second = floatFromHalf(stored.secondScale);
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            x[i] = first * (byteAsFloat(stored.first ^ signs, i) - 128.0F);
            y[i] = second * (byteAsFloat(stored.second ^ signs, i) - 128.0F);
        }
    }
};

template <>
struct ValueReader<KvCode::Q4_0> {
    static constexpr int atOnce = 4;
    struct Stored {
        uint32_t first = 0, second = 0;
        uint16_t firstScale = 0, secondScale = 0, firstLeast = 0, secondLeast = 0;
    };
    const std::byte* from;
    const uint16_t* scale;
    int stride, groups, shift;

    HEARTH_DEVICE ValueReader(const KvLayerView& layer, const std::byte* block, int dim)
        : from(block + layer.valueOffset),
          scale(reinterpret_cast<const uint16_t*>(block + layer.valueScaleOffset) + dim / valueGroup),
          stride(layer.valueDim / 2),
          groups((layer.valueDim + valueGroup - 1) / valueGroup) {
        const int group = dim / valueGroup, inGroup = dim % valueGroup;
        const int half = valueGroupColumns(layer, group) / 2;
        from += group * (valueGroup / 2) + (inGroup < half ? inGroup : inGroup - half);
        shift = inGroup < half ? 0 : 4;
    }
    HEARTH_DEVICE Stored load(int slot, bool first, bool second) const {
        Stored stored;
        if (first) {
            stored.first = loadVector<uint32_t>(from + slot * stride);
            stored.firstScale = scale[slot * groups];
            stored.firstLeast = scale[(kvBlockPositions + slot) * groups];
        }
        if (second) {
            stored.second = loadVector<uint32_t>(from + (slot + 1) * stride);
            stored.secondScale = scale[(slot + 1) * groups];
            stored.secondLeast = scale[(kvBlockPositions + slot + 1) * groups];
        }
        return stored;
    }
    HEARTH_DEVICE void unpack(const Stored& stored, float (&x)[4], float (&y)[4]) const {
        constexpr uint32_t nibbles = 0x0f0f0f0fU;
        const uint32_t firstCodes = stored.first >> shift & nibbles,
                       secondCodes = stored.second >> shift & nibbles;
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
            x[i] = fusedMultiplyAdd(byteAsFloat(firstCodes, i), floatFromHalf(stored.firstScale),
                                    floatFromHalf(stored.firstLeast));
            y[i] = fusedMultiplyAdd(byteAsFloat(secondCodes, i), floatFromHalf(stored.secondScale),
                                    floatFromHalf(stored.secondLeast));
        }
    }
};

/// Values that are the first columns of the keys.
template <KvCode Type>
struct KeyReader {
    static constexpr int atOnce = 4;
    static constexpr int chunk = keyChunk<Type>();
    static constexpr bool rounded = Type == KvCode::Q8_0 || Type == KvCode::Q4_0;
    using Quad = std::conditional_t<Type == KvCode::F32, Words4,
                                    std::conditional_t<Type == KvCode::F16, Words2, uint32_t>>;
    struct Stored {
        Quad first{}, second{};
    };
    const std::byte* from;
    int shift = 0;
    float scale[rounded ? 4 : 1], least[rounded ? 4 : 1];

    HEARTH_DEVICE KeyReader(const KvLayerView& layer, const std::byte* keys, int dim)
        : from(keys + dim / chunk * kvBlockPositions * 16) {
        if constexpr (rounded) {
            from += dim % 16;
            shift = Type == KvCode::Q4_0 && dim % 32 >= 16 ? 4 : 0;
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
                const Floats2 column = keyColumn<Type>(keys, layer, dim + i);
                scale[i] = column.x;
                least[i] = column.y;
            }
        } else {
            from += dim % chunk * (16 / chunk);
        }
    }
    HEARTH_DEVICE Stored load(int slot, bool first, bool second) const {
        Stored stored;
        if (first) stored.first = loadVector<Quad>(from + slot * 16);
        if (second) stored.second = loadVector<Quad>(from + (slot + 1) * 16);
        return stored;
    }
    HEARTH_DEVICE void unpack(const Stored& stored, float (&x)[4], float (&y)[4]) const {
        unpackOne(stored.first, x);
        unpackOne(stored.second, y);
    }

private:
    HEARTH_DEVICE void unpackOne(const Quad& quad, float (&x)[4]) const {
        if constexpr (Type == KvCode::F32) {
            x[0] = floatOf(quad.x), x[1] = floatOf(quad.y), x[2] = floatOf(quad.z), x[3] = floatOf(quad.w);
        } else if constexpr (Type == KvCode::F16) {
            x[0] = floatFromHalf(static_cast<uint16_t>(quad.x));
            x[1] = floatFromHalf(static_cast<uint16_t>(quad.x >> 16U));
            x[2] = floatFromHalf(static_cast<uint16_t>(quad.y));
            x[3] = floatFromHalf(static_cast<uint16_t>(quad.y >> 16U));
        } else {
            const uint32_t codes = Type == KvCode::Q8_0 ? quad : quad >> shift & 0x0f0f0f0fU;
            HEARTH_UNROLL for (int i = 0; i < 4; ++i) x[i] =
                fusedMultiplyAdd(byteAsFloat(codes, i), scale[i], least[i]);
        }
    }
};

/// Reads element by element, for columns that are not whole quads: the values or, in layers without them, the
/// keys.
template <KvCode Type>
struct ElementReader {
    static constexpr int atOnce = 1;
    struct Stored {
        float first[4] = {}, second[4] = {};
    };
    const KvLayerView& layer;
    const std::byte *block, *openKeys;  ///< openKeys: nullptr, or the keys of an residual block
    int dim, count;                     ///< columns from `dim` on, at most 4

    HEARTH_DEVICE float element(int slot, int i) const {
        if (layer.valueDim != 0) return valueElement<Type>(block, layer, slot, dim + i);
        if (openKeys) return keyElement<KvCode::F16>(openKeys, layer, slot, dim + i);
        return keyElement<Type>(block, layer, slot, dim + i);
    }
    HEARTH_DEVICE Stored load(int slot, bool first, bool second) const {
        Stored stored;
        for (int i = 0; i < 4; ++i) {
            if (first && i < count) stored.first[i] = element(slot, i);
            if (second && i < count) stored.second[i] = element(slot + 1, i);
        }
        return stored;
    }
    HEARTH_DEVICE void unpack(const Stored& stored, float (&x)[4], float (&y)[4]) const {
        HEARTH_UNROLL for (int i = 0; i < 4; ++i) x[i] = stored.first[i], y[i] = stored.second[i];
    }
};

}  // namespace hearth::cuda
