// GEMMs of weight row panels with activation panels, written once. A translation unit includes this
// after defining
//   Line                         16 rows (or, with rowsAtOnce 8 or 4, that many) of one 4-column line, as
//   bytes loadLine(p)                  reads one nibbles<High>(Line)          the low or high four bits of
//   each byte orBits<Shift, Mask>(a, b)    a | ((b << Shift) & Mask), to the right for negative Shift
//   Accumulator<Bits>            start(bias), add<group>(Line, const int32_t* q), total() as Floats: sums of
//                                unsigned weights times signed activations
//   columnsAtOnce                how many panel columns the registers carry
#pragma once

#include <utility>

#include "backend/cpu/kernels.h"
#include "backend/cpu/simd.h"

namespace hearth::cpu {
namespace {

constexpr size_t rowsAtOnce = lanes;

template <RowPanelType T>
struct TypeTraits {
    static constexpr bool super =
        T == RowPanelType::Q4_K || T == RowPanelType::Q5_K || T == RowPanelType::Q6_K;
    static constexpr bool five =
        T == RowPanelType::Q5_0 || T == RowPanelType::Q5_1 || T == RowPanelType::Q5_K;
    static constexpr bool minimum = T == RowPanelType::Q4_1 || T == RowPanelType::Q5_1 ||
                                    T == RowPanelType::Q4_K || T == RowPanelType::Q5_K;
    static constexpr bool twoScales = T == RowPanelType::Q6_K;
    static constexpr int bits = T == RowPanelType::Q8_0 ? 8 : T == RowPanelType::Q6_K ? 6 : five ? 5 : 4;
    /// The stored zero is 8 << biasShift, and panels carry -8 times the sums of the activations.
    static constexpr int biasShift = T == RowPanelType::Q8_0 ? 4 : T == RowPanelType::Q6_K ? 2 : five ? 1 : 0;
};

/// Lines j and j + 4 of a block, for the rows of this pass.
template <RowPanelType T, size_t J>
[[gnu::always_inline]] inline void linePair(const std::byte* block, Line& low, Line& high) {
    using Traits = TypeTraits<T>;
    if constexpr (T == RowPanelType::Q8_0) {
        low = loadLine(block + J * 64);
        high = loadLine(block + (J + 4) * 64);
        return;
    }
    const Line raw = loadLine(block + J * 64);
    low = nibbles<false>(raw);
    high = nibbles<true>(raw);
    if constexpr (Traits::five) {
        const Line fifth = loadLine(block + 256);
        low = orBits<4 - static_cast<int>(J), 0x10>(low, fifth);
        high = orBits<-static_cast<int>(J), 0x10>(high, fifth);
    }
    if constexpr (T == RowPanelType::Q6_K) {
        const Line sixth = loadLine(block + 256 + J % 2 * 64);
        low = orBits < J / 2 == 0 ? 4 : 2, 0x30 > (low, sixth);
        high = orBits < J / 2 == 0 ? 0 : -2, 0x30 > (high, sixth);
    }
}

struct BlockScales {
    Floats scale, second, minimum;  ///< second: of the upper 16 columns, Q6_K only
};

template <RowPanelType T>
[[gnu::always_inline]] inline BlockScales blockScales(const std::byte* unit, size_t b, size_t firstRow) {
    using Traits = TypeTraits<T>;
    BlockScales s{};
    if constexpr (Traits::super) {
        const Floats d = loadHalf(reinterpret_cast<const uint16_t*>(unit) + firstRow);
        if constexpr (T == RowPanelType::Q6_K) {
            s.scale = d * loadBytes(unit + 64 + b * 32 + firstRow, true);
            s.second = d * loadBytes(unit + 64 + b * 32 + 16 + firstRow, true);
        } else {
            s.scale = d * loadBytes(unit + 64 + b * 16 + firstRow, false);
            const Floats least = loadHalf(reinterpret_cast<const uint16_t*>(unit + 32) + firstRow);
            s.minimum = -(least * loadBytes(unit + 192 + b * 16 + firstRow, false));
        }
    } else {
        s.scale = loadHalf(reinterpret_cast<const uint16_t*>(unit + b * 32) + firstRow);
        if constexpr (Traits::minimum)
            s.minimum = loadHalf(reinterpret_cast<const uint16_t*>(unit + 64 + b * 32) + firstRow);
    }
    return s;
}

/// Some columns [C0, C0 + N) of a panel of width W against H times `rowsAtOnce` rows of a row panel.
template <RowPanelType T, size_t W, size_t N, size_t H>
struct BlockProduct {
    using Traits = TypeTraits<T>;
    using Sums = Accumulator<Traits::bits>;

