// Caches of 8 and 4 bits, see KvType. A block is stored column pair by column pair, and position pair by
// position pair, like the float ones (see AttentionRun), so that it expands to float16 in straight lines:
//   keys, 8 bits    u8 (keyDim / 2, 32, 2), s8 offset (keyDim), u8 scale (keyDim)
//   keys, 4 bits    u8 (keyDim / 4 rounded up, 32, 2), f16 least (keyDim), u8 scale (keyDim)
//   values, 8 bits  s8 (16, valueDim, 2), f16 scale (groups, 32)
//   values, 4 bits  u8 (16, valueDim / 2, 2), f16 scale (groups, 32), f16 least (groups, 32)
// With 4 bits a byte of keys holds the same position of two column pairs, the even one in its low half; one
// of values holds the two columns that are half a group apart, the first in its low half. A scale of keys in
// a byte is a float16 without its sign and its last seven bits.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"
#include "backend/kv_block_sizes.h"

namespace hearth::cpu {
namespace {

constexpr size_t keyLine = 2 * PagedKvCache::blockPositions;

inline uint16_t halfOf(float x) {
    float v[lanes] = {x};
    uint16_t h[lanes];
    storeHalf(h, load(v));
    return h[0];
}
inline float floatOfHalf(uint16_t x) {
    uint16_t h[lanes] = {x};
    float v[lanes];
    store(v, loadHalf(h));
    return v[0];
}

/// The scale of steps from the least to the most number, as four bits have it.
inline float stepOf(float least, float most) {
    return (most - least) / 15.0F;
}
inline int fourBitCode(float x, float least, float inverse) {
    const float code = (x - least) * inverse + 0.5F;
    return code < 0 ? 0 : code > 15 ? 15 : static_cast<int>(code);
}
inline int8_t eightBitCode(float x, float inverse) {
    const float v = x * inverse;
    return static_cast<int8_t>(v + (v < 0 ? -0.5F : 0.5F));
}

/// The byte of a scale that is no smaller, and what it stands for.
inline uint8_t scaleByte(float step) {
    uint16_t half = halfOf(step);
    if (floatOfHalf(half) < step) ++half;
    return static_cast<uint8_t>((half + 0x7fU) >> 7U);
}
inline float floatOfByte(uint8_t scale) {
    return floatOfHalf(static_cast<uint16_t>(scale << 7U));
}

/// The step, offset and codes of a column of keys in 8 bits, see keyOffsetStep.
inline float eightBitStep(float least, float most) {
    const float range = (most - least) / keyCodeSteps;
    const float reach = (least < 0 ? -least : least) / keyOffsetReach;
    return range > reach ? range : reach;
}
inline int offsetOf(float least, float inverse) {
    return static_cast<int>(__builtin_floorf(least * inverse / keyOffsetStep));
}
inline int keyCode(float x, float inverse, int offset) {
    const int code = static_cast<int>(__builtin_floorf(x * inverse + 0.5F)) - offset * keyOffsetStep;
    return code < 0 ? 0 : code > 255 ? 255 : code;
}

/// One column of a block of keys, numbers of float16 two apart.
struct KeyColumn {
    float at[PagedKvCache::blockPositions];
    float least, most;
};

inline void loadKeyColumn(const uint16_t* halves, KeyColumn& column) {
    uint16_t packed[PagedKvCache::blockPositions];
    for (size_t p = 0; p < PagedKvCache::blockPositions; ++p) packed[p] = halves[2 * p];
    for (size_t p = 0; p < PagedKvCache::blockPositions; p += lanes)
        store(column.at + p, loadHalf(packed + p));
    column.least = column.most = column.at[0];
    for (const float x : column.at) {
        column.least = x < column.least ? x : column.least;
        column.most = x > column.most ? x : column.most;
    }
}

/// Rounds a whole block of keys, which is float16 in the layout of AttentionRun.
void quantizeKeys(KvType type, const std::byte* halfBlock, size_t dim, std::byte* out) {
    const auto* halves = reinterpret_cast<const uint16_t*>(halfBlock);
    const bool eight = type == KvType::Q8_0;
    const size_t lines = eight ? dim / 2 : (dim + 3) / 4;
    std::byte* numbers = out + lines * keyLine;
    for (size_t d = 0; d < dim; ++d) {
        KeyColumn column;
        loadKeyColumn(halves + d / 2 * keyLine + d % 2, column);
        if (eight) {
            const uint8_t scale = scaleByte(eightBitStep(column.least, column.most));
            const float stored = floatOfByte(scale);
            const float inverse = stored > 0 ? 1.0F / stored : 0.0F;
            const int offset = offsetOf(column.least, inverse);
            numbers[d] = static_cast<std::byte>(offset);
            numbers[dim + d] = static_cast<std::byte>(scale);
            std::byte* line = out + d / 2 * keyLine + d % 2;
            for (size_t p = 0; p < PagedKvCache::blockPositions; ++p)
                line[2 * p] = static_cast<std::byte>(keyCode(column.at[p], inverse, offset));
            continue;
        }
        // The least number is one of float16 already.
        const uint16_t least = halfOf(column.least);
        const uint8_t scale = scaleByte(stepOf(column.least, column.most));
        const float stored = floatOfByte(scale);
        const float inverse = stored > 0 ? 1.0F / stored : 0.0F;
        __builtin_memcpy(numbers + d * 2, &least, 2);
        numbers[dim * 2 + d] = static_cast<std::byte>(scale);
        std::byte* line = out + d / 4 * keyLine + d % 2;
        const bool high = d / 2 % 2 != 0;
        for (size_t p = 0; p < PagedKvCache::blockPositions; ++p) {
            const auto code = static_cast<std::byte>(fourBitCode(column.at[p], column.least, inverse));
            line[2 * p] = high ? line[2 * p] | code << 4 : code;
        }
    }
}

/// Rounds one position of the values of a head.
void storeQuantizedValue(KvType type, const float* value, size_t dim, size_t slot, std::byte* block) {
    const bool eight = type == KvType::Q8_0;
    const size_t lineBytes = eight ? 2 * dim : dim;
    const size_t groups = kvGroups(dim);
    std::byte* scales = block + PagedKvCache::blockPositions / 2 * lineBytes;
    for (size_t g = 0; g < groups; ++g) {
        const size_t first = g * kvGroupColumns;
        const size_t count = dim - first < kvGroupColumns ? dim - first : kvGroupColumns;
        const float* x = value + first;
        float least = x[0];
        float most = x[0];
        for (size_t i = 1; i < count; ++i) {
            least = x[i] < least ? x[i] : least;
            most = x[i] > most ? x[i] : most;
        }
        std::byte* line = block + slot / 2 * lineBytes + slot % 2;
        std::byte* scaleAt = scales + (g * PagedKvCache::blockPositions + slot) * 2;
        if (eight) {
            const float scale = (most > -least ? most : -least) / 127.0F;
            const float inverse = scale != 0 ? 1.0F / scale : 0.0F;
            const uint16_t stored = halfOf(scale);
            __builtin_memcpy(scaleAt, &stored, 2);
            for (size_t i = 0; i < count; ++i)
                line[2 * (first + i)] = static_cast<std::byte>(eightBitCode(x[i], inverse));
            continue;
        }
        const uint16_t lowest = halfOf(least);
        least = floatOfHalf(lowest);
        const uint16_t stored = halfOf(stepOf(least, most));
        const float scale = floatOfHalf(stored);
        const float inverse = scale > 0 ? 1.0F / scale : 0.0F;
        __builtin_memcpy(scaleAt, &stored, 2);
        __builtin_memcpy(scaleAt + groups * PagedKvCache::blockPositions * 2, &lowest, 2);
        for (size_t i = 0; i < count / 2; ++i)
            line[2 * (first / 2 + i)] = static_cast<std::byte>(
                fourBitCode(x[i], least, inverse) | fourBitCode(x[i + count / 2], least, inverse) << 4);
    }
}

inline Floats signedBytes(const std::byte* p) {
#if defined(__AVX512F__)
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#elif defined(__AVX2__)
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
#else
    Floats v;
    for (size_t i = 0; i < lanes; ++i) v[i] = static_cast<float>(static_cast<int8_t>(p[i]));
    return v;
#endif
}

/// The low and high halves of bytes.
inline void halfBytes(const std::byte* p, Floats& low, Floats& high) {
    Ints bytes;
#if defined(__AVX512F__)
    bytes =
        reinterpret_cast<Ints>(_mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))));
