// Activations rounded to 8 bits, written once for every instruction set; see simd.h.
#pragma once

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

typedef int8_t Bytes __attribute__((vector_size(lanes)));

/// The magnitudes of a vector's numbers that determine the scale of its block.
inline Floats sizeOf(Floats v, bool bounded) {
    const Floats size = magnitude(v);
    return bounded ? maximum(size, magnitude(v + swapNeighbours(v))) : size;
}

/// One 32-column block of one row of x into column c of a panel block of `width`.
inline void quantizeBlock(const float* x, size_t width, size_t c, bool bounded, std::byte* panel) {
    constexpr size_t parts = blockColumns / lanes;
    Floats v[parts];
    Floats peak{};
    for (size_t i = 0; i < parts; ++i) {
        v[i] = load(x + i * lanes);
        peak = maximum(peak, sizeOf(v[i], bounded));
    }
    const float largestMagnitude = largest(peak);
    const float inverse = largestMagnitude > 0 ? 127.0F / largestMagnitude : 0.0F;
    const float scale = largestMagnitude / 127.0F;
    constexpr float shift = 12582912.0F;  // 1.5 * 2^23: the rounded number lands in the low bits
    int8_t q[blockColumns];
    Floats first{};
    Floats second{};
    for (size_t i = 0; i < parts; ++i) {
        const Floats rounded = v[i] * inverse + shift;
        (i < parts / 2 ? first : second) += rounded - shift;
        const Bytes bytes = __builtin_convertvector(bitsOf(rounded), Bytes);
        __builtin_memcpy(q + i * lanes, &bytes, lanes);
    }
    const int sumFirst = static_cast<int>(sum(first));
    const int sumAll = sumFirst + static_cast<int>(sum(second));
    for (size_t g = 0; g < 8; ++g) __builtin_memcpy(panel + (g * width + c) * 4, q + g * 4, 4);
    std::byte* tail = panel + 32 * width + c * 4;
    const float scaledSum = scale * static_cast<float>(sumAll);
    const int32_t bias = -8 * sumAll;
    const int32_t biasFirst = -8 * sumFirst;
    __builtin_memcpy(tail, &scale, 4);
    __builtin_memcpy(tail + 4 * width, &scaledSum, 4);
    __builtin_memcpy(tail + 8 * width, &bias, 4);
    __builtin_memcpy(tail + 12 * width, &biasFirst, 4);
}

#if defined(__AVX2__)
struct QuantizedBlock {
    __m256i q;
    float scale;
    int sumAll, sumFirst;  ///< of the numbers, and of the first half of them
};

/// A block with the same numbers.
inline QuantizedBlock quantizedBlock(const float* x, bool bounded) {
    constexpr float shift = 12582912.0F;
    constexpr size_t parts = blockColumns / lanes;
    Floats v[parts];
    Floats peaks{};
#pragma GCC unroll 4
    for (size_t i = 0; i < parts; ++i) {
        v[i] = load(x + i * lanes);
        peaks = maximum(peaks, sizeOf(v[i], bounded));
    }
    const float peak = largest(peaks);
    const float inverse = peak > 0 ? 127.0F / peak : 0.0F;
    QuantizedBlock block;
    block.scale = peak / 127.0F;
#if defined(__AVX512F__)
    block.q = _mm256_inserti128_si256(
        _mm256_castsi128_si256(
            _mm512_cvtepi32_epi8(reinterpret_cast<__m512i>(bitsOf(v[0] * inverse + shift)))),
        _mm512_cvtepi32_epi8(reinterpret_cast<__m512i>(bitsOf(v[1] * inverse + shift))), 1);
#else
    __m256i whole[parts];
#pragma GCC unroll 4
    for (size_t i = 0; i < parts; ++i)
        whole[i] = reinterpret_cast<__m256i>(bitsOf(v[i] * inverse + shift) - bitsOf(spread(shift)));
    const __m256i bytes =
        _mm256_packs_epi16(_mm256_packs_epi32(whole[0], whole[1]), _mm256_packs_epi32(whole[2], whole[3]));
    block.q = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
#endif
    // Sums of eight bytes each, which are 128 more than the signed ones.
    const __m256i sums =
        _mm256_sad_epu8(_mm256_xor_si256(block.q, _mm256_set1_epi8(-128)), _mm256_setzero_si256());
    block.sumFirst = static_cast<int>(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1)) - 2048;
    block.sumAll = static_cast<int>(_mm256_extract_epi64(sums, 2) + _mm256_extract_epi64(sums, 3)) - 2048 +
                   block.sumFirst;
    return block;
}

