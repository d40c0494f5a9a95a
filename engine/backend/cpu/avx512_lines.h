// Lines and accumulators of row_panel_kernels.h for AVX-512 VNNI; shared with the tile kernels.
#pragma once

#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

constexpr size_t columnsAtOnce = 8;

using Line = __m512i;

inline Line loadLine(const std::byte* p) {
    return _mm512_loadu_si512(p);
}
template <bool High>
inline Line nibbles(Line v) {
    return _mm512_and_si512(High ? _mm512_srli_epi16(v, 4) : v, _mm512_set1_epi8(15));
}
template <int Shift, int Mask>
inline Line orBits(Line a, Line b) {
    const Line moved = Shift >= 0 ? _mm512_slli_epi16(b, Shift) : _mm512_srli_epi16(b, -Shift);
    return _mm512_ternarylogic_epi64(a, moved, _mm512_set1_epi8(Mask), 0xF8);  // a | (moved & mask)
}

template <int Bits>
struct Accumulator {
    __m512i v;
    void start(int bias) { v = _mm512_set1_epi32(bias); }
    template <size_t Group>
    void add(Line w, const int32_t* q) {
        v = _mm512_dpbusd_epi32(v, w, _mm512_set1_epi32(*q));
    }
    Floats total() const { return _mm512_cvtepi32_ps(v); }
};

}  // namespace
}  // namespace hearth::cpu
