// Kernels that AMX tile registers add to those for AVX-512: many rows of a batch are multiplied in bfloat16.
#include "backend/cpu/amx_attention.h"
#include "backend/cpu/amx_finish.h"
#include "backend/cpu/avx512_lines.h"
#include "backend/cpu/row_panel_kernels.h"

namespace hearth::cpu {
namespace {

/// Two float vectors as interleaved bfloat16 pairs, nearest even.
inline __m512i pairs(__m512 first, __m512 second) {
    const __m512i order = _mm512_set_epi16(31, 15, 30, 14, 29, 13, 28, 12, 27, 11, 26, 10, 25, 9, 24, 8, 23,
                                           7, 22, 6, 21, 5, 20, 4, 19, 3, 18, 2, 17, 1, 16, 0);
    return _mm512_permutexvar_epi16(order, reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(second, first)));
}

/// Four columns of 16 rows (one line of bytes) to two lines of pairs.
inline void unpackLine(__m512i line, __m512 scale, __m512 offset, uint16_t* out) {
    const __m512i byteMask = _mm512_set1_epi32(255);
    const auto value = [&](__m512i bytes) {
        return _mm512_fmadd_ps(_mm512_cvtepi32_ps(bytes), scale, offset);
    };
    const __m512 v0 = value(_mm512_and_si512(line, byteMask));
    const __m512 v1 = value(_mm512_and_si512(_mm512_srli_epi32(line, 8), byteMask));
    const __m512 v2 = value(_mm512_and_si512(_mm512_srli_epi32(line, 16), byteMask));
    const __m512 v3 = value(_mm512_srli_epi32(line, 24));
    _mm512_storeu_si512(out, pairs(v0, v1));
    _mm512_storeu_si512(out + 32, pairs(v2, v3));
}

template <RowPanelType T, size_t J>
inline void unpackLines(const std::byte* block, const BlockScales& s, __m512 offset, __m512 secondOffset,
                        uint16_t* out) {
    Line low;
    Line high;
    linePair<T, J>(block, low, high);
    unpackLine(low, s.scale, offset, out + J * 64);
    unpackLine(high, TypeTraits<T>::twoScales ? s.second : s.scale, secondOffset, out + (J + 4) * 64);
}

template <RowPanelType T>
void unpackRowPanel(const std::byte* rowPanel, size_t first, size_t count, uint16_t* out) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    if constexpr (isByteFloat(T)) {
        for (size_t k = first; k < first + count; k += 2, out += 32) {
            const std::byte* unit = rowPanel + k / format.unitColumns * format.unitBytes();
            const Floats scale = load(reinterpret_cast<const float*>(unit));
            const std::byte* codes = unit + format.headBytes + k % format.unitColumns * rowPanelRows;
            _mm512_storeu_si512(out, pairs(scale * loadWeights<T>(codes, 0),
                                           scale * loadWeights<T>(codes + rowPanelRows, 0)));
        }
    } else if constexpr (isFloat(T)) {
        for (size_t k = first; k < first + count; k += 2, out += 32)
            _mm512_storeu_si512(out, pairs(loadWeights<T>(rowPanel + k * format.unitBytes(), 0),
                                           loadWeights<T>(rowPanel + (k + 1) * format.unitBytes(), 0)));
    } else {
        using Traits = TypeTraits<T>;
        constexpr float zero = -8.0F * (1 << Traits::biasShift);
        for (size_t k = first; k < first + count; k += blockColumns, out += 16 * blockColumns) {
            const std::byte* unit = rowPanel + k / format.unitColumns * format.unitBytes();
            const size_t b = k % format.unitColumns / blockColumns;
            const BlockScales s = blockScales<T>(unit, b, 0);
            const __m512 offset = Traits::minimum ? s.minimum : s.scale * zero;
            const __m512 secondOffset = Traits::twoScales ? s.second * zero : offset;
            const std::byte* block = unit + format.headBytes + b * format.blockBytes;
            unpackLines<T, 0>(block, s, offset, secondOffset, out);
            unpackLines<T, 1>(block, s, offset, secondOffset, out);
            unpackLines<T, 2>(block, s, offset, secondOffset, out);
            unpackLines<T, 3>(block, s, offset, secondOffset, out);
        }
    }
}

template <RowPanelType T>
void unpackHalves(const std::byte* rowPanel, size_t first, size_t count, uint16_t* out, uint16_t* rest) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    for (size_t k = first; k < first + count; k += 2, out += 32, rest += 32) {
        const __m512 one = loadWeights<T>(rowPanel + k * format.unitBytes(), 0);
        const __m512 two = loadWeights<T>(rowPanel + (k + 1) * format.unitBytes(), 0);
        const Rests left = restsOf(one, two, bfloats(one, two));
        _mm512_storeu_si512(out, pairs(one, two));
        _mm512_storeu_si512(rest, pairs(left.first, left.second));
    }
}

/// Two rows of what is needed next.
inline void fetch(Ahead& ahead) {
    for (size_t i = 0; i < 2 && ahead.rows != 0; ++i, --ahead.rows, ahead.first += ahead.stride)
        for (size_t line = 0; line < ahead.lines; ++line) __builtin_prefetch(ahead.first + line * 64, 1);
}