    template <size_t J, class Acc>
    [[gnu::always_inline]] static inline void step(const std::byte* block, const std::byte* panel, Acc* low,
                                                   Acc* high) {
        Line a[H];
        Line b[H];
#pragma GCC unroll 2
        for (size_t h = 0; h < H; ++h) linePair<T, J>(block + h * rowsAtOnce * 4, a[h], b[h]);
        const auto* q = reinterpret_cast<const int32_t*>(panel);
#pragma GCC unroll 8
        for (size_t c = 0; c < N; ++c)
#pragma GCC unroll 2
            for (size_t h = 0; h < H; ++h) low[h * N + c].template add<J>(a[h], q + J * W + c);
#pragma GCC unroll 8
        for (size_t c = 0; c < N; ++c)
#pragma GCC unroll 2
            for (size_t h = 0; h < H; ++h) high[h * N + c].template add<J + 4>(b[h], q + (J + 4) * W + c);
    }

    /// f: N columns of the first rows, then N of the next.
    [[gnu::always_inline]] static inline void run(const std::byte* block, const std::byte* unit, size_t b,
                                                  size_t firstRow, const std::byte* panel, Floats* f) {
        // Two sets where the halves have scales of their own, and for few columns to have more sums under
        // way.
        constexpr bool two = Traits::twoScales || N <= 2;
        const auto* scale = reinterpret_cast<const float*>(panel + 32 * W);
        const auto* scaledSum = scale + W;
        const auto* bias = reinterpret_cast<const int32_t*>(scale + 2 * W);
        const auto* biasFirst = bias + W;
        Sums low[H * N];
        Sums high[H * N];
#pragma GCC unroll 16
        for (size_t i = 0; i < H * N; ++i) {
            const size_t c = i % N;
            if constexpr (Traits::twoScales) {
                low[i].start(biasFirst[c] << Traits::biasShift);
                high[i].start((bias[c] - biasFirst[c]) << Traits::biasShift);
            } else {
                low[i].start(Traits::minimum ? 0 : bias[c] << Traits::biasShift);
                if constexpr (two) high[i].start(0);
            }
        }
        auto* upper = two ? high : low;
        step<0>(block, panel, low, upper);
        step<1>(block, panel, low, upper);
        step<2>(block, panel, low, upper);
        step<3>(block, panel, low, upper);
#pragma GCC unroll 2
        for (size_t h = 0; h < H; ++h) {
            const BlockScales s = blockScales<T>(unit, b, firstRow + h * rowsAtOnce);
#pragma GCC unroll 8
            for (size_t c = 0; c < N; ++c) {
                const size_t i = h * N + c;
                const Floats x = spread(scale[c]);
                if constexpr (Traits::twoScales) {
                    // One after the other: of a sum of two products either could be fused, and copies of
                    // this differ.
                    f[i] += low[i].total() * (s.scale * x);
                    f[i] += high[i].total() * (s.second * x);
                } else {
                    Floats total = low[i].total();
                    if constexpr (two) total += high[i].total();
                    f[i] += total * (s.scale * x);
                }
                if constexpr (Traits::minimum) f[i] += s.minimum * scaledSum[c];
            }
        }
    }
};

/// Units that are fetched ahead of those being multiplied: far enough for memory to answer, near enough to
/// stay in the second-level cache. Measured.
inline constexpr size_t bytesAhead = lanes == 16 ? 1280 : 960;
template <RowPanelType T>
inline constexpr size_t unitsAhead = (bytesAhead + rowPanelFormat(T).unitBytes() - 1) /
                                     rowPanelFormat(T).unitBytes();

/// Asks for block b's share of a unit's cache lines.
template <RowPanelType T>
inline void fetchShare(const std::byte* unit, size_t b) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    constexpr size_t lines = format.unitBytes() / 64;
    constexpr size_t share = (lines + format.blocks() - 1) / format.blocks();
#pragma GCC unroll 16
    for (size_t i = 0; i < share; ++i) __builtin_prefetch(unit + (b * share + i) * 64, 0, 2);
}

template <RowPanelType T, size_t W, size_t N, size_t H>
__attribute__((noinline)) void panelRows(const std::byte* rowPanel, size_t units, const std::byte* panel,
                                         size_t firstRow, float* tile) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    Floats f[H * N];
#pragma GCC unroll 16
    for (size_t i = 0; i < H * N; ++i) f[i] = Floats{};
    for (size_t u = 0; u < units; ++u, rowPanel += format.unitBytes()) {
        for (size_t b = 0; b < format.blocks(); ++b, panel += panelBlockBytes(W)) {
            const std::byte* block = rowPanel + format.headBytes + b * format.blockBytes + firstRow * 4;
            // Prompts come in the widest panels, many of which pass a row panel that is near already.
            if constexpr (W < maxPanelWidth) fetchShare<T>(rowPanel + unitsAhead<T> * format.unitBytes(), b);
            BlockProduct<T, W, N, H>::run(block, rowPanel, b, firstRow, panel, f);
        }
    }
#pragma GCC unroll 2
    for (size_t h = 0; h < H; ++h)
#pragma GCC unroll 8
        for (size_t c = 0; c < N; ++c)
            store(tile + c * rowPanelRows + firstRow + h * rowsAtOnce, f[h * N + c]);
}

