// Finishing the sums of a few rows that tile registers computed: they are written to the output, or rounded
// to bfloat16 for the next product.
#pragma once

#include "backend/cpu/amx_tiles.h"
#include "backend/cpu/kernels.h"

namespace hearth::cpu {
namespace {

/// 2^x; the polynomial is good to 4e-6, far below the rounding of its result to bfloat16.
inline __m512 fastExp2(__m512 x) {
    const __m512 whole = _mm512_roundscale_ps(x, 0);
    const __m512 f = x - whole;
    __m512 p = _mm512_set1_ps(9.6181291076e-3F);
    p = p * f + 5.5504108664e-2F;
    p = p * f + 2.4022650696e-1F;
    p = p * f + 6.9314718056e-1F;
    p = p * f + 1.0F;
    return _mm512_scalef_ps(p, whole);
}

/// x / (1 + e^-x) for results that are rounded to bfloat16: the reciprocal is one Newton step on 14 bits.
inline __m512 fastSilu(__m512 x) {
    constexpr float log2e = 1.44269504089F;
    // Beyond 2^126 the step would multiply infinity by zero.
    const __m512 d = fastExp2(_mm512_min_ps(x * -log2e, _mm512_set1_ps(126.0F))) + 1.0F;
    const __m512 r = _mm512_rcp14_ps(d);
    return x * (r * (2.0F - d * r));
}

/// The commonest of all: SiLU of the gate times up, 32 columns at a time.
void finishGates(const float* c, size_t stride, size_t rows, size_t count, const Finish& finish,
                 uint16_t* rounded, size_t roundedStride) {
    for (size_t i = 0; i < rows; ++i, rounded += roundedStride) {
        const float* gate = c + i * stride;
        const float* up = finish.up + i * stride;
        for (size_t o = 0; o < count; o += 32)
            _mm512_storeu_si512(rounded + o, bfloats(fastSilu(_mm512_loadu_ps(gate + o)) *
                                                         (_mm512_loadu_ps(up + o) * finish.scale),
                                                     fastSilu(_mm512_loadu_ps(gate + o + 16)) *
                                                         (_mm512_loadu_ps(up + o + 16) * finish.scale)));
    }
}

void finishSums(const float* c, size_t stride, size_t rows, size_t count, const Finish& finish, float* out,
                size_t outStride) {
    for (size_t i = 0; i < rows; ++i, c += stride, out += outStride)
        for (size_t o = 0; o < count; o += 16) {
            const __m512 v = _mm512_loadu_ps(c + o) * finish.scale;
            _mm512_storeu_ps(out + o, finish.accumulate ? _mm512_loadu_ps(out + o) + v : v);
        }
}

/// Nothing but a factor, 32 columns at a time.
void roundSums(const float* c, size_t stride, size_t rows, size_t count, float scale, uint16_t* rounded,
               size_t roundedStride) {
    for (size_t i = 0; i < rows; ++i, c += stride, rounded += roundedStride)
        for (size_t o = 0; o < count; o += 32)
            _mm512_storeu_si512(rounded + o,
                                bfloats(_mm512_loadu_ps(c + o) * scale, _mm512_loadu_ps(c + o + 16) * scale));
}

void finishRows(const float* c, size_t stride, size_t rows, size_t count, const Finish& finish,
                const RowsOut& out) {
    const bool plain = finish.bias == nullptr && finish.upBias == nullptr && finish.softCap == 0;
    if (out.rounded == nullptr) {
        if (plain && finish.activation == Activation::None && finish.up == nullptr && count % 16 == 0) {
            finishSums(c, stride, rows, count, finish, out.floats, out.stride);
            return;
        }
        Finish row = finish;
        for (size_t i = 0; i < rows; ++i) {
            if (finish.up != nullptr) row.up = finish.up + i * stride;
            avx512Kernels.finish(c + i * stride, count, row, out.floats + i * out.stride);
        }
        return;
    }
    if (plain && finish.activation == Activation::Silu && finish.up != nullptr && count % 32 == 0) {
        finishGates(c, stride, rows, count, finish, out.rounded, out.stride);
        return;
    }
    if (plain && finish.activation == Activation::None && finish.up == nullptr && count % 32 == 0) {
        roundSums(c, stride, rows, count, finish.scale, out.rounded, out.stride);
        return;
    }
    constexpr size_t most = 64;
    alignas(64) float exact[most];
    for (size_t first = 0; first < count; first += most) {
        const size_t n = count - first < most ? count - first : most;
        Finish row = finish;
        if (finish.bias != nullptr) row.bias = finish.bias + first;
        if (finish.upBias != nullptr) row.upBias = finish.upBias + first;
        for (size_t i = 0; i < rows; ++i) {
            if (finish.up != nullptr) row.up = finish.up + i * stride + first;
            avx512Kernels.finish(c + i * stride + first, n, row, exact);
            toBfloat(exact, n, out.rounded + i * out.stride + first);
        }
    }
}

}  // namespace
}  // namespace hearth::cpu
