// Included only by the kernel translation units, each compiled for its own instruction set, and so everything
// here has internal linkage: a linker must never pick the AVX-512 copy of a function for code that runs
// everywhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace hearth::cpu {
namespace {

// Vectors of the native width, by the compilers' vector extension; intrinsics only where it has no words.
#if defined(__AVX512F__)
constexpr size_t lanes = 16;
#elif defined(__AVX2__)
constexpr size_t lanes = 8;
#else
constexpr size_t lanes = 4;
#endif
typedef float Floats __attribute__((vector_size(lanes * 4)));
typedef int32_t Ints __attribute__((vector_size(lanes * 4)));

inline Floats load(const float* p) {
    Floats v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}
inline void store(float* p, Floats v) {
    __builtin_memcpy(p, &v, sizeof v);
}
inline Floats spread(float x) {
#if defined(__AVX512F__)
    return _mm512_set1_ps(x);
#elif defined(__AVX2__)
    return _mm256_set1_ps(x);
#else
    return Floats{} + x;
#endif
}
inline Ints bitsOf(Floats v) {
    return __builtin_bit_cast(Ints, v);
}
inline Floats floatsOf(Ints v) {
    return __builtin_bit_cast(Floats, v);
}
inline Floats choose(Ints mask, Floats yes, Floats no) {
    return floatsOf((bitsOf(yes) & mask) | (bitsOf(no) & ~mask));
}
inline Floats maximum(Floats a, Floats b) {
#if defined(__AVX512F__)
    return _mm512_max_ps(a, b);
#elif defined(__AVX2__)
    return _mm256_max_ps(a, b);
#else
    return choose(a > b, a, b);
#endif
}
inline Floats minimum(Floats a, Floats b) {
    return -maximum(-a, -b);
}
inline Floats magnitude(Floats v) {
    return floatsOf(bitsOf(v) & 0x7FFFFFFF);
}

inline float sum(Floats v) {
#if defined(__AVX512F__)
    return _mm512_reduce_add_ps(v);
#elif defined(__AVX2__)
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
#endif
    float total[lanes];
    store(total, v);
    for (size_t step = lanes / 2; step > 0; step /= 2)
        for (size_t i = 0; i < step; ++i) total[i] += total[i + step];
    return total[0];
}
inline float largest(Floats v) {
#if defined(__AVX512F__)
    return _mm512_reduce_max_ps(v);
#elif defined(__AVX2__)
    const __m128 four = _mm_max_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    const __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
#endif
    float all[lanes];
    store(all, v);
    for (size_t i = 1; i < lanes; ++i) all[0] = all[i] > all[0] ? all[i] : all[0];
    return all[0];
}

/// p[0], p[1], p[0], p[1], ...
inline Floats spreadPair(const float* p) {
    double pair;
    __builtin_memcpy(&pair, p, 8);
#if defined(__AVX512F__)
    return _mm512_castpd_ps(_mm512_set1_pd(pair));
#elif defined(__AVX2__)
    return _mm256_castpd_ps(_mm256_set1_pd(pair));
#else
    return Floats{p[0], p[1], p[0], p[1]};
#endif
}
/// a[0] + a[1], a[2] + a[3], ..., b[0] + b[1], ...
inline Floats addPairs(Floats a, Floats b) {
#if defined(__AVX512F__)
    const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    return _mm512_permutex2var_ps(a, even, b) + _mm512_permutex2var_ps(a, odd, b);
#elif defined(__AVX2__)
    return _mm256_castpd_ps(_mm256_permute4x64_pd(_mm256_castps_pd(_mm256_hadd_ps(a, b)), 0xD8));
#else
    return Floats{a[0] + a[1], a[2] + a[3], b[0] + b[1], b[2] + b[3]};
#endif
}
inline Floats swapNeighbours(Floats v) {
#if defined(__AVX512F__)
    return _mm512_permute_ps(v, 0xB1);
#elif defined(__AVX2__)
    return _mm256_permute_ps(v, 0xB1);
#else
    return Floats{v[1], v[0], v[3], v[2]};
#endif
}
/// v[2], v[3], v[0], v[1], v[6], ...
inline Floats swapPairs(Floats v) {
#if defined(__AVX512F__)
    return _mm512_permute_ps(v, 0x4E);
#elif defined(__AVX2__)
    return _mm256_permute_ps(v, 0x4E);
#else
    return Floats{v[2], v[3], v[0], v[1]};
#endif
}

/// Half precision to float, `lanes` of them.
inline Floats loadHalf(const uint16_t* p) {
#if defined(__AVX512F__)
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)));
#elif defined(__AVX2__)
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
#else
    // Normal numbers by moving the exponent, the rest by the unit in the last place being 2^-24; infinities
    // are not stored.
    Ints h;
    for (size_t i = 0; i < lanes; ++i) h[i] = p[i];
    const Ints rest = h & 0x7FFF;
    const Floats small = __builtin_convertvector(rest, Floats) * 0x1p-24F;
    const Ints value = (rest < 0x400) ? bitsOf(small) : (rest << 13) + 0x38000000;
    return floatsOf(value | (h & 0x8000) << 16);
#endif
}
inline Floats loadBfloat(const uint16_t* p) {
#if defined(__AVX512F__)
    return floatsOf(reinterpret_cast<Ints>(_mm512_slli_epi32(
        _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(p))), 16)));
#elif defined(__AVX2__)
    return floatsOf(reinterpret_cast<Ints>(
        _mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))), 16)));
#else
    Ints h;
    for (size_t i = 0; i < lanes; ++i) h[i] = p[i];
    return floatsOf(h << 16);