template <RowPanelType T, size_t W>
void panelDot(const std::byte* rowPanel, size_t columns, const std::byte* panel, float* tile) {
    // Eight sums find room in AVX2's registers. Where a line is quickly unpacked, they are those of all rows,
    // so that activations are spread once; elsewhere those of all columns, so that lines are unpacked once.
    constexpr bool quick = TypeTraits<T>::bits == 4 || TypeTraits<T>::bits == 8;
    constexpr size_t most = lanes == 8 && !quick ? 8 : columnsAtOnce;
    constexpr size_t n = W < most ? W : most;
    constexpr size_t h = lanes == 8 && quick ? 2 : 1;
    const size_t units = rowPanelFormat(T).units(columns);
    for (size_t row = 0; row < rowPanelRows; row += h * rowsAtOnce)
        // A column is four bytes in every part of a panel block, so a shifted panel begins at a later column.
        for (size_t c = 0; c < W; c += n)
            panelRows<T, W, n, h>(rowPanel, units, panel + c * 4, row, tile + c * rowPanelRows);
}

/// Passes over the rows of a row panel.
constexpr size_t passes = rowPanelRows / rowsAtOnce;
/// Of those with AVX2 alone Zen 3 was measured, which reads two streams faster than eight.
constexpr size_t usualStreams = lanes == 16 ? mostStreams : 2;

/// One row's activations, in W planes, against some units of several row panels at once: a processor fetches
/// a few streams of memory faster than one. Every row of a block is multiplied while its lines are near: a
/// second walk over the row panels would fetch them all again. `fetch` is what each stream reads unitsAhead
/// units later; nullptr: further on.
template <RowPanelType T, size_t W, size_t S>
inline void streamUnits(const std::byte** at, const std::byte* const* fetch, size_t units,
                        const std::byte*& panel, Floats* f) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    size_t fetched = 0;
    for (size_t u = 0; u < units; ++u, fetched += format.unitBytes()) {
        for (size_t b = 0; b < format.blocks(); ++b, panel += panelBlockBytes(W)) {
#pragma GCC unroll 8
            for (size_t i = 0; i < S; ++i) {
                const std::byte* block = at[i] + format.headBytes + b * format.blockBytes;
                fetchShare<T>(
                    fetch != nullptr ? fetch[i] + fetched : at[i] + unitsAhead<T> * format.unitBytes(), b);
#pragma GCC unroll 2
                for (size_t h = 0; h < passes; ++h)
                    BlockProduct<T, W, W, 1>::run(block + h * rowsAtOnce * 4, at[i], b, h * rowsAtOnce, panel,
                                                  f + W * (passes * i + h));
            }
        }
#pragma GCC unroll 8
        for (size_t i = 0; i < S; ++i) at[i] += format.unitBytes();
    }
}

template <RowPanelType T, size_t W, size_t S>
void streamRowPanels(const std::byte* const* rowPanels, size_t count, const std::byte* const* ahead,
                     size_t columns, const std::byte* panel, float* sums) {
    const size_t units = rowPanelFormat(T).units(columns);
    const std::byte* at[S];
#pragma GCC unroll 8
    for (size_t i = 0; i < S; ++i) at[i] = rowPanels[i];
    const size_t near = units > unitsAhead<T> ? units - unitsAhead<T> : 0;
    for (size_t n = 0; n < count; ++n) {
        const std::byte* p = panel;
        Floats f[W * passes * S];
#pragma GCC unroll 32
        for (size_t i = 0; i < W * passes * S; ++i) f[i] = Floats{};
        // Only at the end of the last row panel something else than what follows it is read next.
        const bool last = n + 1 == count;
        streamUnits<T, W, S>(at, nullptr, last ? near : units, p, f);
        if (last) streamUnits<T, W, S>(at, ahead, units - near, p, f);
#pragma GCC unroll 16
        for (size_t i = 0; i < passes * S; ++i) {
            Floats total = f[W * i];
            if constexpr (W == 2) total += f[W * i + 1];
            store(sums + (i / passes * count + n) * rowPanelRows + i % passes * rowsAtOnce, total);
        }
    }
}

