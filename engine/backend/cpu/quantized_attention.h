// Attention of the rows of replies straight from blocks of 8 and 4 bits (kv_quantized.h). What the numbers of
// a column of keys have in common is multiplied with the query once a block, and what those of a position of
// values have in common with the position's weight. So what is stored has only to become floats, which takes
// no more instructions than float16 does, and memory brings half the bytes or a third of them.
//
// Two numbers in a byte b = low + 16 * high are not taken apart: x * low + y * high is
// (x - y / 16) * low + y / 16 * b, which saves a shift.
#pragma once

#include "backend/cpu/attention_kernels.h"
#include "backend/cpu/kv_quantized.h"

namespace hearth::cpu {
namespace {

constexpr float sixteenth = 1.0F / 16;

/// Bytes that hold two numbers each: themselves, and their low halves.
inline void wholeAndLow(const std::byte* p, Floats& whole, Floats& low) {
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
    whole = __builtin_convertvector(bytes, Floats);
    low = __builtin_convertvector(bytes & 15, Floats);
}

/// Factors of the low halves in the places of the first of two pairs of columns, of the bytes in those of the
/// second; x: those of the columns.
inline Floats byteFactors(Floats x) {
    constexpr float own[4] = {1, 1, sixteenth, sixteenth}, other[4] = {sixteenth, sixteenth, 0, 0};
    Floats keep, take;
    for (size_t i = 0; i < lanes; ++i) {
        keep[i] = own[i % 4];
        take[i] = other[i % 4];
    }
    return x * keep - swapPairs(x) * take;
}

/// The queries of R rows as they are multiplied with what a block of keys stores, in `scaled` of shape
/// (R, keyDim); base: what that leaves out of the scores.
template <KvType Type, size_t R>
inline void scaleQueries(const float* const* q, size_t keyDim, const std::byte* keys, float* scaled,
                         float* base) {
    Floats sums[R];
    for (size_t r = 0; r < R; ++r) sums[r] = Floats{};
    KeyNumbers numbers;
    for (size_t first = 0; first < keyDim; first += KeyNumbers::chunk) {
        numbers.load(Type, keys, keyDim, first);
        const size_t count = keyDim - first < KeyNumbers::chunk ? keyDim - first : KeyNumbers::chunk;
        for (size_t r = 0; r < R; ++r)
            for (size_t d = 0; d < count; d += lanes) {
                const Floats x = load(q[r] + first + d);
                const Floats product = x * load(numbers.scale + d);
                float* to = scaled + r * keyDim + first + d;
                store(to, Type == KvType::Q8_0 ? product : byteFactors(product));
                sums[r] += x * load(numbers.least + d);
            }
    }
    for (size_t r = 0; r < R; ++r) base[r] = sum(sums[r]);
}

/// As blockScores().
template <KvType Type, size_t R>
__attribute__((noinline)) void quantizedScores(const float* const* q, size_t keyDim, const std::byte* keys,
                                               float* scaled, float* scores) {
    float base[R];
    scaleQueries<Type, R>(q, keyDim, keys, scaled, base);
    constexpr size_t columnsOfLine = Type == KvType::Q8_0 ? 2 : 4;
    constexpr size_t chunk = vectorsAtOnce * lanes;
    for (size_t at = 0; at < keyLine; at += chunk) {
        Floats s[R][vectorsAtOnce];
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v) s[r][v] = Floats{};
        const std::byte* line = keys + at;
        for (size_t d = 0; d < keyDim; d += columnsOfLine, line += keyLine) {
#pragma GCC unroll 4
            for (size_t v = 0; v < vectorsAtOnce; ++v) {
                if constexpr (Type == KvType::Q8_0) {
                    const Floats k = loadBytes(line + v * lanes, false);
#pragma GCC unroll 4
                    for (size_t r = 0; r < R; ++r) s[r][v] += k * spreadPair(scaled + r * keyDim + d);
                } else {
                    Floats whole;
                    Floats low;
                    wholeAndLow(line + v * lanes, whole, low);
#pragma GCC unroll 4
                    for (size_t r = 0; r < R; ++r) {
                        s[r][v] += low * spreadPair(scaled + r * keyDim + d);
                        s[r][v] += whole * spreadPair(scaled + r * keyDim + d + 2);
                    }
                }
            }
        }
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 2
            for (size_t v = 0; v < vectorsAtOnce; v += 2)
                store(scores + r * positions + at / 2 + v * lanes / 2,
                      addPairs(s[r][v], s[r][v + 1]) + base[r]);
    }
}

/// The weights of R rows times the scales of a group of values, in `scaled` of shape (R, 32); base, a pair
/// for each row: what that leaves out of the sums of even and of odd positions.
template <KvType Type, size_t R>
inline void scaleWeights(const float* weights, const uint16_t* scales, const uint16_t* leasts, float* scaled,
                         float* base) {
    for (size_t r = 0; r < R; ++r) {
        Floats sums{};
        for (size_t p = 0; p < positions; p += lanes) {
            const Floats weight = load(weights + r * positions + p);
            store(scaled + r * positions + p, weight * loadHalf(scales + p));
            if constexpr (Type == KvType::Q4_0) sums += weight * loadHalf(leasts + p);
        }
        float all[lanes];
        store(all, sums);
        base[2 * r] = base[2 * r + 1] = 0;
        for (size_t i = 0; i < lanes; ++i) base[2 * r + i % 2] += all[i];
    }
}

/// Elements of values that are summed together, 16 positions' pairs apart: divides twice any count of
/// columns.
constexpr size_t valueVectors = 32 / lanes < vectorsAtOnce ? 32 / lanes : vectorsAtOnce;

template <size_t R>
inline void addBytes(const std::byte* bytes, size_t lineBytes, const float* scaled, const float* decay,
                     size_t width, size_t count, float* sums) {
    for (size_t at = 0; at < count; at += valueVectors * lanes) {
        Floats s[R][valueVectors];
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < valueVectors; ++v)
                s[r][v] = load(sums + r * width + at + v * lanes) * decay[r];
        const std::byte* line = bytes + at;
        for (size_t j = 0; j < positions / 2; ++j, line += lineBytes) {
#pragma GCC unroll 4
            for (size_t v = 0; v < valueVectors; ++v) {
                const Floats x = signedBytes(line + v * lanes);
#pragma GCC unroll 4
                for (size_t r = 0; r < R; ++r) s[r][v] += x * spreadPair(scaled + r * positions + 2 * j);
            }
        }
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < valueVectors; ++v) store(sums + r * width + at + v * lanes, s[r][v]);
    }
}