/// Whole blocks of a single row: a row's blocks are 48 bytes each, one after the other.
inline void quantizeRow(const float* x, size_t blocks, bool bounded, std::byte* panel) {
    for (size_t b = 0; b < blocks; ++b, x += blockColumns, panel += panelBlockBytes(1)) {
        const QuantizedBlock block = quantizedBlock(x, bounded);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(panel), block.q);
        const float scaledSum = block.scale * static_cast<float>(block.sumAll);
        const int32_t bias = -8 * block.sumAll;
        const int32_t biasFirst = -8 * block.sumFirst;
        __builtin_memcpy(panel + 32, &block.scale, 4);
        __builtin_memcpy(panel + 36, &scaledSum, 4);
        __builtin_memcpy(panel + 40, &bias, 4);
        __builtin_memcpy(panel + 44, &biasFirst, 4);
    }
}

/// Whole blocks of a single row in two planes.
inline void quantizeRowTwice(const float* x, size_t blocks, bool bounded, std::byte* panel) {
    for (size_t b = 0; b < blocks; ++b, x += blockColumns, panel += panelBlockBytes(2)) {
        const QuantizedBlock first = quantizedBlock(x, bounded);
        int8_t q[blockColumns];
        float rest[blockColumns];
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(q), first.q);
#pragma GCC unroll 4
        for (size_t i = 0; i < blockColumns; i += lanes)
            store(rest + i,
                  load(x + i) - loadBytes(reinterpret_cast<const std::byte*>(q) + i, true) * first.scale);
        const QuantizedBlock second = quantizedBlock(rest, bounded);
        const __m256i low = _mm256_unpacklo_epi32(first.q, second.q);
        const __m256i high = _mm256_unpackhi_epi32(first.q, second.q);
        auto* out = reinterpret_cast<__m256i*>(panel);
        _mm256_storeu_si256(out, _mm256_permute2x128_si256(low, high, 0x20));
        _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(low, high, 0x31));
        const float scales[4] = {first.scale, second.scale, first.scale * static_cast<float>(first.sumAll),
                                 second.scale * static_cast<float>(second.sumAll)};
        const int32_t biases[4] = {-8 * first.sumAll, -8 * second.sumAll, -8 * first.sumFirst,
                                   -8 * second.sumFirst};
        __builtin_memcpy(panel + 64, scales, 16);
        __builtin_memcpy(panel + 80, biases, 16);
    }
}

/// Lane c: the largest of v[c].
inline __m256 largestOfEach(const __m256* v) {
    __m256 two[4];
#pragma GCC unroll 4
    for (size_t c = 0; c < 4; ++c)
        two[c] = _mm256_max_ps(_mm256_unpacklo_ps(v[2 * c], v[2 * c + 1]),
                               _mm256_unpackhi_ps(v[2 * c], v[2 * c + 1]));
    __m256 four[2];
#pragma GCC unroll 2
    for (size_t c = 0; c < 2; ++c) {
        const __m256d a = _mm256_castps_pd(two[2 * c]);
        const __m256d b = _mm256_castps_pd(two[2 * c + 1]);
        four[c] = _mm256_max_ps(_mm256_castpd_ps(_mm256_unpacklo_pd(a, b)),
                                _mm256_castpd_ps(_mm256_unpackhi_pd(a, b)));
    }
    return _mm256_max_ps(_mm256_permute2f128_ps(four[0], four[1], 0x20),
                         _mm256_permute2f128_ps(four[0], four[1], 0x31));
}