template <RowPanelType T, size_t W, size_t S>
void panelStreams(const std::byte* const* rowPanels, size_t count, const std::byte* const* ahead,
                  size_t columns, const std::byte* panel, float* sums) {
    if constexpr (passes <= 2) {
        streamRowPanels<T, W, S>(rowPanels, count, ahead, columns, panel, sums);
    } else {
        // Narrow vectors are too slow for memory to be waited for: row panel after row panel.
        for (size_t i = 0; i < S * count; ++i) {
            float tile[W * rowPanelRows];
            panelDot<T, W>(rowPanels[i / count] + i % count * rowPanelFormat(T).rowPanelBytes(columns),
                           columns, panel, tile);
            for (size_t r = 0; r < rowPanelRows; ++r)
                sums[i * rowPanelRows + r] = W == 2 ? tile[r] + tile[(W - 1) * rowPanelRows + r] : tile[r];
        }
    }
}

template <RowPanelType T>
inline Floats loadWeights(const std::byte* p, size_t row) {
    if constexpr (T == RowPanelType::F32) return load(reinterpret_cast<const float*>(p) + row);
    if constexpr (T == RowPanelType::F16) return loadHalf(reinterpret_cast<const uint16_t*>(p) + row);
    if constexpr (isByteFloat(T)) return loadByteFloats<T == RowPanelType::E5M2>(p + row);
    return loadBfloat(reinterpret_cast<const uint16_t*>(p) + row);
}

/// Several sums hide the latency of dependent multiply-adds where columns are few; with many each has one.
constexpr size_t mostChains = 4;
/// Columns whose chains of sums find room in the registers.
constexpr size_t chainedColumns = lanes == 16 ? 4 : 2;

template <RowPanelType T, size_t N, size_t chains>
__attribute__((noinline)) void floatRows(const std::byte* rowPanel, size_t columns, const float* x,
                                         size_t stride, size_t row, float* tile) {
    constexpr size_t bytes = rowPanelFormat(T).unitBytes();
    Floats f[chains][N];
#pragma GCC unroll 4
    for (size_t i = 0; i < chains; ++i)
#pragma GCC unroll 8
        for (size_t c = 0; c < N; ++c) f[i][c] = Floats{};
    size_t k = 0;
    for (; k + chains <= columns; k += chains, rowPanel += chains * bytes) {
#pragma GCC unroll 4
        for (size_t i = 0; i < chains; ++i) {
            const Floats w = loadWeights<T>(rowPanel + i * bytes, row);
#pragma GCC unroll 8
            for (size_t c = 0; c < N; ++c) f[i][c] += w * x[c * stride + k + i];
        }
    }
    for (; k < columns; ++k, rowPanel += bytes) {
        const Floats w = loadWeights<T>(rowPanel, row);
#pragma GCC unroll 8
        for (size_t c = 0; c < N; ++c) f[0][c] += w * x[c * stride + k];
    }
#pragma GCC unroll 8
    for (size_t c = 0; c < N; ++c) {
        if constexpr (chains > 1) {
#pragma GCC unroll 4
            for (size_t i = 1; i < chains; ++i) f[0][c] += f[i][c];
        }
        store(tile + c * rowPanelRows + row, f[0][c]);
    }
}

/// The same of floats of 8 bits: the sum over a unit's columns is multiplied with its scale.
template <RowPanelType T, size_t N, size_t chains>
__attribute__((noinline)) void byteFloatRows(const std::byte* rowPanel, size_t columns, const float* x,
                                             size_t stride, size_t row, float* tile) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    Floats f[N];