/// Stands between two tile instructions. Where another guest keeps the other hardware thread of this core
/// busy, tile instructions that follow each other closely take half as long again as with a few others
/// between them; where none does, these cost nothing. Fetches in their place cost a fourth there.
inline void spaceOut() {
    asm volatile(".rept 10\n nop\n .endr");
}

/// Tiles 0 to 3 are sums, 4 and 5 rows of a, 6 and 7 row panels of b. The rows stay in the first-level cache
/// while many row panels pass, which therefore are loaded as what is not needed again soon.
template <bool TwoRows, bool TwoRowPanels>
inline void multiplyTiles(const uint16_t* a, size_t aStride, size_t depth, const uint16_t* b0,
                          const uint16_t* b1, float* c, size_t cStride, bool accumulate, Ahead ahead) {
    const size_t aBytes = aStride * 2;
    const size_t cBytes = cStride * 4;
    if (accumulate) {
        _tile_loadd(0, c, cBytes);
        if constexpr (TwoRowPanels) _tile_loadd(1, c + 16, cBytes);
        if constexpr (TwoRows) _tile_loadd(2, c + 16 * cStride, cBytes);
        if constexpr (TwoRows && TwoRowPanels) _tile_loadd(3, c + 16 * cStride + 16, cBytes);
    } else {
        _tile_zero(0);
        if constexpr (TwoRowPanels) _tile_zero(1);
        if constexpr (TwoRows) _tile_zero(2);
        if constexpr (TwoRows && TwoRowPanels) _tile_zero(3);
    }
    for (size_t k = 0; k < depth; k += 32) {
        fetch(ahead);
        _tile_stream_loadd(6, b0 + k * 16, 64);
        spaceOut();
        _tile_loadd(4, a + k, aBytes);
        spaceOut();
        if constexpr (TwoRows) {
            _tile_loadd(5, a + 16 * aStride + k, aBytes);
            spaceOut();
        }
        if constexpr (TwoRowPanels) {
            _tile_stream_loadd(7, b1 + k * 16, 64);
            spaceOut();
        }
        _tile_dpbf16ps(0, 4, 6);
        spaceOut();
        if constexpr (TwoRows) {
            _tile_dpbf16ps(2, 5, 6);
            spaceOut();
        }
        if constexpr (TwoRowPanels) {
            _tile_dpbf16ps(1, 4, 7);
            spaceOut();
        }
        if constexpr (TwoRows && TwoRowPanels) {
            _tile_dpbf16ps(3, 5, 7);
            spaceOut();
        }
    }
    _tile_stored(0, c, cBytes);
    if constexpr (TwoRowPanels) _tile_stored(1, c + 16, cBytes);
    if constexpr (TwoRows) _tile_stored(2, c + 16 * cStride, cBytes);
    if constexpr (TwoRows && TwoRowPanels) _tile_stored(3, c + 16 * cStride + 16, cBytes);
}

void matmulBfloat(const uint16_t* a, size_t aStride, size_t rows, size_t depth, const uint16_t* const* b,
                  size_t rowPanels, float* c, size_t cStride, bool accumulate, const Ahead& ahead) {
    for (size_t row = 0; row < rows; row += 32, a += 32 * aStride, c += 32 * cStride) {
        const bool two = rows - row >= 32;
        if (rowPanels == 2) {
            two ? multiplyTiles<true, true>(a, aStride, depth, b[0], b[1], c, cStride, accumulate, ahead)
                : multiplyTiles<false, true>(a, aStride, depth, b[0], b[1], c, cStride, accumulate, ahead);
        } else {
            two ? multiplyTiles<true, false>(a, aStride, depth, b[0], nullptr, c, cStride, accumulate, ahead)
                : multiplyTiles<false, false>(a, aStride, depth, b[0], nullptr, c, cStride, accumulate,
                                              ahead);
        }
    }
}

template <RowPanelType T>
constexpr void addUnpack(KernelTable& table) {
    table.unpackBfloat[static_cast<size_t>(T)] = unpackRowPanel<T>;
}

constexpr KernelTable makeTable() {
    KernelTable table;
    addUnpack<RowPanelType::Q4_0>(table);
    addUnpack<RowPanelType::Q4_1>(table);
    addUnpack<RowPanelType::Q5_0>(table);
    addUnpack<RowPanelType::Q5_1>(table);
    addUnpack<RowPanelType::Q8_0>(table);
    addUnpack<RowPanelType::Q4_K>(table);
    addUnpack<RowPanelType::Q5_K>(table);
    addUnpack<RowPanelType::Q6_K>(table);
    addUnpack<RowPanelType::BF16>(table);
    addUnpack<RowPanelType::E4M3>(table);
    addUnpack<RowPanelType::E5M2>(table);
    table.unpackHalves[static_cast<size_t>(RowPanelType::F32)] = unpackHalves<RowPanelType::F32>;
    table.unpackHalves[static_cast<size_t>(RowPanelType::F16)] = unpackHalves<RowPanelType::F16>;
    table.beginTiles = beginTiles;
    table.endTiles = endTiles;
    table.matmulBfloat = matmulBfloat;
    table.toBfloat = toBfloat;
    table.toHalves = toHalves;
    table.finishRows = finishRows;
    table.roundedAttention = {attendTiles, 192};
    return table;
}

}  // namespace
constexpr KernelTable tileKernels = makeTable();
}  // namespace hearth::cpu