/// Eight rows by eight groups of four columns change places.
inline void transposeGroups(__m256i* q) {
    __m256i two[8];
    __m256i four[8];
#pragma GCC unroll 4
    for (size_t c = 0; c < 8; c += 2) {
        two[c] = _mm256_unpacklo_epi32(q[c], q[c + 1]);
        two[c + 1] = _mm256_unpackhi_epi32(q[c], q[c + 1]);
    }
#pragma GCC unroll 2
    for (size_t c = 0; c < 8; c += 4) {
        four[c] = _mm256_unpacklo_epi64(two[c], two[c + 2]);
        four[c + 1] = _mm256_unpackhi_epi64(two[c], two[c + 2]);
        four[c + 2] = _mm256_unpacklo_epi64(two[c + 1], two[c + 3]);
        four[c + 3] = _mm256_unpackhi_epi64(two[c + 1], two[c + 3]);
    }
#pragma GCC unroll 4
    for (size_t g = 0; g < 4; ++g) {
        q[g] = _mm256_permute2x128_si256(four[g], four[g + 4], 0x20);
        q[g + 4] = _mm256_permute2x128_si256(four[g], four[g + 4], 0x31);
    }
}

/// Whole blocks of eight rows with the same numbers as quantizeBlock has: what each row's block needs once is
/// worked out for eight rows in the lanes of one vector.
inline void quantizeEight(const float* x, size_t stride, size_t blocks, bool bounded, std::byte* panel) {
    const __m256 shift = _mm256_set1_ps(12582912.0F);
    const __m256 magnitudes = _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF));
    // Packing leaves the groups of four columns in this order.
    constexpr size_t groupOf[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    for (size_t b = 0; b < blocks; ++b, x += blockColumns, panel += panelBlockBytes(8)) {
        __m256 peaks[8];
#pragma GCC unroll 8
        for (size_t c = 0; c < 8; ++c) {
            const float* row = x + c * stride;
            __m256 v[4];
#pragma GCC unroll 4
            for (size_t i = 0; i < 4; ++i) {
                const __m256 whole = _mm256_loadu_ps(row + 8 * i);
                v[i] = _mm256_and_ps(whole, magnitudes);
                if (!bounded) continue;
                const __m256 pairs = _mm256_add_ps(whole, _mm256_permute_ps(whole, 0xB1));
                v[i] = _mm256_max_ps(v[i], _mm256_and_ps(pairs, magnitudes));
            }
            peaks[c] = _mm256_max_ps(_mm256_max_ps(v[0], v[1]), _mm256_max_ps(v[2], v[3]));
        }
        const __m256 peak = largestOfEach(peaks);
        const __m256 most = _mm256_set1_ps(127.0F);
        const __m256 scale = _mm256_div_ps(peak, most);
        alignas(32) float inverse[8];
        _mm256_store_ps(inverse, _mm256_and_ps(_mm256_div_ps(most, peak),
                                               _mm256_cmp_ps(peak, _mm256_setzero_ps(), _CMP_GT_OQ)));
        __m256i q[8];
        __m256i sums[8];  // of columns 0 to 15 and 16 to 31 in turns, 128 more a column than the signed ones
#pragma GCC unroll 8
        for (size_t c = 0; c < 8; ++c) {
            const float* row = x + c * stride;
            const __m256 factor = _mm256_broadcast_ss(inverse + c);
            __m256i v[4];
#pragma GCC unroll 4
            for (size_t i = 0; i < 4; ++i)
                v[i] = _mm256_sub_epi32(
                    _mm256_castps_si256(_mm256_fmadd_ps(_mm256_loadu_ps(row + 8 * i), factor, shift)),
                    _mm256_castps_si256(shift));
            q[c] = _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3]));
            sums[c] = _mm256_sad_epu8(_mm256_xor_si256(q[c], _mm256_set1_epi8(-128)), _mm256_setzero_si256());
        }
        transposeGroups(q);
        auto* out = reinterpret_cast<__m256i*>(panel);
#pragma GCC unroll 8
        for (size_t g = 0; g < 8; ++g) _mm256_storeu_si256(out + groupOf[g], q[g]);

            // Two rows share a vector, then four, then eight.
#pragma GCC unroll 4
        for (size_t c = 0; c < 8; c += 2)
            sums[c] = _mm256_or_si256(sums[c], _mm256_slli_epi64(sums[c + 1], 32));
