// Attention of many query rows in tile registers: bfloat16 products with float32 sums over a cache in
// float16. Scores whose rounding could matter (large keys, as of models with key biases) are multiplied in
// two halves each.
#pragma once

#include "backend/cpu/amx_finish.h"
#include "backend/cpu/amx_tiles.h"
#include "backend/cpu/attention_kernels.h"

namespace hearth::cpu {
namespace {

constexpr size_t tileRows = 16;
constexpr size_t stepBlocks = 8;
constexpr size_t stepPositions = stepBlocks * positions;
constexpr float masked = -1e30F;
/// Rounding both sides moves a score (in the exponent of two) by some 2^-9 * 0.8 of the root of the sum of
/// squared products, and that is at most |q| times the largest element of the keys: 0.1 for this bound, far
/// less as a rule.
constexpr float coarseUpTo = 64.0F;

struct TileMemory {
    uint16_t* queries;    ///< (rows, keyDim)
    uint16_t* queryRest;  ///< what rounding took from them
    uint16_t* keys;       ///< (stepBlocks, keyDim / 2, 32, 2)
    uint16_t* keyRest;
    uint16_t* values;   ///< (stepBlocks, 16, valueDim, 2)
    uint16_t* weights;  ///< (16, stepPositions)
    float* scores;      ///< (16, stepPositions)
    float* fineScores;  ///< the same in two halves
    float* peaks;       ///< (stepPositions): the largest element of each key
    float* lengths;     ///< (rows): of the queries
    float* sums;        ///< (rows, valueDim)

    /// `out`: where the sums are to end, if there is room for as many rows.
    TileMemory(float* scratch, float* out, size_t rows, size_t keyDim, size_t valueDim) {
        // Every part is a multiple of 64 bytes.
        auto* at = reinterpret_cast<std::byte*>((reinterpret_cast<uintptr_t>(scratch) + 63) / 64 * 64);
        const auto take = [&](size_t bytes) {
            std::byte* part = at;
            at += bytes;
            return part;
        };
        queries = reinterpret_cast<uint16_t*>(take(rows * keyDim * 2));
        queryRest = reinterpret_cast<uint16_t*>(take(rows * keyDim * 2));
        keys = reinterpret_cast<uint16_t*>(take(stepPositions * keyDim * 2));
        keyRest = reinterpret_cast<uint16_t*>(take(stepPositions * keyDim * 2));
        values = reinterpret_cast<uint16_t*>(take(stepPositions * valueDim * 2));
        weights = reinterpret_cast<uint16_t*>(take(tileRows * stepPositions * 2));
        scores = reinterpret_cast<float*>(take(tileRows * stepPositions * 4));
        fineScores = reinterpret_cast<float*>(take(tileRows * stepPositions * 4));
        peaks = reinterpret_cast<float*>(take(stepPositions * 4));
        lengths = reinterpret_cast<float*>(take(rows * 4));
        sums = out != nullptr ? out : reinterpret_cast<float*>(take(rows * valueDim * 4));
    }
};

inline __m512 rest(__m512 exact, __m256i rounded) {
    return exact - _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(rounded), 16));
}

/// Rounds 32 numbers to bfloat16, and what that took from them where asked.
inline void split(__m512 a, __m512 b, uint16_t* high, uint16_t* low) {
    const __m512i rounded = bfloats(a, b);
    _mm512_storeu_si512(high, rounded);
    if (low == nullptr) return;
    _mm512_storeu_si512(low, bfloats(rest(a, _mm512_castsi512_si256(rounded)),
                                     rest(b, _mm512_extracti64x4_epi64(rounded, 1))));
}

/// Queries as bfloat16 with the scale in them; returns the length of the longest.
inline float takeQueries(const AttentionRun& run, float scale, const TileMemory& memory, size_t paddedRows) {
    float longest = 0;
    for (size_t row = 0; row < paddedRows; ++row) {
        __m512 squares = _mm512_setzero_ps();
        for (size_t d = 0; d < run.keyDim; d += 32) {
            __m512 a = _mm512_setzero_ps();
            __m512 b = a;
            if (row < run.rows) {
                a = _mm512_loadu_ps(run.queries[row] + d) * scale;
                b = _mm512_loadu_ps(run.queries[row] + d + 16) * scale;
            }
            squares += a * a + b * b;
            split(a, b, memory.queries + row * run.keyDim + d, memory.queryRest + row * run.keyDim + d);
        }
        memory.lengths[row] = __builtin_sqrtf(_mm512_reduce_add_ps(squares));
        longest = __builtin_fmaxf(longest, memory.lengths[row]);
    }
    return longest;
}

