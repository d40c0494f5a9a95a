// AVX-512 and AMX in plain C++, by which the kernels for them can be tested on a processor that has neither.
// Included before a kernel file that is compiled for AVX2 (HEARTH_WIDE_REGISTERS): it answers with the same
// bits as the instructions, but where their own words allow an error. Sources: Intel Intrinsics Guide; Intel
// SDM volume 2, "TDPBF16PS" and "LDTILECFG".
#pragma once

#include <immintrin.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace wide_registers {
namespace {

typedef float F32 __attribute__((vector_size(64)));
typedef int32_t I32 __attribute__((vector_size(64)));
typedef uint32_t U32 __attribute__((vector_size(64)));
typedef int16_t I16 __attribute__((vector_size(64)));
typedef uint16_t U16 __attribute__((vector_size(64)));
typedef int8_t I8 __attribute__((vector_size(64)));
typedef uint8_t U8 __attribute__((vector_size(64)));
typedef uint64_t U64 __attribute__((vector_size(64)));
typedef uint8_t Bytes16 __attribute__((vector_size(16)));
typedef int8_t SignedBytes16 __attribute__((vector_size(16)));
typedef uint16_t Words16 __attribute__((vector_size(32)));

template <class T>
inline T read(const void* p) {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
}
template <class T>
inline void write(void* p, T value) {
    std::memcpy(p, &value, sizeof value);
}
template <class To, class From>
inline To as(From from) {
    return std::bit_cast<To>(from);
}
/// f(0), f(1), ... as a vector.
template <class V, class F>
inline V lanesOf(F f) {
    V v{};
    for (size_t i = 0; i < sizeof(V) / sizeof(v[0]); ++i) v[i] = f(i);
    return v;
}

inline __m512 loadFloats(const void* p) {
    return read<__m512>(p);
}
inline __m512i loadBits(const void* p) {
    return read<__m512i>(p);
}
inline void storeFloats(void* p, __m512 v) {
    write(p, v);
}
inline void storeBits(void* p, __m512i v) {
    write(p, v);
}
/// Memory of lanes that are left out is not touched.
inline __m512 loadSome(__mmask16 mask, const float* p) {
    return lanesOf<F32>([&](size_t i) { return (mask >> i & 1) != 0 ? p[i] : 0.0F; });
}
inline void storeSomeWords(void* p, __mmask32 mask, __m512i v) {
    const U16 words = as<U16>(v);
    for (size_t i = 0; i < 32; ++i)
        if ((mask >> i & 1U) != 0) write<uint16_t>(static_cast<uint16_t*>(p) + i, words[i]);
}

/// Copied, not added to nothing: minus zero stays, and what another type's bits make a subnormal number.
inline __m512 spreadFloat(float x) {
    return lanesOf<F32>([x](size_t) { return x; });
}
inline __m512i spreadInt(int32_t x) {
    return as<__m512i>(I32{} + x);
}
inline __m512i spreadByte(char x) {
    return as<__m512i>(I8{} + static_cast<int8_t>(x));
}
inline __m512d spreadDouble(double x) {
    return lanesOf<__m512d>([x](size_t) { return x; });
}
template <class... T>
inline __m512i intsInOrder(T... values) {
    return as<__m512i>(I32{values...});
}
/// The last value becomes the lowest lane.
template <class... T>
inline __m512i wordsFromTheHighest(T... values) {
    const int16_t all[32] = {static_cast<int16_t>(values)...};
    return as<__m512i>(lanesOf<I16>([&](size_t i) { return all[31 - i]; }));
}

/// The second where either is not a number, as the instruction has it.
inline __m512 larger(__m512 a, __m512 b) {
    return lanesOf<F32>([&](size_t i) { return a[i] > b[i] ? a[i] : b[i]; });
}
inline __m512 smaller(__m512 a, __m512 b) {
    return lanesOf<F32>([&](size_t i) { return a[i] < b[i] ? a[i] : b[i]; });
}
inline __m512 magnitudes(__m512 v) {
    return as<__m512>(as<U32>(v) & 0x7FFFFFFFU);
}
inline __m512 fused(__m512 a, __m512 b, __m512 c) {
    return lanesOf<F32>([&](size_t i) { return std::fma(a[i], b[i], c[i]); });
}
/// Halves onto halves, as compilers write it.
template <class F>
inline float reduced(__m512 v, F f) {
    float left[16];
    write(left, v);
    for (size_t step = 8; step > 0; step /= 2)
        for (size_t i = 0; i < step; ++i) left[i] = f(left[i], left[i + step]);
    return left[0];
}
inline float sumOfAll(__m512 v) {
    return reduced(v, [](float a, float b) { return a + b; });
}
inline float largestOfAll(__m512 v) {
    return reduced(v, [](float a, float b) { return a > b ? a : b; });
}
inline __m512 scaledByPower(__m512 a, __m512 b) {
    return lanesOf<F32>([&](size_t i) { return std::ldexp(a[i], static_cast<int>(std::floor(b[i]))); });
}
template <int Control>
inline __m512 nearestWhole(__m512 v) {
    static_assert(Control == 0);
    return lanesOf<F32>([&](size_t i) { return std::nearbyint(v[i]); });
}
/// The instruction may err by 2^-14 of the result; here everything finer is cut off.
inline __m512 reciprocals(__m512 v) {
    return as<__m512>(as<U32>(F32(1.0F / v)) & 0xFFFFFE00U);
}

inline __m512 floatsOfInts(__m512i v) {
    return __builtin_convertvector(as<I32>(v), F32);
}
inline __m512i intsOfBytes(__m128i v) {
    return as<__m512i>(__builtin_convertvector(as<Bytes16>(v), I32));
}
inline __m512i intsOfSignedBytes(__m128i v) {
    return as<__m512i>(__builtin_convertvector(as<SignedBytes16>(v), I32));
}
inline __m512i intsOfWords(__m256i v) {
    return as<__m512i>(__builtin_convertvector(as<Words16>(v), I32));
}
inline __m128i lowBytes(__m512i v) {
    return as<__m128i>(__builtin_convertvector(as<U32>(v), Bytes16));
}
inline __m512 floatsOfHalves(__m256i v) {
    const __m256 halves[2] = {_mm256_cvtph_ps(_mm256_castsi256_si128(v)),
                              _mm256_cvtph_ps(_mm256_extracti128_si256(v, 1))};
    return read<__m512>(halves);
}
template <int Rounding>
inline __m256i halvesOfFloats(__m512 v) {
    __m256 parts[2];
    write(parts, v);
    const __m128i halves[2] = {_mm256_cvtps_ph(parts[0], Rounding), _mm256_cvtps_ph(parts[1], Rounding)};
    return read<__m256i>(halves);
}

inline __m512i both(__m512i a, __m512i b) {
    return as<__m512i>(as<U64>(a) & as<U64>(b));
}
inline __m512i sumOfInts(__m512i a, __m512i b) {
    return as<__m512i>(as<U32>(a) + as<U32>(b));
}
inline __m512i intsRight(__m512i v, unsigned by) {
    return as<__m512i>(as<U32>(v) >> by);
}
inline __m512i intsLeft(__m512i v, unsigned by) {
    return as<__m512i>(as<U32>(v) << by);
}
inline __m512i wordsRight(__m512i v, unsigned by) {
    return as<__m512i>(as<U16>(v) >> static_cast<uint16_t>(by));
}
inline __m512i wordsLeft(__m512i v, unsigned by) {
    return as<__m512i>(as<U16>(v) << static_cast<uint16_t>(by));
}
template <int Table>
inline __m512i bitsByTable(__m512i a, __m512i b, __m512i c) {
    U64 result{};
    for (int row = 0; row < 8; ++row) {
        if ((Table >> row & 1) == 0) continue;
        result |= ((row & 4) != 0 ? as<U64>(a) : ~as<U64>(a)) & ((row & 2) != 0 ? as<U64>(b) : ~as<U64>(b)) &
                  ((row & 1) != 0 ? as<U64>(c) : ~as<U64>(c));
    }
    return as<__m512i>(result);
}
inline __m512 chosenOfTwo(__m512 a, __m512i index, __m512 b) {
    const U32 at = as<U32>(index) & 31U;
    return lanesOf<F32>([&](size_t i) { return at[i] < 16 ? a[at[i]] : b[at[i] - 16]; });
}
inline __m512i chosenWords(__m512i index, __m512i v) {
    const U16 at = as<U16>(index) & uint16_t{31}, words = as<U16>(v);
    return as<__m512i>(lanesOf<U16>([&](size_t i) { return words[at[i]]; }));
}
template <int Order>
inline __m512 orderedInFours(__m512 v) {
    return lanesOf<F32>([&](size_t i) { return v[i / 4 * 4 + (Order >> i % 4 * 2 & 3)]; });
}
template <int Half>
inline __m256i halfOf(__m512i v) {
    __m256i halves[2];
    write(halves, v);
    return halves[Half];
}
template <class F>
inline __mmask16 maskOf(__m512i a, __m512i b, F f) {
    const I32 x = as<I32>(a), y = as<I32>(b);
    unsigned mask = 0;
    for (unsigned i = 0; i < 16; ++i) mask |= static_cast<unsigned>(f(x[i], y[i])) << i;
    return static_cast<__mmask16>(mask);
}
inline __mmask16 notBelow(__m512i a, __m512i b) {
    return maskOf(a, b, [](int32_t x, int32_t y) { return x >= y; });
}
inline __mmask16 notAbove(__m512i a, __m512i b) {
    return maskOf(a, b, [](int32_t x, int32_t y) { return x <= y; });
}
inline __m512 chosen(__m512 otherwise, __mmask16 mask, __m512 v) {
    return lanesOf<F32>([&](size_t i) { return (mask >> i & 1) != 0 ? v[i] : otherwise[i]; });
}

inline __m512i addProducts(__m512i sums, __m512i weights, __m512i values) {
    const U8 w = as<U8>(weights);
    const I8 x = as<I8>(values);
    return as<__m512i>(lanesOf<I32>([&](size_t i) {
        int32_t sum = as<I32>(sums)[i];
        for (size_t k = 4 * i; k < 4 * i + 4; ++k) sum += w[k] * x[k];
        return sum;
    }));
}
/// Subnormal numbers count as zero.
inline uint16_t bfloatOf(float x) {
    const uint32_t bits = std::bit_cast<uint32_t>(x);
    if (x != x) return static_cast<uint16_t>(bits >> 16U | 0x40U);
    if ((bits & 0x7F800000U) == 0) return static_cast<uint16_t>(bits >> 16U & 0x8000U);
    return static_cast<uint16_t>((bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U);
}
inline __m512bh bfloats(__m512 high, __m512 low) {
    return as<__m512bh>(lanesOf<U16>([&](size_t i) { return bfloatOf(i < 16 ? low[i] : high[i - 16]); }));
}

/// The tile registers of a thread. What the processor would end the program for ends it here, with a
/// sentence.
class Tiles {
public:
    void configure(const void* shape) {
        std::memcpy(&m_shape, shape, sizeof m_shape);
        m_ready = m_shape.palette == 1;
    }
    void release() { m_ready = false; }
    void zero(int t) {
        needShape();
        std::memset(m_data[t], 0, tileBytes);
    }
    void load(int t, const void* from, size_t stride) {
        zero(t);
        for (size_t r = 0; r < m_shape.rows[t]; ++r)
            std::memcpy(m_data[t] + r * 64, static_cast<const std::byte*>(from) + r * stride,
                        m_shape.bytesPerRow[t]);
    }
    void store(int t, void* to, size_t stride) {
        needShape();
        for (size_t r = 0; r < m_shape.rows[t]; ++r)
            std::memcpy(static_cast<std::byte*>(to) + r * stride, m_data[t] + r * 64, m_shape.bytesPerRow[t]);
    }
    void addProduct(int to, int a, int b) {
        needShape();
        const size_t rows = m_shape.rows[to], columns = m_shape.bytesPerRow[to] / 4U,
                     pairs = m_shape.bytesPerRow[a] / 4U;
        if (m_shape.rows[a] != rows || m_shape.rows[b] != pairs ||
            m_shape.bytesPerRow[b] != m_shape.bytesPerRow[to])
            fail("the shapes of tiles do not fit each other");
        if (to == a || to == b || a == b) fail("a tile is multiplied by itself");
        for (size_t r = 0; r < rows; ++r) {
            float even[16] = {}, odd[16] = {};
            for (size_t k = 0; k < pairs; ++k)
                for (size_t c = 0; c < columns; ++c) {
                    even[c] = std::fma(value(a, r, 2 * k), value(b, k, 2 * c), even[c]);
                    odd[c] = std::fma(value(a, r, 2 * k + 1), value(b, k, 2 * c + 1), odd[c]);
                }
            auto* sums = m_data[to] + r * 64;
            for (size_t c = 0; c < columns; ++c)
                write<float>(sums + c * 4, read<float>(sums + c * 4) + (even[c] + odd[c]));
        }
    }

private:
    static constexpr size_t tileBytes = 1024;
    struct Shape {
        uint8_t palette, startRow, reserved[14];
        uint16_t bytesPerRow[16];
        uint8_t rows[16];
    };
    [[noreturn]] static void fail(const char* why) {
        std::fprintf(stderr, "A processor with AMX would end here: %s.\n", why);
        std::abort();
    }
    void needShape() const {
        if (!m_ready) fail("the tiles have no shape");
    }
    float value(int t, size_t row, size_t column) const {
        return std::bit_cast<float>(uint32_t{read<uint16_t>(m_data[t] + row * 64 + column * 2)} << 16U);
    }
    Shape m_shape{};
    bool m_ready = false;
    std::byte m_data[8][tileBytes];
};
inline Tiles& tiles() {
    static thread_local Tiles all;
    return all;
}

}  // namespace
}  // namespace wide_registers

#include "wide_registers/intrinsics.h"
