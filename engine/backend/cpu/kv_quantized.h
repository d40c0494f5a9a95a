// Caches of 8 and 4 bits: groups of 32 columns of one position share a scale. A block is stored column pair
// by column pair like the float ones (see AttentionRun), so that it expands to float16 in straight lines:
//   keys    s8 (keyDim / 2, 32, 2), f16 scale (groups, 32)
//   values  s8 (16, valueDim, 2),   f16 scale (groups, 32)
// Dimensions are padded to whole groups. With 4 bits a byte holds columns 16 apart of one group, the first in
// its low half, both plus 8.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

constexpr size_t groupPairs = kvGroupColumns / 2;

inline uint16_t halfOf(float x) {
    float v[lanes] = {x};
    uint16_t h[lanes];
    storeHalf(h, load(v));
    return h[0];
}

/// One group of one position as steps of its scale; returns the scale. As the reference rounds: 8 bits are
/// symmetric, with 4 bits the one extra step (-8) goes to the sign of the largest number.
inline uint16_t quantizeGroup(bool eight, const float* x, size_t count, int8_t* steps) {
    float largestOne = 0;
    for (size_t i = 0; i < count; ++i)
        if (__builtin_fabsf(x[i]) > __builtin_fabsf(largestOne)) largestOne = x[i];
    const float scale = eight ? __builtin_fabsf(largestOne) / 127.0F : largestOne / -8.0F;
    const float inverse = scale != 0 ? 1.0F / scale : 0.0F;
    for (size_t i = 0; i < kvGroupColumns; ++i) {
        const float v = i < count ? x[i] * inverse : 0.0F;
        if (eight) {
            steps[i] = static_cast<int8_t>(v + (v < 0 ? -0.5F : 0.5F));
        } else {
            const float shifted = v + 8.5F;
            steps[i] = static_cast<int8_t>((shifted < 0    ? 0
                                            : shifted > 15 ? 15
                                                           : static_cast<int>(shifted)) -
                                           8);
        }
    }
    return halfOf(scale);
}

/// Where column d of a group of one position lies: `line` bytes between pairs of columns for keys; values
/// have all columns of two positions in one line.
template <bool Keys>
void storeQuantized(KvType type, const float* x, size_t dim, size_t slot, std::byte* block) {
    const bool eight = type == KvType::Q8_0;
    const size_t groups = kvGroups(dim);
    const size_t columnsStored = groups * kvGroupColumns / (eight ? 1 : 2);
    std::byte* scales = block + columnsStored * KvStore::blockPositions;
    for (size_t g = 0; g < groups; ++g) {
        int8_t steps[kvGroupColumns];
        const size_t first = g * kvGroupColumns;
        const size_t count = dim - first < kvGroupColumns ? dim - first : kvGroupColumns;
        const uint16_t scale = quantizeGroup(eight, x + first, count, steps);
        __builtin_memcpy(scales + (g * KvStore::blockPositions + slot) * 2, &scale, 2);
        const size_t stored = eight ? kvGroupColumns : kvGroupColumns / 2;
        for (size_t i = 0; i < stored; ++i) {
            const size_t d = g * stored + i;
            const size_t at = Keys ? (d / 2 * KvStore::blockPositions + slot) * 2 + d % 2
                                   : (slot / 2 * columnsStored + d) * 2 + slot % 2;
            block[at] = eight ? static_cast<std::byte>(steps[i])
                              : static_cast<std::byte>((steps[i] + 8) | (steps[i + 16] + 8) << 4);
        }
    }
}

void storeQuantizedKey(KvType type, const float* key, size_t dim, size_t slot, std::byte* block) {
    storeQuantized<true>(type, key, dim, slot, block);
}
void storeQuantizedValue(KvType type, const float* value, size_t dim, size_t slot, std::byte* block) {
    storeQuantized<false>(type, value, dim, slot, block);
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

/// The low and high halves of bytes, less 8.
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
    low = __builtin_convertvector((bytes & 15) - 8, Floats);
    high = __builtin_convertvector((bytes >> 4) - 8, Floats);
}