/// A block's float16 elements as bfloat16 in the same places.
inline void takeElements(const std::byte* block, size_t elements, uint16_t* high, uint16_t* low) {
    const auto* halves = reinterpret_cast<const uint16_t*>(block);
    for (size_t i = 0; i < elements; i += 32)
        split(loadHalf(halves + i), loadHalf(halves + i + 16), high + i, low != nullptr ? low + i : nullptr);
}

/// The same for a block's keys; also the largest magnitude of each of its positions.
inline void takeKeys(const std::byte* block, size_t keyDim, uint16_t* high, float* peaks) {
    const auto* halves = reinterpret_cast<const uint16_t*>(block);
    // Columns are stored in pairs: 64 elements are two columns of every position.
    __m512 largest[4] = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
    for (size_t i = 0; i < positions * keyDim; i += 64)
#pragma GCC unroll 2
        for (size_t half = 0; half < 2; ++half) {
            const __m512 a = loadHalf(halves + i + half * 32);
            const __m512 b = loadHalf(halves + i + half * 32 + 16);
            largest[2 * half] = _mm512_max_ps(largest[2 * half], _mm512_abs_ps(a));
            largest[2 * half + 1] = _mm512_max_ps(largest[2 * half + 1], _mm512_abs_ps(b));
            split(a, b, high + i + half * 32, nullptr);
        }
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
#pragma GCC unroll 2
    for (size_t half = 0; half < 2; ++half) {
        const __m512 a = largest[2 * half];
        const __m512 b = largest[2 * half + 1];
        _mm512_store_ps(peaks + half * 16,
                        _mm512_max_ps(_mm512_permutex2var_ps(a, even, b), _mm512_permutex2var_ps(a, odd, b)));
    }
}

/// The positions from `p` on that a row sees, of 16; `from` and `to` are the first and the last.
inline __mmask16 seenFrom(size_t p, int32_t from, int32_t to) {
    const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i at = _mm512_add_epi32(lane, _mm512_set1_epi32(static_cast<int32_t>(p)));
    return _mm512_cmpge_epi32_mask(at, _mm512_set1_epi32(from)) &
           _mm512_cmple_epi32_mask(at, _mm512_set1_epi32(to));
}

/// True if a row's scores in a step need both halves. Depends only on the row's own length and the keys that
/// it sees, never on neighbouring rows or on data of an earlier text after the end.
inline bool needsFine(const AttentionRun& run, size_t row, int32_t begin, size_t count,
                      const TileMemory& memory) {
    __m512 peak = _mm512_setzero_ps();
    for (size_t p = 0; p < count; p += 16)
        peak = _mm512_mask_max_ps(peak, seenFrom(p, run.first[row] - begin, run.last[row] - begin), peak,
                                  _mm512_load_ps(memory.peaks + p));
    return memory.lengths[row] * _mm512_reduce_max_ps(peak) > coarseUpTo;
}

/// Adds q . k of 16 rows and `Runs` runs of 16 positions to as many tiles, the first in tile 0.
template <size_t Runs>
inline void addScores(const uint16_t* q, const uint16_t* keys, size_t keyDim) {
    // Runs alternate between the halves of a block and go on in the next.
    const uint16_t* next = keys + positions * keyDim;
    for (size_t d = 0; d < keyDim; d += 32) {
        _tile_loadd(4, q + d, keyDim * 2);
        _tile_loadd(5, keys + d * positions, positions * 4);
        _tile_dpbf16ps(0, 4, 5);
        _tile_loadd(6, keys + d * positions + 32, positions * 4);
        _tile_dpbf16ps(1, 4, 6);
        if constexpr (Runs == 4) {
            _tile_loadd(7, next + d * positions, positions * 4);
            _tile_dpbf16ps(2, 4, 7);
            _tile_loadd(5, next + d * positions + 32, positions * 4);
            _tile_dpbf16ps(3, 4, 5);
        }
    }
}

template <size_t Runs>
inline void storeScores(float* scores) {
    _tile_stored(0, scores, stepPositions * 4);
    _tile_stored(1, scores + 16, stepPositions * 4);
    if constexpr (Runs == 4) {
        _tile_stored(2, scores + 32, stepPositions * 4);
        _tile_stored(3, scores + 48, stepPositions * 4);
    }
}

