// Attention over blocks of 32 cached positions in float32, written once for every instruction set; see
// simd.h. Lanes hold pairs: of one position's neighbouring key columns, or of two neighbouring positions'
// value column.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

constexpr size_t positions = PagedKvCache::blockPositions;
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

/// Scores of positions a row does not see become -inf.
inline void hideUnseen(int32_t from, int32_t to, float* scores) {
    constexpr float never = -__builtin_inff();
    Ints position;
    for (size_t i = 0; i < lanes; ++i) position[i] = static_cast<int32_t>(i);
    for (size_t p = 0; p < positions; p += lanes, position += static_cast<int32_t>(lanes)) {
        const Ints unseen = (position < from) | (position > to);
        store(scores + p, choose(unseen, spread(never), load(scores + p)));
    }
}

/// Turns R rows' scores into exp(score - largest), updates largest and total; decay: what older sums are to
/// be multiplied with. The rows go side by side, as each waits for its own results most of the time.
template <size_t R>
inline void softmaxSteps(const AttentionRun& run, size_t row, size_t block, float* scores, float* decay) {
    constexpr float never = -__builtin_inff();
    const auto base = static_cast<int32_t>(block * positions);
    Floats peak[R];
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r) {
        const int32_t from = run.first[row + r] - base;
        const int32_t to = run.last[row + r] - base;
        float* at = scores + r * positions;
        if (from > 0 || to < static_cast<int32_t>(positions) - 1) hideUnseen(from, to, at);
        peak[r] = spread(never);
#pragma GCC unroll 4
        for (size_t p = 0; p < positions; p += lanes) {
            Floats s = load(at + p) * run.scale;
            if (run.softCap != 0) {
                const Floats capped = tanhOf(s / run.softCap) * run.softCap;
                s = choose(s == never, s, capped);
            }
            store(at + p, s);
            peak[r] = maximum(peak[r], s);
        }
    }
    float now[R];
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r) {
        const float before = run.largest[row + r];
        const float blockPeak = largest(peak[r]);
        now[r] = blockPeak > before ? blockPeak : before;
        decay[r] = 1.0F;
        if (now[r] > before) decay[r] = before == never ? 0.0F : __builtin_expf(before - now[r]);
        run.largest[row + r] = now[r];
    }
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r) {
        float* at = scores + r * positions;
        Floats total{};
        // -inf - -inf is no number, but where it comes up nothing is seen.
#pragma GCC unroll 4
        for (size_t p = 0; p < positions; p += lanes) {
            const Floats s = load(at + p);
            const Floats e = choose(s == never, Floats{}, expOf(s - now[r]));
            total += e;
            store(at + p, e);
        }
        run.total[row + r] = run.total[row + r] * decay[r] + sum(total);
    }
}

/// Asks for a block of the cache, which as a rule no near memory holds: read as it is needed, it would come
/// at the pace of a few streams that have just begun.
template <bool Half>
inline void fetchBlock(const std::byte* block, size_t dim) {
    const size_t bytes = positions * dim * (Half ? 2 : 4);
    for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch(block + at, 0, 2);
}

/// `count` elements, an even number, of the cache as float32.
template <bool Half>
inline void widen(const std::byte* from, size_t count, float* to) {
    if constexpr (!Half) {
        __builtin_memcpy(to, from, count * 4);
        return;
    }
    const auto* halves = reinterpret_cast<const uint16_t*>(from);
    size_t i = 0;
    for (; i + lanes <= count; i += lanes) store(to + i, loadHalf(halves + i));
    if (i == count) return;
    uint16_t rest[lanes] = {};
    float wide[lanes];
    __builtin_memcpy(rest, halves + i, (count - i) * 2);
    store(wide, loadHalf(rest));
    __builtin_memcpy(to + i, wide, (count - i) * 4);
}

template <size_t R>
inline bool seesBlock(const AttentionRun& run, size_t row, size_t block) {
    const auto begin = static_cast<int32_t>(block * positions);
    bool seen = false;
    for (size_t r = 0; r < R; ++r)
        seen |= run.last[row + r] >= begin && run.first[row + r] < begin + static_cast<int32_t>(positions);
    return seen;
}