#elif defined(__AVX2__)
    bytes =
        reinterpret_cast<Ints>(_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
#else
    for (size_t i = 0; i < lanes; ++i) bytes[i] = static_cast<int32_t>(p[i]);
#endif
    low = __builtin_convertvector(bytes & 15, Floats);
    high = __builtin_convertvector(bytes >> 4, Floats);
}

/// The scales, and the numbers that codes of 0 stand for, of the columns of a block of keys, `chunk` from
/// `first` on.
struct KeyNumbers {
    static constexpr size_t chunk = 64;
    float scale[chunk], least[chunk];

    void load(KvType type, const std::byte* block, size_t dim, size_t first) {
        const size_t count = dim - first < chunk ? dim - first : chunk;
        const bool eight = type == KvType::Q8_0;
        const std::byte* numbers = block + (eight ? dim / 2 : (dim + 3) / 4) * keyLine;
        const std::byte* bytes = numbers + (eight ? dim : 2 * dim) + first;
        uint16_t halves[chunk] = {};
        for (size_t i = 0; i < count; ++i)
            halves[i] = static_cast<uint16_t>(static_cast<unsigned>(bytes[i]) << 7U);
        expand(halves, scale);
        if (eight) {
            std::byte offsets[chunk] = {};
            __builtin_memcpy(offsets, numbers + first, count);
            for (size_t i = 0; i < chunk; i += lanes)
                store(least + i, loadBytes(offsets + i, true) * static_cast<float>(keyOffsetStep) *
                                     cpu::load(scale + i));
        } else {
            __builtin_memcpy(halves, numbers + first * 2, count * 2);
            expand(halves, least);
        }
    }

private:
    static void expand(const uint16_t* halves, float* out) {
        for (size_t i = 0; i < chunk; i += lanes) store(out + i, loadHalf(halves + i));
    }
};