/// `count` bytes: of the first half of a group's columns in their low halves, of the second in the others.
template <size_t R>
inline void addHalfBytes(const std::byte* bytes, size_t lineBytes, const float* scaled, const float* base,
                         const float* decay, size_t width, size_t count, float* sums) {
    constexpr size_t vectors = 16 / lanes;
    for (size_t at = 0; at < count; at += vectors * lanes) {
        Floats lows[R][vectors];
        Floats wholes[R][vectors];
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < vectors; ++v) lows[r][v] = wholes[r][v] = Floats{};
        const std::byte* line = bytes + at;
        for (size_t j = 0; j < positions / 2; ++j, line += lineBytes) {
#pragma GCC unroll 4
            for (size_t v = 0; v < vectors; ++v) {
                Floats whole;
                Floats low;
                wholeAndLow(line + v * lanes, whole, low);
#pragma GCC unroll 4
                for (size_t r = 0; r < R; ++r) {
                    const Floats p = spreadPair(scaled + r * positions + 2 * j);
                    lows[r][v] += low * p;
                    wholes[r][v] += whole * p;
                }
            }
        }
#pragma GCC unroll 4
        for (size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
            for (size_t v = 0; v < vectors; ++v) {
                float* first = sums + r * width + at + v * lanes;
                float* second = first + count;
                const Floats rest = spreadPair(base + 2 * r);
                store(first, load(first) * decay[r] + (lows[r][v] + rest));
                store(second, load(second) * decay[r] + ((wholes[r][v] - lows[r][v]) * sixteenth + rest));
            }
    }
}

/// As addValues().
template <KvType Type, size_t R>
__attribute__((noinline)) void addQuantizedValues(const float* weights, const float* decay, size_t valueDim,
                                                  const std::byte* values, float* scaled, float* sums) {
    constexpr bool eight = Type == KvType::Q8_0;
    const size_t lineBytes = eight ? 2 * valueDim : valueDim;
    const size_t groups = kvGroups(valueDim);
    const auto* scales = reinterpret_cast<const uint16_t*>(values + positions / 2 * lineBytes);
    for (size_t g = 0; g < groups; ++g) {
        const size_t first = g * kvGroupColumns;
        const size_t count = valueDim - first < kvGroupColumns ? valueDim - first : kvGroupColumns;
        float base[2 * R];
        scaleWeights<Type, R>(weights, scales + g * positions, scales + (groups + g) * positions, scaled,
                              base);
        float* to = sums + 2 * first;
        if constexpr (eight)
            addBytes<R>(values + 2 * first, lineBytes, scaled, decay, 2 * valueDim, 2 * count, to);
        else
            addHalfBytes<R>(values + first, lineBytes, scaled, base, decay, 2 * valueDim, count, to);
    }
}

