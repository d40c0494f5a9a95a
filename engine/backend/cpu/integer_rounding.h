// Blocks of the cache, and queries, as integers of 16 bits, for integer_attention.h.
#pragma once

#include "backend/cpu/attention_kernels.h"

namespace hearth::cpu {
namespace {

/// The norm of a row of keys or queries: below 2^15, and two of them multiplied are below 2^31.
constexpr float integerNorm = 32700.0F;
/// With weights up to 2^13, sums over 64 positions stay below 2^31.
constexpr float largestValue = 4095.0F;

/// Columns of values are padded to two vectors.
constexpr size_t integerColumns(size_t dim) noexcept {
    return (dim + 2 * lanes - 1) / (2 * lanes) * (2 * lanes);
}

/// Two vectors of floats as sixteen integers.
inline void storeRounded(int16_t* p, Floats a, Floats b) {
    const __m256i packed = _mm256_packs_epi32(_mm256_cvtps_epi32(a), _mm256_cvtps_epi32(b));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm256_permute4x64_epi64(packed, 0xD8));
}

/// Keys of a block, each scaled by its norm; shape (keyDim / 2, 32, 2) like the cache's. scales: (32), what a
/// integer of each position stands for.
template <bool Half>
inline void roundKeys(const std::byte* from, size_t keyDim, int16_t* keys, float* scales) {
    constexpr size_t vectors = 2 * positions / lanes;
    Floats squares[vectors];
#pragma GCC unroll 8
    for (size_t v = 0; v < vectors; ++v) squares[v] = Floats{};
    for (size_t d = 0; d < keyDim; d += 2)
#pragma GCC unroll 8
        for (size_t v = 0; v < vectors; ++v) {
            const Floats x = loadCached<Half>(from, d * positions + v * lanes);
            squares[v] += x * x;
        }
    Floats factors[vectors];
#pragma GCC unroll 4
    for (size_t v = 0; v < vectors; v += 2) {
        const Floats norm = _mm256_sqrt_ps(addPairs(squares[v], squares[v + 1]));
        store(scales + v / 2 * lanes, norm / integerNorm);
        const Floats factor = choose(norm > 0.0F, integerNorm / norm, Floats{});
        const Floats low = _mm256_unpacklo_ps(factor, factor);
        const Floats high = _mm256_unpackhi_ps(factor, factor);
        factors[v] = _mm256_permute2f128_ps(low, high, 0x20);
        factors[v + 1] = _mm256_permute2f128_ps(low, high, 0x31);
    }
    for (size_t d = 0; d < keyDim; d += 2)
#pragma GCC unroll 4
        for (size_t v = 0; v < vectors; v += 2) {
            const size_t at = d * positions + v * lanes;
            storeRounded(keys + at, loadCached<Half>(from, at) * factors[v],
                         loadCached<Half>(from, at + lanes) * factors[v + 1]);
        }
}

/// Lane p: the largest of the position p that stands in the lanes p, p + 2, ... of v.
inline Floats largestOfPair(Floats v) {
    v = maximum(v, Floats(_mm256_permute2f128_ps(v, v, 1)));
    return maximum(v, Floats(_mm256_permute_ps(v, 0x4E)));
}

/// Values of a block, each position scaled by its largest; shape (16, integerColumns(valueDim), 2). logs:
/// (32), to base 2, of the scales; factors: (32), 1 / scale.
template <bool Half>
inline void roundValues(const std::byte* from, const AttentionRun& run, int16_t* values, float* logs,
                        float* factors) {
    const size_t columns = integerColumns(run.valueDim);
    const size_t whole = 2 * run.valueDim / (2 * lanes) * (2 * lanes);
    const size_t left = 2 * run.valueDim - whole;
    constexpr size_t pairs = positions / 2;
    float rests[pairs][2 * lanes] = {};
    float peaks[positions];
    for (size_t j = 0; j < pairs; ++j) {
        const size_t row = j * 2 * run.storedValueDim;
        widen<Half>(from + (row + whole) * (Half ? 2 : 4), left, rests[j]);
        Floats peak = maximum(magnitude(load(rests[j])), magnitude(load(rests[j] + lanes)));
        for (size_t i = 0; i < whole; i += lanes)
            peak = maximum(peak, magnitude(loadCached<Half>(from, row + i)));
        peak = largestOfPair(peak);
        __builtin_memcpy(peaks + 2 * j, &peak, 2 * sizeof(float));
    }
    // The logarithm by the bits of the number, which is right for powers of two and 0.086 too small at most.
    // The scale is the number that it stands for, so that weights take exactly what values give.
    for (size_t p = 0; p < positions; p += lanes) {
        // Positions that nobody has written yet may hold anything, and no number becomes the least.
        const Floats peak = minimum(maximum(load(peaks + p), spread(0x1p-60F)), spread(0x1p60F));
        const Floats log = __builtin_convertvector(bitsOf(peak), Floats) * 0x1p-23F - (127.0F - 0.0861F);
        store(logs + p, log);
        store(factors + p, 1.0F / exp2Within(log));
    }
    for (size_t j = 0; j < pairs; ++j, values += 2 * columns) {
        const size_t row = j * 2 * run.storedValueDim;
        const Floats factor = spreadPair(factors + 2 * j) * largestValue;
        for (size_t i = 0; i < whole; i += 2 * lanes)
            storeRounded(values + i, loadCached<Half>(from, row + i) * factor,
                         loadCached<Half>(from, row + i + lanes) * factor);
        for (size_t i = whole; i < 2 * columns; i += 2 * lanes) {
            const bool rest = i == whole;
            storeRounded(values + i, rest ? load(rests[j]) * factor : Floats{},
                         rest ? load(rests[j] + lanes) * factor : Floats{});
        }
    }
}

/// A row of queries, and what its products are to be multiplied with.
inline float roundQuery(const float* query, size_t keyDim, int16_t* out) {
    Floats squares{};
    size_t d = 0;
    float rest[2 * lanes] = {};
    const size_t whole = keyDim / (2 * lanes) * 2 * lanes;
    __builtin_memcpy(rest, query + whole, (keyDim - whole) * 4);
    for (; d < whole; d += lanes) squares += load(query + d) * load(query + d);
    for (size_t i = 0; i < 2 * lanes; i += lanes) squares += load(rest + i) * load(rest + i);
    const float norm = __builtin_sqrtf(sum(squares));
    const Floats factor = spread(norm > 0 ? integerNorm / norm : 0.0F);
    for (d = 0; d < whole; d += 2 * lanes)
        storeRounded(out + d, load(query + d) * factor, load(query + d + lanes) * factor);
    int16_t last[2 * lanes];
    storeRounded(last, load(rest) * factor, load(rest + lanes) * factor);
    __builtin_memcpy(out + whole, last, (keyDim - whole) * 2);
    return norm / integerNorm;
}

}  // namespace
}  // namespace hearth::cpu