/// A block as the float16 layout has it.
void expandKeys(KvType type, const std::byte* block, size_t dim, uint16_t* out) {
    KeyNumbers numbers;
    for (size_t first = 0; first < dim; first += KeyNumbers::chunk) {
        numbers.load(type, block, dim, first);
        const size_t end = dim - first < KeyNumbers::chunk ? dim - first : KeyNumbers::chunk;
        if (type == KvType::Q8_0) {
            for (size_t d = 0; d < end; d += 2) {
                const Floats scale = spreadPair(numbers.scale + d);
                const Floats least = spreadPair(numbers.least + d);
                const size_t line = (first + d) / 2 * keyLine;
                for (size_t i = 0; i < keyLine; i += lanes)
                    storeHalf(out + line + i, loadBytes(block + line + i, false) * scale + least);
            }
            continue;
        }
        for (size_t d = 0; d < end; d += 4) {
            const Floats scale = spreadPair(numbers.scale + d);
            const Floats least = spreadPair(numbers.least + d);
            // Of columns that are not there where the last byte holds but one pair.
            const bool both = d + 2 < end;
            const Floats nextScale = spreadPair(numbers.scale + (both ? d + 2 : d));
            const Floats nextLeast = spreadPair(numbers.least + (both ? d + 2 : d));
            const std::byte* from = block + (first + d) / 4 * keyLine;
            uint16_t* to = out + (first + d) / 2 * keyLine;
            for (size_t i = 0; i < keyLine; i += lanes) {
                Floats low;
                Floats high;
                halfBytes(from + i, low, high);
                storeHalf(to + i, low * scale + least);
                if (both) storeHalf(to + keyLine + i, high * nextScale + nextLeast);
            }
        }
    }
}

/// `count` bytes of values of two positions, with 4 bits to two places in the line.
inline void expandValueBytes(bool eight, const std::byte* from, size_t count, Floats scale, Floats least,
                             uint16_t* out, uint16_t* second) {
    for (size_t i = 0; i < count; i += lanes) {
        // Bytes after the last whole vector are copied through a separate buffer.
        std::byte padded[lanes];
        uint16_t halves[lanes];
        const bool whole = i + lanes <= count;
        if (!whole) __builtin_memcpy(padded, from + i, count - i);
        const std::byte* bytes = whole ? from + i : padded;
        const auto put = [&](Floats x, uint16_t* to) {
            if (whole) return storeHalf(to, x);
            storeHalf(halves, x);
            __builtin_memcpy(to, halves, (count - i) * 2);
        };
        if (eight) {
            put(signedBytes(bytes) * scale, out + i);
            continue;
        }
        Floats low;
        Floats high;
        halfBytes(bytes, low, high);
        put(low * scale + least, out + i);
        put(high * scale + least, second + i);
    }
}

void expandValues(KvType type, const std::byte* block, size_t dim, uint16_t* out) {
    const bool eight = type == KvType::Q8_0;
    const size_t lineBytes = eight ? 2 * dim : dim;
    const size_t groups = kvGroups(dim);
    const auto* halfScales =
        reinterpret_cast<const uint16_t*>(block + PagedKvCache::blockPositions / 2 * lineBytes);
    for (size_t g = 0; g < groups; ++g) {
        float scales[PagedKvCache::blockPositions];
        float leasts[PagedKvCache::blockPositions] = {};
        for (size_t p = 0; p < PagedKvCache::blockPositions; p += lanes) {
            store(scales + p, loadHalf(halfScales + g * PagedKvCache::blockPositions + p));
            if (!eight)
                store(leasts + p, loadHalf(halfScales + (groups + g) * PagedKvCache::blockPositions + p));
        }
        const size_t first = g * kvGroupColumns;
        const size_t count = dim - first < kvGroupColumns ? dim - first : kvGroupColumns;
        for (size_t j = 0; j < PagedKvCache::blockPositions / 2; ++j) {
            uint16_t* to = out + (j * dim + first) * 2;
            expandValueBytes(eight, block + j * lineBytes + (eight ? 2 * first : first),
                             eight ? 2 * count : count, spreadPair(scales + 2 * j),
                             spreadPair(leasts + 2 * j), to, to + count);
        }
    }
}

constexpr void addQuantizedKvKernels(KernelTable& table) {
    table.quantizeKeys = quantizeKeys;
    table.storeQuantizedValue = storeQuantizedValue;
    table.expandKeys = expandKeys;
    table.expandValues = expandValues;
}

}  // namespace
}  // namespace hearth::cpu