/// Scores of 16 rows; with `fine` also those in two halves.
template <size_t Runs>
inline void blockTileScores(const TileMemory& memory, size_t row, size_t block, size_t keyDim, bool fine) {
    _tile_zero(0);
    _tile_zero(1);
    if constexpr (Runs == 4) {
        _tile_zero(2);
        _tile_zero(3);
    }
    const uint16_t* q = memory.queries + row * keyDim;
    const uint16_t* keys = memory.keys + block * positions * keyDim;
    addScores<Runs>(q, keys, keyDim);
    storeScores<Runs>(memory.scores + block * positions);
    if (!fine) return;
    addScores<Runs>(memory.queryRest + row * keyDim, keys, keyDim);
    addScores<Runs>(q, memory.keyRest + block * positions * keyDim, keyDim);
    storeScores<Runs>(memory.fineScores + block * positions);
}

__attribute__((noinline)) void tileScores(const TileMemory& memory, size_t row, size_t blocks, size_t keyDim,
                                          bool fine) {
    size_t block = 0;
    for (; block + 2 <= blocks; block += 2) blockTileScores<4>(memory, row, block, keyDim, fine);
    if (block < blocks) blockTileScores<2>(memory, row, block, keyDim, fine);
}

/// Scores of one row to weights, in the exponent of two; returns what older sums are multiplied with.
inline float tileSoftmax(const AttentionRun& run, size_t row, int32_t begin, size_t count, float* scores,
                         uint16_t* weights) {
    const int32_t from = run.first[row] - begin;
    const int32_t to = run.last[row] - begin;
    const bool edges = from > 0 || to < static_cast<int32_t>(count) - 1;
    __m512 peak = _mm512_set1_ps(masked);
    constexpr float log2e = 1.44269504089F;
    for (size_t p = 0; p < count; p += 16) {
        __m512 s = _mm512_load_ps(scores + p);
        if (run.softCap != 0) s = tanhOf(s / run.softCap) * (run.softCap * log2e);
        if (edges) s = _mm512_mask_mov_ps(_mm512_set1_ps(masked), seenFrom(p, from, to), s);
        if (edges || run.softCap != 0) _mm512_store_ps(scores + p, s);
        peak = _mm512_max_ps(peak, s);
    }
    const float before = run.largest[row];
    const float now = __builtin_fmaxf(before, _mm512_reduce_max_ps(peak));
    run.largest[row] = now;
    if (now == masked) {
        for (size_t p = 0; p < count; p += 32) _mm512_storeu_si512(weights + p, _mm512_setzero_si512());
        return 1.0F;
    }
    __m512 total = _mm512_setzero_ps();
    for (size_t p = 0; p < count; p += 32) {
        const __m512 a = fastExp2(_mm512_load_ps(scores + p) - now);
        const __m512 b = fastExp2(_mm512_load_ps(scores + p + 16) - now);
        total += a + b;
        _mm512_storeu_si512(weights + p, bfloats(a, b));
    }
    const float decay = before == now ? 1.0F : _mm512_cvtss_f32(fastExp2(_mm512_set1_ps(before - now)));
    run.total[row] = run.total[row] * decay + _mm512_reduce_add_ps(total);
    return decay;
}

/// sums += weights . values for 16 rows.
__attribute__((noinline)) void tileValues(const TileMemory& memory, size_t row, size_t blocks,
                                          size_t valueDim) {
    const size_t stride = valueDim * 4;
    float* sums = memory.sums + row * valueDim;
    size_t d = 0;
    for (; d + 64 <= valueDim; d += 64) {
        _tile_loadd(0, sums + d, stride);
        _tile_loadd(1, sums + d + 16, stride);
        _tile_loadd(2, sums + d + 32, stride);
        _tile_loadd(3, sums + d + 48, stride);
        for (size_t b = 0; b < blocks; ++b) {
            const uint16_t* values = memory.values + b * positions * valueDim + d * 2;
            _tile_loadd(4, memory.weights + b * positions, stepPositions * 2);
            _tile_loadd(5, values, stride);
            _tile_dpbf16ps(0, 4, 5);
            _tile_loadd(6, values + 32, stride);
            _tile_dpbf16ps(1, 4, 6);
            _tile_loadd(5, values + 64, stride);
            _tile_dpbf16ps(2, 4, 5);
            _tile_loadd(6, values + 96, stride);
            _tile_dpbf16ps(3, 4, 6);
        }
        _tile_stored(0, sums + d, stride);
        _tile_stored(1, sums + d + 16, stride);
        _tile_stored(2, sums + d + 32, stride);
        _tile_stored(3, sums + d + 48, stride);
    }
    for (; d < valueDim; d += 16) {
        _tile_loadd(0, sums + d, stride);
        for (size_t b = 0; b < blocks; ++b) {
            _tile_loadd(4, memory.weights + b * positions, stepPositions * 2);
            _tile_loadd(5, memory.values + b * positions * valueDim + d * 2, stride);
            _tile_dpbf16ps(0, 4, 5);
        }
        _tile_stored(0, sums + d, stride);
    }
}