#pragma GCC unroll 8
    for (size_t c = 0; c < N; ++c) f[c] = Floats{};
    for (size_t k = 0; k < columns; k += format.unitColumns, rowPanel += format.unitBytes()) {
        Floats part[chains][N];
#pragma GCC unroll 4
        for (size_t i = 0; i < chains; ++i)
#pragma GCC unroll 8
            for (size_t c = 0; c < N; ++c) part[i][c] = Floats{};
        const std::byte* codes = rowPanel + format.headBytes;
        for (size_t j = 0; j < format.unitColumns; j += chains, codes += chains * rowPanelRows) {
#pragma GCC unroll 4
            for (size_t i = 0; i < chains; ++i) {
                const Floats w = loadWeights<T>(codes + i * rowPanelRows, row);
#pragma GCC unroll 8
                for (size_t c = 0; c < N; ++c) part[i][c] += w * x[c * stride + k + j + i];
            }
        }
        const Floats scale = load(reinterpret_cast<const float*>(rowPanel) + row);
#pragma GCC unroll 8
        for (size_t c = 0; c < N; ++c) {
#pragma GCC unroll 4
            for (size_t i = 1; i < chains; ++i) part[0][c] += part[i][c];
            f[c] += scale * part[0][c];
        }
    }
#pragma GCC unroll 8
    for (size_t c = 0; c < N; ++c) store(tile + c * rowPanelRows + row, f[c]);
}

/// As many chains in every width, so that a row's bits do not depend on those beside it.
template <RowPanelType T, size_t W, size_t chains>
void floatDot(const std::byte* rowPanel, size_t columns, const float* x, size_t stride, float* tile) {
    constexpr size_t most = chains > 1 ? chainedColumns : columnsAtOnce;
    constexpr size_t n = W < most ? W : most;
    for (size_t row = 0; row < rowPanelRows; row += rowsAtOnce)
        for (size_t c = 0; c < W; c += n)
            if constexpr (isByteFloat(T))
                byteFloatRows<T, n, chains>(rowPanel, columns, x + c * stride, stride, row,
                                            tile + c * rowPanelRows);
            else
                floatRows<T, n, chains>(rowPanel, columns, x + c * stride, stride, row,
                                        tile + c * rowPanelRows);
}

template <RowPanelType T>
constexpr void addPanelDot(KernelTable& table) {
    auto& row = table.panelDot[static_cast<size_t>(T)];
    row[0] = panelDot<T, 1>;
    row[1] = panelDot<T, 2>;
    row[2] = panelDot<T, 4>;
    row[3] = panelDot<T, 8>;
    auto& streams = table.panelStreams[static_cast<size_t>(T)];
    streams[0][0] = panelStreams<T, 1, 2>;
    streams[0][1] = panelStreams<T, 1, 4>;
    streams[0][2] = panelStreams<T, 1, 8>;
    streams[1][0] = panelStreams<T, 2, 2>;
    streams[1][1] = panelStreams<T, 2, 4>;
    streams[1][2] = panelStreams<T, 2, 8>;
}
template <RowPanelType T>
constexpr void addFloatDot(KernelTable& table) {
    auto& row = table.floatDot[static_cast<size_t>(T) - quantizedRowPanelTypes];
    row[0] = floatDot<T, 1, mostChains>;
    row[1] = floatDot<T, 2, mostChains>;
    row[2] = floatDot<T, 4, mostChains>;
    row[3] = floatDot<T, 8, mostChains>;
    auto& prompt = table.promptFloatDot[static_cast<size_t>(T) - quantizedRowPanelTypes];
    prompt[0] = floatDot<T, 1, 1>;
    prompt[1] = floatDot<T, 2, 1>;
    prompt[2] = floatDot<T, 4, 1>;
    prompt[3] = floatDot<T, 8, 1>;
}
constexpr void addRowPanelKernels(KernelTable& table) {
    table.streams = usualStreams;
    addPanelDot<RowPanelType::Q4_0>(table);
    addPanelDot<RowPanelType::Q4_1>(table);
    addPanelDot<RowPanelType::Q5_0>(table);
    addPanelDot<RowPanelType::Q5_1>(table);
    addPanelDot<RowPanelType::Q8_0>(table);
    addPanelDot<RowPanelType::Q4_K>(table);
    addPanelDot<RowPanelType::Q5_K>(table);
    addPanelDot<RowPanelType::Q6_K>(table);
    addFloatDot<RowPanelType::F32>(table);
    addFloatDot<RowPanelType::F16>(table);
    addFloatDot<RowPanelType::BF16>(table);
    addFloatDot<RowPanelType::E4M3>(table);
    addFloatDot<RowPanelType::E5M2>(table);
}

}  // namespace
}  // namespace hearth::cpu
