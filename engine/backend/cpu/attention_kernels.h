// Attention over blocks of 32 cached positions in float32, written once for every instruction set; see
// simd.h. Lanes hold pairs: of one position's neighbouring key columns, or of two neighbouring positions'
// value column.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

constexpr size_t positions = KvStore::blockPositions;
constexpr size_t vectorsAtOnce = 4;
#if defined(__AVX512F__)
constexpr size_t queriesAtOnce = 4;
#elif defined(__AVX2__)
constexpr size_t queriesAtOnce = 3;  // 12 sums, 3 queries and a key: the 16 registers
#else
constexpr size_t queriesAtOnce = 2;
#endif

template <bool Half>
inline Floats loadCached(const std::byte* block, size_t element) {
    if constexpr (Half) return loadHalf(reinterpret_cast<const uint16_t*>(block) + element);
    return load(reinterpret_cast<const float*>(block) + element);
}

/// scores[r][p] = q[r] . key[p] for the 32 positions of a block.
template <bool Half, size_t R>
__attribute__((noinline)) void blockScores(const float* const* q, size_t keyDim, const std::byte* keys,
                                           float* scores) {
    constexpr size_t chunk = vectorsAtOnce * lanes;  // elements: chunk / 2 positions
    for (size_t at = 0; at < 2 * positions; at += chunk) {
        Floats s[R][vectorsAtOnce];
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v) s[r][v] = Floats{};
        for (size_t d = 0; d < keyDim; d += 2) {
            Floats x[R];
#pragma GCC unroll 4
            for (size_t r = 0; r < R; ++r) x[r] = spreadPair(q[r] + d);
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v) {
                const Floats k = loadCached<Half>(keys, d * positions + at + v * lanes);
#pragma GCC unroll 4
                for (size_t r = 0; r < R; ++r) s[r][v] += k * x[r];
            }
        }
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
            for (size_t v = 0; v < vectorsAtOnce; v += 2)
                store(scores + r * positions + at / 2 + v * lanes / 2, addPairs(s[r][v], s[r][v + 1]));
    }
}

/// sums[r][d][2] = sums * decay[r] + weights[r] . values[d], the two lanes for even and odd positions.
template <bool Half, size_t R>
__attribute__((noinline)) void addValues(const float* weights, const float* decay, size_t valueDim,
                                         size_t stored, const std::byte* values, float* sums) {
    constexpr size_t chunk = vectorsAtOnce * lanes;
    const size_t width = 2 * valueDim;
    size_t at = 0;
    for (; at + chunk <= width; at += chunk) {
        Floats s[R][vectorsAtOnce];
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v)
                s[r][v] = load(sums + r * width + at + v * lanes) * decay[r];
        for (size_t j = 0; j < positions / 2; ++j) {
            Floats p[R];
#pragma GCC unroll 4
            for (size_t r = 0; r < R; ++r) p[r] = spreadPair(weights + r * positions + 2 * j);
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v) {
                const Floats x = loadCached<Half>(values, j * 2 * stored + at + v * lanes);
#pragma GCC unroll 4
                for (size_t r = 0; r < R; ++r) s[r][v] += x * p[r];
            }
        }
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v) store(sums + r * width + at + v * lanes, s[r][v]);
    }
    for (; at + lanes <= width; at += lanes)
        for (size_t r = 0; r < R; ++r) {
            Floats s = load(sums + r * width + at) * decay[r];
            for (size_t j = 0; j < positions / 2; ++j)
                s += loadCached<Half>(values, j * 2 * stored + at) *
                     spreadPair(weights + r * positions + 2 * j);
            store(sums + r * width + at, s);
        }
    for (; at < width; at += 2)
        for (size_t r = 0; r < R; ++r)
            for (size_t lane = 0; lane < 2; ++lane) {
                float s = sums[r * width + at + lane] * decay[r];
                for (size_t j = 0; j < positions / 2; ++j) {
                    float padded[lanes] = {};
                    // One element at a time: read it as the first lane of a pair that surely lies within the
                    // block.
                    const size_t element = j * 2 * stored + at + lane;
                    if constexpr (Half) {
                        uint16_t one[lanes] = {};
                        one[0] = reinterpret_cast<const uint16_t*>(values)[element];
                        store(padded, loadHalf(one));
                    } else {
                        padded[0] = reinterpret_cast<const float*>(values)[element];
                    }
                    s += padded[0] * weights[r * positions + 2 * j + lane];
                }
                sums[r * width + at + lane] = s;
            }
}

/// Turns scores into exp(score - largest), updates largest and total, returns what older sums are to be
/// multiplied with.
inline float softmaxStep(const AttentionRun& run, size_t row, size_t block, float* scores,
                         float& largestSoFar, float& total) {
    constexpr float never = -__builtin_inff();
    const int32_t base = static_cast<int32_t>(block * positions);
    const int32_t from = run.first[row] - base;
    const int32_t to = run.last[row] - base;
    if (from > 0 || to < static_cast<int32_t>(positions) - 1)
        for (int32_t p = 0; p < static_cast<int32_t>(positions); ++p)
            if (p < from || p > to) scores[p] = never;
    Floats peak = spread(never);
    for (size_t p = 0; p < positions; p += lanes) {
        Floats s = load(scores + p) * run.scale;
        if (run.softCap != 0) {
            const Floats capped = tanhOf(s / run.softCap) * run.softCap;
            s = choose(s == never, s, capped);
        }
        store(scores + p, s);
        peak = maximum(peak, s);
    }
    const float blockPeak = largest(peak);
    if (blockPeak == never) {
        for (size_t p = 0; p < positions; ++p) scores[p] = 0;
        return 1.0F;
    }
    const float now = blockPeak > largestSoFar ? blockPeak : largestSoFar;
    Floats sumOfBlock{};
    for (size_t p = 0; p < positions; p += lanes) {
        const Floats s = load(scores + p);
        const Floats e = choose(s == never, Floats{}, expOf(s - now));
        sumOfBlock += e;
        store(scores + p, e);
    }
    const float decay = largestSoFar == never ? 0.0F : __builtin_expf(largestSoFar - now);
    total = total * decay + sum(sumOfBlock);
    largestSoFar = now;
    return decay;
}

