// Setting up and leaving the tile registers; shared by the AMX kernels.
#pragma once

#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

/// The operand of ldtilecfg (Intel SDM, "LDTILECFG").
struct alignas(64) TileShape {
    uint8_t palette = 1;
    uint8_t startRow = 0;
    uint8_t reserved[14] = {};
    uint16_t bytesPerRow[16] = {};
    uint8_t rows[16] = {};
};

/// All eight tiles as 16 rows of 64 bytes.
void beginTiles() {
    TileShape shape;
    for (int i = 0; i < 8; ++i) {
        shape.bytesPerRow[i] = 64;
        shape.rows[i] = 16;
    }
    // g++ 12's intrinsic tells the compiler of the first bytes only; without this the others are never
    // stored.
    asm volatile("" : : "r"(&shape) : "memory");
    _tile_loadconfig(&shape);
}

void endTiles() {
    _tile_release();
}

/// 32 floats to bfloat16 in their order, to nearest even.
inline __m512i bfloats(__m512 first, __m512 second) {
    return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(second, first));
}

/// Rounds a row to bfloat16, to nearest even.
void toBfloat(const float* x, size_t columns, uint16_t* out) {
    size_t k = 0;
    for (; k + 32 <= columns; k += 32)
        _mm512_storeu_si512(out + k, reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(
                                         _mm512_loadu_ps(x + k + 16), _mm512_loadu_ps(x + k))));
    if (k == columns) return;
    const auto firstMask = static_cast<__mmask16>(columns - k >= 16 ? 0xFFFFU : (1U << (columns - k)) - 1U);
    const auto secondMask = static_cast<__mmask16>(columns - k <= 16 ? 0U : (1U << (columns - k - 16)) - 1U);
    const __m512i both = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(
        _mm512_maskz_loadu_ps(secondMask, x + k + 16), _mm512_maskz_loadu_ps(firstMask, x + k)));
    _mm512_mask_storeu_epi16(
        out + k, static_cast<__mmask32>(firstMask) | static_cast<__mmask32>(secondMask) << 16U, both);
}

/// The remainders of two vectors whose rounding to bfloat16 gave `rounded`.
struct Rests {
    __m512 first, second;
};
inline Rests restsOf(__m512 first, __m512 second, __m512i rounded) {
    const __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(rounded));
    const __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(rounded, 1));
    return {first - _mm512_castsi512_ps(_mm512_slli_epi32(low, 16)),
            second - _mm512_castsi512_ps(_mm512_slli_epi32(high, 16))};
}

/// Rounds a row to bfloat16, and what that leaves of it. Only whole runs of 32 columns.
void toHalves(const float* x, size_t columns, uint16_t* out, uint16_t* rest) {
    for (size_t k = 0; k < columns; k += 32) {
        const __m512 first = _mm512_loadu_ps(x + k), second = _mm512_loadu_ps(x + k + 16);
        const __m512i rounded = bfloats(first, second);
        const Rests left = restsOf(first, second, rounded);
        _mm512_storeu_si512(out + k, rounded);
        _mm512_storeu_si512(rest + k, bfloats(left.first, left.second));
    }
}

}  // namespace
}  // namespace hearth::cpu
