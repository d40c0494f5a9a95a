// Kernels for AVX2 with FMA and F16C.
#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

constexpr size_t columnsAtOnce = 4;

using Line = __m256i;

inline Line loadLine(const std::byte* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
template <bool High>
inline Line nibbles(Line v) {
    return _mm256_and_si256(High ? _mm256_srli_epi16(v, 4) : v, _mm256_set1_epi8(15));
}
template <int Shift, int Mask>
inline Line orBits(Line a, Line b) {
    const Line moved = Shift >= 0 ? _mm256_slli_epi16(b, Shift) : _mm256_srli_epi16(b, -Shift);
    return _mm256_or_si256(a, _mm256_and_si256(moved, _mm256_set1_epi8(Mask)));
}

/// Sums pairs in 16 bits for as many groups as cannot overflow, then widens.
template <int Bits>
struct Accumulator {
    /// 4 bits: 8 groups * 2 * 15 * 127 = 30480; 5 bits: 4 * 2 * 31 * 127 = 31496; 6 bits: 2 * 2 * 63 * 127 =
    /// 32004; 8 bits: 255 * 128 = 32640 with bounded panels.
    static constexpr size_t groupsBeforeWidening = Bits == 4 ? 8 : Bits == 5 ? 4 : Bits == 6 ? 2 : 1;
    __m256i wide;
    __m256i narrow;
    size_t pending;
    bool empty;  ///< nothing is in `wide` yet

    [[gnu::always_inline]] void start(int bias) {
        wide = _mm256_set1_epi32(bias);
        pending = 0;
        empty = __builtin_constant_p(bias) && bias == 0;
    }
    template <size_t Group>
    [[gnu::always_inline]] void add(Line w, const int32_t* q) {
        const __m256i product = _mm256_maddubs_epi16(w, _mm256_set1_epi32(*q));
        narrow = pending == 0 ? product : _mm256_add_epi16(narrow, product);
        if (++pending == groupsBeforeWidening)
            widen();
        else
            here(narrow);
    }
    /// The sum is made here: GCC would add at the end, and keep every product on the stack until then.
    [[gnu::always_inline]] static void here(__m256i& sum) { asm("" : "+x"(sum)); }
    [[gnu::always_inline]] void widen() {
        const __m256i sum = _mm256_madd_epi16(narrow, _mm256_set1_epi16(1));
        wide = empty ? sum : _mm256_add_epi32(wide, sum);
        here(wide);
        pending = 0;
        empty = false;
    }
    [[gnu::always_inline]] Floats total() {
        if (pending != 0) widen();
        return _mm256_cvtepi32_ps(wide);
    }
};

}  // namespace
}  // namespace hearth::cpu

#include "backend/cpu/attention_kernels.h"
#include "backend/cpu/integer_attention.h"
#include "backend/cpu/kv_quantized.h"
#include "backend/cpu/quantized_attention.h"
#include "backend/cpu/row_kernels.h"
#include "backend/cpu/row_panel_kernels.h"
#include "backend/cpu/unpacked_kernels.h"

namespace hearth::cpu {
namespace {
constexpr KernelTable makeTable() {
    KernelTable table;
    table.level = IsaLevel::Avx2;
    table.boundsBytes = true;
    addRowPanelKernels(table);
    addUnpackedKernels(table);
    addRowKernels(table);
    addAttentionKernels(table);
    table.roundedAttention.attend = attendInIntegers;
    addQuantizedKvKernels(table);
    addQuantizedAttention(table);
    return table;
}
}  // namespace
constexpr KernelTable avx2Kernels = makeTable();
}  // namespace hearth::cpu