/// Asks for a block of the cache, which as a rule no near memory holds: read as it is needed, it would come
/// at the pace of a few streams that have just begun.
template <bool Half>
inline void fetchBlock(const std::byte* block, size_t dim) {
    const size_t bytes = positions * dim * (Half ? 2 : 4);
    for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch(block + at, 0, 2);
}

template <bool Half, size_t R>
void attendRows(const AttentionRun& run, size_t row, float* scores, float* sums) {
    float decay[R];
    if (row == 0) fetchBlock<Half>(run.keys[run.firstBlock], run.keyDim);
    for (size_t b = run.firstBlock; b < run.endBlock; ++b) {
        const auto begin = static_cast<int32_t>(b * positions);
        bool seen = false;
        for (size_t r = 0; r < R; ++r)
            seen |=
                run.last[row + r] >= begin && run.first[row + r] < begin + static_cast<int32_t>(positions);
        if (!seen) continue;
        // Later rows find it near.
        if (row == 0) fetchBlock<Half>(run.values[b], run.storedValueDim);
        blockScores<Half, R>(run.queries + row, run.keyDim, run.keys[b], scores);
        for (size_t r = 0; r < R; ++r)
            decay[r] = softmaxStep(run, row + r, b, scores + r * positions, run.largest[row + r],
                                   run.total[row + r]);
        if (row == 0 && b + 1 < run.endBlock) fetchBlock<Half>(run.keys[b + 1], run.keyDim);
        addValues<Half, R>(scores, decay, run.valueDim, run.storedValueDim, run.values[b], sums);
    }
    for (size_t r = 0; r < R; ++r)
        for (size_t d = 0; d < run.valueDim; ++d)
            run.sums[(row + r) * run.valueDim + d] =
                sums[(r * run.valueDim + d) * 2] + sums[(r * run.valueDim + d) * 2 + 1];
}

template <bool Half>
void attendAll(const AttentionRun& run) {
    float* scores = run.scratch;
    float* sums = scores + queriesAtOnce * positions;
    size_t row = 0;
    while (row < run.rows) {
        const size_t left = run.rows - row;
        const size_t n = left >= queriesAtOnce ? queriesAtOnce : left;
        __builtin_memset(sums, 0, n * run.valueDim * 2 * sizeof(float));
        for (size_t r = 0; r < n; ++r) {
            run.largest[row + r] = -__builtin_inff();
            run.total[row + r] = 0;
        }
        switch (n) {
            case 1:
                attendRows<Half, 1>(run, row, scores, sums);
                break;
            case 2:
                attendRows<Half, 2>(run, row, scores, sums);
                break;
            case 3:
                attendRows<Half, 3>(run, row, scores, sums);
                break;
            default:
                attendRows<Half, 4>(run, row, scores, sums);
                break;
        }
        row += n;
    }
}

void attend(const AttentionRun& run) {
    run.half ? attendAll<true>(run) : attendAll<false>(run);
}

/// Rounds to float16 where asked and scatters with a stride of two elements (values) or of 64 a pair (keys).
inline void halves(const float* x, size_t dim, uint16_t* out) {
    size_t i = 0;
    for (; i + lanes <= dim; i += lanes) storeHalf(out + i, load(x + i));
    if (i == dim) return;
    float rest[lanes] = {};
    uint16_t rounded[lanes];
    __builtin_memcpy(rest, x + i, (dim - i) * 4);
    storeHalf(rounded, load(rest));
    __builtin_memcpy(out + i, rounded, (dim - i) * 2);
}

constexpr size_t largestStoredDim = 1024;

void storeKey(bool half, const float* key, size_t dim, size_t slot, std::byte* block) {
    uint16_t rounded[largestStoredDim];
    for (size_t first = 0; first < dim; first += largestStoredDim) {
        const size_t count = dim - first < largestStoredDim ? dim - first : largestStoredDim;
        if (half) halves(key + first, count, rounded);
        for (size_t d = 0; d < count; d += 2) {
            const size_t element = (first + d) * positions + slot * 2;
            if (half) {
                __builtin_memcpy(block + element * 2, rounded + d, 4);
            } else {
                __builtin_memcpy(block + element * 4, key + first + d, 8);
            }
        }
    }
}

void storeValue(bool half, const float* value, size_t dim, size_t slot, std::byte* block) {
    uint16_t rounded[largestStoredDim];
    for (size_t first = 0; first < dim; first += largestStoredDim) {
        const size_t count = dim - first < largestStoredDim ? dim - first : largestStoredDim;
        if (half) halves(value + first, count, rounded);
        for (size_t d = 0; d < count; ++d) {
            const size_t element = (slot / 2 * dim + first + d) * 2 + slot % 2;
            if (half) {
                __builtin_memcpy(block + element * 2, rounded + d, 2);
            } else {
                __builtin_memcpy(block + element * 4, value + first + d, 4);
            }
        }
    }
}

constexpr void addAttentionKernels(KernelTable& table) {
    table.attend = attend;
    table.storeKey = storeKey;
    table.storeValue = storeValue;
}

}  // namespace
}  // namespace hearth::cpu