void tileStep(const AttentionRun& run, const TileMemory& memory, size_t firstBlock, size_t blocks,
              bool mayBeFine) {
    const auto begin = static_cast<int32_t>(firstBlock * positions);
    for (size_t row = 0; row < run.rows; row += tileRows) {
        const size_t rows = run.rows - row < tileRows ? run.rows - row : tileRows;
        int32_t last = -1;
        bool seen = false;
        for (size_t r = row; r < row + rows; ++r) {
            if (run.last[r] > last) last = run.last[r];
            seen |= run.last[r] >= begin && run.first[r] < begin + static_cast<int32_t>(blocks * positions);
        }
        if (!seen) continue;
        const auto needed = static_cast<size_t>(last - begin) / positions + 1;
        const size_t n = needed < blocks ? needed : blocks;
        uint32_t fineRows = 0;
        for (size_t r = 0; mayBeFine && r < rows; ++r)
            fineRows |= (needsFine(run, row + r, begin, n * positions, memory) ? 1U : 0U) << r;
        tileScores(memory, row, n, run.keyDim, fineRows != 0);
        for (size_t r = 0; r < rows; ++r) {
            float* scores = (fineRows >> r & 1U) != 0 ? memory.fineScores : memory.scores;
            const float decay = tileSoftmax(run, row + r, begin, n * positions, scores + r * stepPositions,
                                            memory.weights + r * stepPositions);
            if (decay == 1.0F) continue;
            float* sums = memory.sums + (row + r) * run.valueDim;
            for (size_t d = 0; d < run.valueDim; d += 16)
                _mm512_storeu_ps(sums + d, _mm512_loadu_ps(sums + d) * decay);
        }
        tileValues(memory, row, n, run.valueDim);
    }
}

void attendTiles(const AttentionRun& run) {
    const bool fits =
        run.half && run.keyDim % 32 == 0 && run.valueDim % 16 == 0 && run.valueDim == run.storedValueDim;
    if (!fits || !run.many) {
        avx512Kernels.attention.attend(run);
        return;
    }
    constexpr float log2e = 1.44269504089F;
    const size_t padded = (run.rows + tileRows - 1) / tileRows * tileRows;
    const TileMemory memory(run.scratch, padded == run.rows ? run.sums : nullptr, padded, run.keyDim,
                            run.valueDim);
    const float queryLength =
        takeQueries(run, run.softCap != 0 ? run.scale : run.scale * log2e, memory, padded);
    for (size_t row = 0; row < run.rows; ++row) {
        run.largest[row] = masked;
        run.total[row] = 0;
    }
    // Rows past the end have no weights, but the tiles read them.
    __builtin_memset(memory.weights, 0, tileRows * stepPositions * 2);
    __builtin_memset(memory.sums, 0, padded * run.valueDim * 4);
    beginTiles();
    for (size_t block = run.firstBlock; block < run.endBlock;) {
        // Always the same blocks together, wherever these rows begin.
        const size_t most = stepBlocks - block % stepBlocks;
        const size_t blocks = run.endBlock - block < most ? run.endBlock - block : most;
        for (size_t b = 0; b < blocks; ++b) {
            takeKeys(run.keys[block + b], run.keyDim, memory.keys + b * positions * run.keyDim,
                     memory.peaks + b * positions);
            takeElements(run.values[block + b], positions * run.valueDim,
                         memory.values + b * positions * run.valueDim, nullptr);
        }
        // Data of an earlier text is included here, but affects no row in the end.
        __m512 peak = _mm512_setzero_ps();
        for (size_t p = 0; p < blocks * positions; p += 16)
            peak = _mm512_max_ps(peak, _mm512_load_ps(memory.peaks + p));
        const bool mayBeFine = queryLength * _mm512_reduce_max_ps(peak) > coarseUpTo;
        if (mayBeFine)
            for (size_t b = 0; b < blocks; ++b)
                takeElements(run.keys[block + b], positions * run.keyDim,
                             memory.keys + b * positions * run.keyDim,
                             memory.keyRest + b * positions * run.keyDim);
        tileStep(run, memory, block, blocks, mayBeFine);
        block += blocks;
    }
    endTiles();
    for (size_t row = 0; row < run.rows; ++row)
        run.largest[row] = run.largest[row] == masked ? -__builtin_inff() : run.largest[row] / log2e;
    if (memory.sums != run.sums)
        __builtin_memcpy(run.sums, memory.sums, run.rows * run.valueDim * sizeof(float));
}

}  // namespace
}  // namespace hearth::cpu
