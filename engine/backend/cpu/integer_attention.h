// Attention of many rows in integers of 16 bits, for AVX2: a multiply-add of these does twice the work
// of one of floats. Every cached block becomes integers once for all rows. Keys and queries are scaled
// by their Euclidean norms, so that by the inequality of Cauchy and Schwarz no sum of products leaves 32
// bits, however many columns there are; values by the largest of their position, which the weight of the
// position takes in turn; and weights by the largest that the row has in these blocks. So nothing that a row
// does not see has a part in what it gets. Random cases come out 3e-4 from exact; what the cache's float16
// rounds is 2e-4.
#pragma once

#include "backend/cpu/integer_rounding.h"

namespace hearth::cpu {
namespace {

/// Rows side by side: with two vectors each eight sums, in 16 registers.
constexpr size_t integerRows = 4;
constexpr size_t integerVectors = 2;
/// Blocks of the cache that are worked on together: what comes once a step is shared by more positions.
constexpr size_t integerBlocks = 2;
/// See largestValue.
constexpr float weightExponent = 13.0F;
constexpr float log2e = 1.44269504089F;

inline __m256i loadInts(const int16_t* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
/// A pair of integers in every lane.
inline __m256i spreadInts(const int16_t* p) {
    int32_t pair;
    __builtin_memcpy(&pair, p, 4);
    return _mm256_set1_epi32(pair);
}
inline void addProduct(__m256i& sum, __m256i a, __m256i b) {
    // In words of the processor: GCC adds into the product's register and copies that, one instruction in
    // five.
    const __m256i product = _mm256_madd_epi16(a, b);
    asm("vpaddd %1, %0, %0" : "+x"(sum) : "x"(product));
}

/// Data of a step's blocks that all rows need.
struct IntegerStep {
    size_t blocks = 0;              ///< 1 or 2
    int16_t* keys = nullptr;        ///< (blocks, keyDim / 2, 32, 2)
    int16_t* values = nullptr;      ///< (blocks, 16, integerColumns(valueDim), 2)
    float* keyScales = nullptr;     ///< (blocks, 32): what an integer stands for
    float* valueLogs = nullptr;     ///< (blocks, 32): the logarithm to base 2 of the position's scale
    float* valueFactors = nullptr;  ///< (blocks, 32): 1 / scale
};

/// s[r][v] = sum over `pairs` pairs of the two vectors at `columns`, which are `step` numbers on for each
/// pair, times the pairs of row r.
template <size_t R>
[[gnu::always_inline]] inline void sumOfPairs(const int16_t* columns, size_t step, const int16_t* rows,
                                              size_t stride, size_t pairs, __m256i (&s)[R][integerVectors]) {
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
        for (size_t v = 0; v < integerVectors; ++v) s[r][v] = _mm256_setzero_si256();
    for (size_t i = 0; i < pairs; ++i, columns += step) {
        __m256i x[integerVectors];
#pragma GCC unroll 2
        for (size_t v = 0; v < integerVectors; ++v) x[v] = loadInts(columns + 2 * v * lanes);
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r) {
            const __m256i pair = spreadInts(rows + r * stride + 2 * i);
#pragma GCC unroll 2
            for (size_t v = 0; v < integerVectors; ++v) addProduct(s[r][v], x[v], pair);
        }
    }
}

/// scores[r][p] = q[r] . keys[p] but for the query's scale: of one block, rows of scores `stride` apart.
template <size_t R>
__attribute__((noinline)) void integerScores(const int16_t* queries, size_t keyDim, const int16_t* keys,
                                             const float* keyScales, float* scores, size_t stride) {
    for (size_t at = 0; at < positions; at += integerVectors * lanes) {
        __m256i s[R][integerVectors];
        sumOfPairs<R>(keys + 2 * at, 2 * positions, queries, keyDim, keyDim / 2, s);
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
            for (size_t v = 0; v < integerVectors; ++v)
                store(scores + r * stride + at + v * lanes,
                      Floats(_mm256_cvtepi32_ps(s[r][v])) * load(keyScales + at + v * lanes));
    }
}

/// sums[r][d] = sums * decay[r] + weights[r] . values[d] * factor[r], for P positions.
template <size_t R, size_t P>
__attribute__((noinline)) void addIntegerValues(const int16_t* weights, const float* decay,
                                                const float* factor, size_t columns, const int16_t* values,
                                                float* sums) {
    for (size_t at = 0; at < columns; at += integerVectors * lanes) {
        __m256i s[R][integerVectors];
        sumOfPairs<R>(values + 2 * at, 2 * columns, weights, P, P / 2, s);
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
            for (size_t v = 0; v < integerVectors; ++v) {
                float* to = sums + r * columns + at + v * lanes;
                // The same product is fused in every copy of this, or rows would differ by their neighbours.
                store(to,
                      _mm256_fmadd_ps(_mm256_cvtepi32_ps(s[r][v]), spread(factor[r]), load(to) * decay[r]));
            }
    }
}

/// Lane r of four: what `join` makes of all lanes of v[r].
template <class Join>
inline __m128 ofEachRow(const Floats* v, const Join& join) {
    const auto pairs = [&](Floats a, Floats b) {
        return join(Floats(_mm256_unpacklo_ps(a, b)), Floats(_mm256_unpackhi_ps(a, b)));
    };
    const __m256d a = _mm256_castps_pd(pairs(v[0], v[1]));
    const __m256d b = _mm256_castps_pd(pairs(v[2], v[3]));
    const Floats all = join(Floats(_mm256_castpd_ps(_mm256_unpacklo_pd(a, b))),
                            Floats(_mm256_castpd_ps(_mm256_unpackhi_pd(a, b))));
    const Floats swapped = _mm256_permute2f128_ps(all, all, 1);
    return _mm256_castps256_ps128(join(all, swapped));
}

struct IntegerRows {
    const int16_t* queries = nullptr;    ///< (rows, keyDim)
    const float* queryScales = nullptr;  ///< (rows): with run.scale and, but for capped scores, log2(e)
    float* sums = nullptr;               ///< (rows, integerColumns(valueDim))
};

/// Turns R rows' scores of P positions into weights times the values' scales, the largest of each row 2^13,
/// and updates largest and total. What these weights stand for is a factor of them, and older sums decay.
template <size_t R, size_t P>
inline void integerSoftmax(const AttentionRun& run, const IntegerRows& rows, size_t row, size_t b,
                           const IntegerStep& step, float* scores, int16_t* weights, float* decay,
                           float* factor) {
    constexpr float never = -__builtin_inff();
    const auto base = static_cast<int32_t>(b * positions);
    Floats peaks[integerRows];
#pragma GCC unroll 4
    for (size_t r = 0; r < integerRows; ++r) {
        peaks[r] = spread(never);
        if (r >= R) continue;
        // Exponents of two, those of the values' scales with them.
        float* at = scores + r * P;
        const float scale = rows.queryScales[row + r];
#pragma GCC unroll 8
        for (size_t p = 0; p < P; p += lanes) {
            // Fused in every copy of this, or rows would differ by their neighbours.
            const Floats logs = load(step.valueLogs + p);
            Floats s = load(at + p);
            if (run.softCap == 0)
                s = _mm256_fmadd_ps(s, spread(scale), logs);
            else
                s = _mm256_fmadd_ps(tanhOf(s * scale / run.softCap), spread(run.softCap * log2e), logs);
            store(at + p, s);
            peaks[r] = maximum(peaks[r], s);
        }
        const int32_t from = run.first[row + r] - base;
        const int32_t to = run.last[row + r] - base;
        if (from <= 0 && to >= static_cast<int32_t>(P) - 1) continue;
        peaks[r] = spread(never);
        for (size_t p = 0; p < P; p += positions)
            hideUnseen(from - static_cast<int32_t>(p), to - static_cast<int32_t>(p), at + p);
        for (size_t p = 0; p < P; p += lanes) peaks[r] = maximum(peaks[r], load(at + p));
    }
    // Lanes are rows here. -inf says that a row saw nothing.
    float before[integerRows] = {never, never, never, never};
    __builtin_memcpy(before, run.largest + row, R * 4);
    const __m128 none = _mm_set1_ps(never);
    const __m128 peak = ofEachRow(peaks, [](Floats x, Floats y) { return maximum(x, y); });
    const __m128 old = _mm_loadu_ps(before);
    const __m128 now = _mm_max_ps(peak, old);
    // One of the two differences is nothing, or both rows saw nothing and it is no number, which max takes
    // for its second operand.
    const Floats differences = _mm256_set_m128(_mm_sub_ps(peak, now), _mm_sub_ps(old, now));
    Floats powers = exp2Within(maximum(differences, spread(-126.0F)));
    powers = choose(differences > -120.0F, powers, Floats{});
    float less[2 * integerRows];
    store(less, powers);
    __builtin_memcpy(decay, less, R * 4);
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r) factor[r] = less[integerRows + r] * 0x1p-13F;
    float largestNow[integerRows];
    _mm_storeu_ps(largestNow, now);
    __builtin_memcpy(run.largest + row, largestNow, R * 4);
    // If nothing is visible, whatever the peak, every weight becomes zero.
    float shifts[integerRows];
    _mm_storeu_ps(shifts, _mm_sub_ps(_mm_set1_ps(weightExponent),
                                     _mm_blendv_ps(peak, _mm_setzero_ps(), _mm_cmpeq_ps(peak, none))));
    Floats totals[integerRows] = {};
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r) {
        const float* at = scores + r * P;
        for (size_t p = 0; p < P; p += 2 * lanes) {
            Floats e[2];
#pragma GCC unroll 2
            for (size_t v = 0; v < 2; ++v) {
                const Floats exponent = load(at + p + v * lanes) + shifts[r];
                e[v] = exp2Within(maximum(exponent, spread(-126.0F)));
                totals[r] = _mm256_fmadd_ps(e[v], load(step.valueFactors + p + v * lanes), totals[r]);
            }
            storeRounded(weights + r * P + p, e[0], e[1]);
        }
    }
    float total[integerRows];
    _mm_storeu_ps(total, ofEachRow(totals, [](Floats x, Floats y) { return x + y; }));
#pragma GCC unroll 4
    for (size_t r = 0; r < R; ++r) {
        run.total[row + r] = __builtin_fmaf(total[r], factor[r], run.total[row + r] * decay[r]);
        factor[r] /= largestValue;
    }
}