/// Memory of a thread beside the sums.
struct StoredScratch {
    float* scores;  ///< (queriesAtOnce, 32)
    float* scaled;  ///< (queriesAtOnce, the larger of keyDim and 32)
};

/// R rows in one block.
template <size_t R>
void attendStoredBlock(const StoredAttentionRun& run, size_t row, size_t b, const StoredScratch& scratch,
                       float* sums) {
    if (!seesBlock<R>(run, row, b)) return;
    const float* const* queries = run.queries + row;
    const KvType keyType = b >= run.residualBlock ? KvType::F16 : run.keyType;
    if (keyType == KvType::Q8_0)
        quantizedScores<KvType::Q8_0, R>(queries, run.keyDim, run.keys[b], scratch.scaled, scratch.scores);
    else if (keyType == KvType::Q4_0)
        quantizedScores<KvType::Q4_0, R>(queries, run.keyDim, run.keys[b], scratch.scaled, scratch.scores);
    else
        blockScores<true, R>(queries, run.keyDim, run.keys[b], scratch.scores);
    float decay[R];
    softmaxSteps<R>(run, row, b, scratch.scores, decay);
    float* to = sums + row * 2 * run.valueDim;
    if (run.valueType == KvType::Q8_0)
        addQuantizedValues<KvType::Q8_0, R>(scratch.scores, decay, run.valueDim, run.values[b],
                                            scratch.scaled, to);
    else if (run.valueType == KvType::Q4_0)
        addQuantizedValues<KvType::Q4_0, R>(scratch.scores, decay, run.valueDim, run.values[b],
                                            scratch.scaled, to);
    else
        addValues<true, R>(scratch.scores, decay, run.valueDim, run.valueDim, run.values[b], to);
}

template <size_t R>
inline void attendStoredUpTo(const StoredAttentionRun& run, size_t row, size_t rows, size_t b,
                             const StoredScratch& scratch, float* sums) {
    if (rows == R)
        attendStoredBlock<R>(run, row, b, scratch, sums);
    else if constexpr (R > 1)
        attendStoredUpTo<R - 1>(run, row, rows, b, scratch, sums);
}

inline void fetchBytes(const std::byte* from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch(from + at, 0, 2);
}

void attendStored(const StoredAttentionRun& run) {
    StoredScratch scratch;
    scratch.scores = run.scratch;
    scratch.scaled = scratch.scores + queriesAtOnce * positions;
    float* sums = scratch.scaled + queriesAtOnce * (run.keyDim > positions ? run.keyDim : positions);
    __builtin_memset(sums, 0, run.rows * run.valueDim * 2 * sizeof(float));
    for (size_t r = 0; r < run.rows; ++r) {
        run.largest[r] = -__builtin_inff();
        run.total[r] = 0;
    }
    const size_t keyBytes = keyBlockBytes(run.keyType, run.keyDim);
    const size_t valueBytes = valueBlockBytes(run.valueType, run.valueDim);
    for (size_t b = run.firstBlock; b < run.endBlock; ++b) {
        if (b + 1 < run.endBlock) {
            fetchBytes(run.keys[b + 1], keyBytes);
            fetchBytes(run.values[b + 1], valueBytes);
        }
        // Never one row alone behind others: it would wait for what it reads.
        for (size_t row = 0, count = 0; row < run.rows; row += count) {
            const size_t left = run.rows - row;
            count = left <= queriesAtOnce ? left : left == queriesAtOnce + 1 ? (left + 1) / 2 : queriesAtOnce;
            attendStoredUpTo<queriesAtOnce>(run, row, count, b, scratch, sums);
        }
    }
    for (size_t i = 0; i < run.rows * run.valueDim; ++i) run.sums[i] = sums[2 * i] + sums[2 * i + 1];
}

constexpr void addQuantizedAttention(KernelTable& table) {
    table.attendStored = attendStored;
}

}  // namespace
}  // namespace hearth::cpu