/// One line of stored bytes to one (8 bits) or two lines of float16; scales repeat every `period` elements.
inline void expandLine(bool eight, const std::byte* from, size_t count, const float* scales, size_t period,
                       uint16_t* out, uint16_t* second) {
    for (size_t i = 0; i < count; i += lanes) {
        const Floats scale = load(scales + i % period);
        if (eight) {
            storeHalf(out + i, signedBytes(from + i) * scale);
            continue;
        }
        Floats low;
        Floats high;
        halfBytes(from + i, low, high);
        storeHalf(out + i, low * scale);
        if (second != nullptr) storeHalf(second + i, high * scale);
    }
}

/// A block as the float16 layout has it.
void expandKeys(KvType type, const std::byte* block, size_t dim, uint16_t* out) {
    const bool eight = type == KvType::Q8_0;
    constexpr size_t line = 2 * KvStore::blockPositions;
    const size_t storedPairs = groupPairs / (eight ? 1 : 2);
    const auto* halfScales = block + kvGroups(dim) * storedPairs * line;
    for (size_t g = 0; g < kvGroups(dim); ++g) {
        float scales[KvStore::blockPositions];
        float doubled[line];
        for (size_t p = 0; p < KvStore::blockPositions; p += lanes)
            store(scales + p,
                  loadHalf(reinterpret_cast<const uint16_t*>(halfScales) + g * KvStore::blockPositions + p));
        for (size_t p = 0; p < line; ++p) doubled[p] = scales[p / 2];
        for (size_t pair = 0; pair < storedPairs; ++pair) {
            const size_t at = g * groupPairs + pair;
            if (at * 2 >= dim) break;
            uint16_t* second = (at + groupPairs / 2) * 2 < dim ? out + (at + groupPairs / 2) * line : nullptr;
            expandLine(eight, block + (g * storedPairs + pair) * line, line, doubled, line, out + at * line,
                       second);
        }
    }
}

void expandValues(KvType type, const std::byte* block, size_t dim, uint16_t* out) {
    const bool eight = type == KvType::Q8_0;
    const size_t storedColumns = kvGroupColumns / (eight ? 1 : 2);
    const size_t groups = kvGroups(dim);
    const auto* halfScales =
        reinterpret_cast<const uint16_t*>(block + groups * storedColumns * KvStore::blockPositions);
    for (size_t g = 0; g < groups; ++g) {
        float scales[KvStore::blockPositions];
        for (size_t p = 0; p < KvStore::blockPositions; p += lanes)
            store(scales + p, loadHalf(halfScales + g * KvStore::blockPositions + p));
        const size_t first = g * kvGroupColumns;
        for (size_t j = 0; j < KvStore::blockPositions / 2; ++j) {
            float pair[lanes];
            store(pair, spreadPair(scales + 2 * j));
            const std::byte* from = block + (j * groups + g) * storedColumns * 2;
            if (first + kvGroupColumns <= dim) {
                uint16_t* to = out + (j * dim + first) * 2;
                expandLine(eight, from, storedColumns * 2, pair, lanes, to, eight ? nullptr : to + 32);
                continue;
            }
            uint16_t whole[2 * kvGroupColumns];
            expandLine(eight, from, storedColumns * 2, pair, lanes, whole, eight ? nullptr : whole + 32);
            __builtin_memcpy(out + (j * dim + first) * 2, whole, (dim - first) * 4);
        }
    }
}

constexpr void addQuantizedKvKernels(KernelTable& table) {
    table.storeQuantizedKey = storeQuantizedKey;
    table.storeQuantizedValue = storeQuantizedValue;
    table.expandKeys = expandKeys;
    table.expandValues = expandValues;
}

}  // namespace
}  // namespace hearth::cpu