#endif
}
/// `lanes` codes of floats of 8 bits: of E5M2 (`wide`) their numbers, of E4M3 2^-8 times these. Both are
/// halves of which bits were left out, and that is how they are read: the instruction for halves knows
/// subnormals also where all others take them for zero.
template <bool wide>
inline Floats loadByteFloats(const std::byte* p) {
#if defined(__AVX512F__)
    __m256i halves =
        _mm256_slli_epi16(_mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))), 8);
    if constexpr (!wide) halves = _mm256_and_si256(_mm256_srai_epi16(halves, 1), _mm256_set1_epi16(~0x4000));
    return _mm512_cvtph_ps(halves);
#elif defined(__AVX2__)
    __m128i halves =
        _mm_unpacklo_epi8(_mm_setzero_si128(), _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p)));
    if constexpr (!wide) halves = _mm_and_si128(_mm_srai_epi16(halves, 1), _mm_set1_epi16(~0x4000));
    return _mm256_cvtph_ps(halves);
#else
    uint16_t halves[lanes];
    for (size_t i = 0; i < lanes; ++i) {
        const auto code = static_cast<unsigned>(p[i]);
        halves[i] = static_cast<uint16_t>(wide ? code << 8U : (code & 0x80U) << 8U | (code & 0x7FU) << 7U);
    }
    return loadHalf(halves);
#endif
}
/// `lanes` bytes as numbers.
inline Floats loadBytes(const std::byte* p, bool isSigned) {
#if defined(__AVX512F__)
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return _mm512_cvtepi32_ps(isSigned ? _mm512_cvtepi8_epi32(bytes) : _mm512_cvtepu8_epi32(bytes));
#elif defined(__AVX2__)
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(p));
    return _mm256_cvtepi32_ps(isSigned ? _mm256_cvtepi8_epi32(bytes) : _mm256_cvtepu8_epi32(bytes));
#else
    Floats v;
    for (size_t i = 0; i < lanes; ++i)
        v[i] = isSigned ? static_cast<float>(static_cast<int8_t>(p[i])) : static_cast<float>(p[i]);
    return v;
#endif
}
inline void storeHalf(uint16_t* p, Floats v) {
#if defined(__AVX512F__)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
#elif defined(__AVX2__)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
#else
    for (size_t i = 0; i < lanes; ++i) {
        const uint32_t bits = static_cast<uint32_t>(bitsOf(v)[i]);
        const uint32_t sign = bits >> 16U & 0x8000U;
        const uint32_t rest = bits & 0x7FFFFFFFU;
        if (rest > 0x7F800000U) {
            p[i] = static_cast<uint16_t>(sign | 0x7E00U);
        } else if (rest >= 0x477FF000U) {
            p[i] = static_cast<uint16_t>(sign | 0x7C00U);
        } else if (rest < 0x38800000U) {
            float shifted;
            __builtin_memcpy(&shifted, &rest, 4);
            shifted += 0.5F;
            uint32_t moved;
            __builtin_memcpy(&moved, &shifted, 4);
            p[i] = static_cast<uint16_t>(sign | (moved - 0x3F000000U));
        } else {
            p[i] = static_cast<uint16_t>(sign | (rest + 0xFFFU + (rest >> 13U & 1U) - 0x38000000U) >> 13U);
        }
    }
#endif
}

/// 2^x for x in [-126, 127]: degree-6 polynomial on [-0.5, 0.5], relative error below 3e-7.
inline Floats exp2Within(Floats x) {
    const Floats shifted = x + 12582912.0F;  // 1.5 * 2^23: the integer nearest to x lands in the low bits
    const Floats whole = shifted - 12582912.0F;
    const Floats f = x - whole;
    Floats p = spread(1.5403530393e-4F);
    p = p * f + 1.3333558146e-3F;
    p = p * f + 9.6181291076e-3F;
    p = p * f + 5.5504108664e-2F;
    p = p * f + 2.4022650696e-1F;
    p = p * f + 6.9314718056e-1F;
    p = p * f + 1.0F;
    return floatsOf(bitsOf(p) + (bitsOf(shifted) << 23));
}
/// The same for any x, clamped to that range.
inline Floats exp2Of(Floats x) {
    return exp2Within(minimum(maximum(x, spread(-126.0F)), spread(127.0F)));
}
inline Floats expOf(Floats x) {
    return exp2Of(x * 1.44269504089F);
}
inline Floats tanhOf(Floats x) {
    const Floats e = expOf(minimum(magnitude(x), spread(15.0F)) * -2.0F);
    const Floats t = (1.0F - e) / (1.0F + e);
    // Near zero the difference 1 - e loses its digits; the odd series has them.
    const Floats x2 = x * x;
    const Floats series = x * (1.0F + x2 * (-0.33333334F + x2 * (0.13333334F - x2 * 0.053968254F)));
    return choose(magnitude(x) < 0.1F, series, floatsOf(bitsOf(t) | (bitsOf(x) & INT32_MIN)));
}
/// erf by Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7.
inline Floats erfOf(Floats x) {
    const Floats a = magnitude(x);
    const Floats t = 1.0F / (1.0F + 0.3275911F * a);
    const Floats p = t * (0.254829592F +
                          t * (-0.284496736F + t * (1.421413741F + t * (-1.453152027F + t * 1.061405429F))));
    const Floats y = 1.0F - p * expOf(-a * a);
    return floatsOf(bitsOf(y) | (bitsOf(x) & INT32_MIN));
}

}  // namespace
}  // namespace hearth::cpu