template <size_t R, size_t P>
inline void attendPositions(const AttentionRun& run, const IntegerRows& rows, size_t row, size_t b,
                            const IntegerStep& step) {
    float scores[R * P];
    int16_t weights[R * P];
    float decay[R];
    float factor[R];
    const int16_t* queries = rows.queries + row * run.keyDim;
    for (size_t p = 0; p < P; p += positions)
        integerScores<R>(queries, run.keyDim, step.keys + p * run.keyDim, step.keyScales + p, scores + p, P);
    integerSoftmax<R, P>(run, rows, row, b, step, scores, weights, decay, factor);
    const size_t columns = integerColumns(run.valueDim);
    addIntegerValues<R, P>(weights, decay, factor, columns, step.values, rows.sums + row * columns);
}

template <size_t R>
inline void attendStep(const AttentionRun& run, const IntegerRows& rows, size_t row, size_t b,
                       const IntegerStep& step) {
    if (step.blocks == 2 && seesBlock<R>(run, row, b + 1))
        attendPositions<R, 2 * positions>(run, rows, row, b, step);
    else if (seesBlock<R>(run, row, b))
        attendPositions<R, positions>(run, rows, row, b, step);
}

template <bool Half>
void attendIntegers(const AttentionRun& run) {
    const size_t columns = integerColumns(run.valueDim);
    float* scratch = run.scratch;
    const auto take = [&](size_t floats) {
        float* const at = scratch;
        scratch += floats;
        return at;
    };
    IntegerStep step;
    step.keyScales = take(integerBlocks * positions);
    step.valueLogs = take(integerBlocks * positions);
    step.valueFactors = take(integerBlocks * positions);
    step.keys = reinterpret_cast<int16_t*>(take(integerBlocks * run.keyDim * positions / 2));
    step.values = reinterpret_cast<int16_t*>(take(integerBlocks * columns * positions / 2));
    float* const queryScales = take(run.rows);
    float* const sums = take(run.rows * columns);
    auto* const queries = reinterpret_cast<int16_t*>(take(run.rows * run.keyDim / 2));
    const IntegerRows rows{queries, queryScales, sums};
    __builtin_memset(sums, 0, run.rows * columns * sizeof(float));
    const float scale = run.scale * (run.softCap != 0 ? 1.0F : log2e);
    for (size_t r = 0; r < run.rows; ++r) {
        run.largest[r] = -__builtin_inff();
        run.total[r] = 0;
        queryScales[r] = roundQuery(run.queries[r], run.keyDim, queries + r * run.keyDim) * scale;
    }
    for (size_t b = run.firstBlock; b < run.endBlock; b += step.blocks) {
        // Always the same blocks together, wherever these rows begin.
        const size_t most = integerBlocks - b % integerBlocks;
        step.blocks = run.endBlock - b < most ? run.endBlock - b : most;
        for (size_t i = 0; i < step.blocks; ++i) {
            const size_t at = i * positions;
            roundKeys<Half>(run.keys[b + i], run.keyDim, step.keys + at * run.keyDim, step.keyScales + at);
            roundValues<Half>(run.values[b + i], run, step.values + at * columns, step.valueLogs + at,
                              step.valueFactors + at);
        }
        for (size_t next = b + step.blocks; next < run.endBlock && next < b + 2 * integerBlocks; ++next) {
            fetchBlock<Half>(run.keys[next], run.keyDim);
            fetchBlock<Half>(run.values[next], run.storedValueDim);
        }
        size_t row = 0;
        for (; row + integerRows <= run.rows; row += integerRows)
            attendStep<integerRows>(run, rows, row, b, step);
        for (; row < run.rows; ++row) attendStep<1>(run, rows, row, b, step);
    }
    for (size_t r = 0; r < run.rows; ++r) {
        run.largest[r] /= log2e;
        __builtin_memcpy(run.sums + r * run.valueDim, sums + r * columns, run.valueDim * sizeof(float));
    }
}

void attendInIntegers(const AttentionRun& run) {
    if (!run.many) return attend(run);
    run.half ? attendIntegers<true>(run) : attendIntegers<false>(run);
}

}  // namespace
}  // namespace hearth::cpu