/// A few rows, block by block as memory brings them.
template <bool Half, size_t R>
void attendFew(const AttentionRun& run, float* scores, float* sums) {
    float decay[R];
    fetchBlock<Half>(run.keys[run.firstBlock], run.keyDim);
    for (size_t b = run.firstBlock; b < run.endBlock; ++b) {
        if (!seesBlock<R>(run, 0, b)) continue;
        fetchBlock<Half>(run.values[b], run.storedValueDim);
        blockScores<Half, R>(run.queries, run.keyDim, run.keys[b], scores);
        softmaxSteps<R>(run, 0, b, scores, decay);
        if (b + 1 < run.endBlock) fetchBlock<Half>(run.keys[b + 1], run.keyDim);
        addValues<Half, R>(scores, decay, run.valueDim, run.storedValueDim, run.values[b], sums);
    }
}

template <bool Half, size_t R>
inline void attendUpTo(const AttentionRun& run, float* scores, float* sums) {
    if (run.rows == R)
        attendFew<Half, R>(run, scores, sums);
    else if constexpr (R > 1)
        attendUpTo<Half, R - 1>(run, scores, sums);
}

/// A block that is float32 and near.
template <size_t R>
inline void attendBlock(const AttentionRun& run, size_t row, size_t b, const float* keys, const float* values,
                        float* scores, float* sums) {
    if (!seesBlock<R>(run, row, b)) return;
    float decay[R];
    blockScores<false, R>(run.queries + row, run.keyDim, reinterpret_cast<const std::byte*>(keys), scores);
    softmaxSteps<R>(run, row, b, scores, decay);
    addValues<false, R>(scores, decay, run.valueDim, run.valueDim, reinterpret_cast<const std::byte*>(values),
                        sums + row * 2 * run.valueDim);
}

/// Many rows: a block becomes float32 once for all of them, who find it in the nearest memory.
template <bool Half>
void attendMany(const AttentionRun& run, float* scores, float* sums) {
    float* keys = sums + run.rows * 2 * run.valueDim;
    float* values = keys + run.keyDim * positions;
    for (size_t b = run.firstBlock; b < run.endBlock; ++b) {
        widen<Half>(run.keys[b], run.keyDim * positions, keys);
        for (size_t j = 0; j < positions / 2; ++j)
            widen<Half>(run.values[b] + j * 2 * run.storedValueDim * (Half ? 2 : 4), 2 * run.valueDim,
                        values + j * 2 * run.valueDim);
        if (b + 1 < run.endBlock) {
            fetchBlock<Half>(run.keys[b + 1], run.keyDim);
            fetchBlock<Half>(run.values[b + 1], run.storedValueDim);
        }
        size_t row = 0;
        for (; row + queriesAtOnce <= run.rows; row += queriesAtOnce)
            attendBlock<queriesAtOnce>(run, row, b, keys, values, scores, sums);
        for (; row + 2 <= run.rows; row += 2) attendBlock<2>(run, row, b, keys, values, scores, sums);
        if (row < run.rows) attendBlock<1>(run, row, b, keys, values, scores, sums);
    }
}

template <bool Half>
void attendAll(const AttentionRun& run) {
    float* scores = run.scratch;
    float* sums = scores + queriesAtOnce * positions;
    __builtin_memset(sums, 0, run.rows * run.valueDim * 2 * sizeof(float));
    for (size_t r = 0; r < run.rows; ++r) {
        run.largest[r] = -__builtin_inff();
        run.total[r] = 0;
    }
    if (run.rows <= queriesAtOnce)
        attendUpTo<Half, queriesAtOnce>(run, scores, sums);
    else
        attendMany<Half>(run, scores, sums);
    for (size_t i = 0; i < run.rows * run.valueDim; ++i) run.sums[i] = sums[2 * i] + sums[2 * i + 1];
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

void loadKey(bool half, const std::byte* block, size_t dim, size_t slot, float* key) {
    for (size_t first = 0; first < dim; first += lanes) {
        const size_t count = dim - first < lanes ? dim - first : lanes;
        uint16_t rounded[lanes] = {};
        float exact[lanes];
        for (size_t d = 0; d < count; d += 2) {
            const size_t element = (first + d) * positions + slot * 2;
            if (half) {
                __builtin_memcpy(rounded + d, block + element * 2, 4);
            } else {
                __builtin_memcpy(key + first + d, block + element * 4, 8);
            }
        }
        if (!half) continue;
        store(exact, loadHalf(rounded));
        __builtin_memcpy(key + first, exact, count * sizeof(float));
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
    table.attention.attend = table.roundedAttention.attend = attend;
    table.storeKey = storeKey;
    table.loadKey = loadKey;
    table.storeValue = storeValue;
}

}  // namespace
}  // namespace hearth::cpu