#pragma GCC unroll 2
        for (size_t c = 0; c < 8; c += 4)
            sums[c] = _mm256_add_epi32(_mm256_permute2x128_si256(sums[c], sums[c + 2], 0x20),
                                       _mm256_permute2x128_si256(sums[c], sums[c + 2], 0x31));
        const __m256i offset = _mm256_set1_epi32(16 * 128);
        const __m256i first =
            _mm256_sub_epi32(_mm256_permute4x64_epi64(_mm256_unpacklo_epi64(sums[0], sums[4]), 0xD8), offset);
        const __m256i second =
            _mm256_sub_epi32(_mm256_permute4x64_epi64(_mm256_unpackhi_epi64(sums[0], sums[4]), 0xD8), offset);
        const __m256i all = _mm256_add_epi32(first, second);
        const __m256i minusEight = _mm256_set1_epi32(-8);
        _mm256_storeu_ps(reinterpret_cast<float*>(out + 8), scale);
        _mm256_storeu_ps(reinterpret_cast<float*>(out + 9), _mm256_mul_ps(scale, _mm256_cvtepi32_ps(all)));
        _mm256_storeu_si256(out + 10, _mm256_mullo_epi32(all, minusEight));
        _mm256_storeu_si256(out + 11, _mm256_mullo_epi32(first, minusEight));
    }
}
#endif

void quantizePanel(const float* x, size_t stride, size_t columns, size_t width, bool bounded,
                   std::byte* panel) {
    const size_t whole = columns / blockColumns;
    const size_t blocks = panelBlocks(columns);
    size_t first = 0;
#if defined(__AVX2__)
    if (width == 1) quantizeRow(x, whole, bounded, panel);
    if (width == 8) quantizeEight(x, stride, whole, bounded, panel);
    if (width == 1 || width == 8) first = width;
#endif
    for (size_t c = first; c < width; ++c)
        for (size_t b = 0; b < whole; ++b)
            quantizeBlock(x + c * stride + b * blockColumns, width, c, bounded,
                          panel + b * panelBlockBytes(width));
    if (whole * blockColumns < columns) {
        for (size_t c = 0; c < width; ++c) {
            float rest[blockColumns] = {};
            __builtin_memcpy(rest, x + c * stride + whole * blockColumns,
                             (columns - whole * blockColumns) * 4);
            quantizeBlock(rest, width, c, bounded, panel + whole * panelBlockBytes(width));
        }
    }
    const size_t used = (columns + blockColumns - 1) / blockColumns;
    __builtin_memset(panel + used * panelBlockBytes(width), 0, (blocks - used) * panelBlockBytes(width));
}

/// A block in columns c and c + 1.
inline void quantizeBlockTwice(const float* x, size_t width, size_t c, bool bounded, std::byte* panel) {
    quantizeBlock(x, width, c, bounded, panel);
    float scale;
    __builtin_memcpy(&scale, panel + 32 * width + c * 4, 4);
    float rest[blockColumns];
    for (size_t k = 0; k < blockColumns; ++k) {
        const auto q = static_cast<int8_t>(panel[(k / 4 * width + c) * 4 + k % 4]);
        rest[k] = x[k] - static_cast<float>(q) * scale;
    }
    quantizeBlock(rest, width, c + 1, bounded, panel);
}

void quantizePanelTwice(const float* x, size_t stride, size_t columns, size_t rows, bool bounded,
                        std::byte* panel) {
    const size_t width = 2 * rows;
    const size_t whole = columns / blockColumns;
    size_t first = 0;
#if defined(__AVX2__)
    if (rows == 1) quantizeRowTwice(x, whole, bounded, panel);
    if (rows == 1) first = 1;
#endif
    for (size_t r = first; r < rows; ++r)
        for (size_t b = 0; b < whole; ++b)
            quantizeBlockTwice(x + r * stride + b * blockColumns, width, 2 * r, bounded,
                               panel + b * panelBlockBytes(width));
    if (whole * blockColumns < columns) {
        for (size_t r = 0; r < rows; ++r) {
            float rest[blockColumns] = {};
            __builtin_memcpy(rest, x + r * stride + whole * blockColumns,
                             (columns - whole * blockColumns) * 4);
            quantizeBlockTwice(rest, width, 2 * r, bounded, panel + whole * panelBlockBytes(width));
        }
    }
    const size_t used = (columns + blockColumns - 1) / blockColumns;
    __builtin_memset(panel + used * panelBlockBytes(width), 0,
                     (panelBlocks(columns) - used) * panelBlockBytes(width));
}

}  // namespace
}  // namespace hearth::cpu
