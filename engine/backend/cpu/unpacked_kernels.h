// GEMMs of row panels whose weights were unpacked to bytes, for prompts: a row panel passes many
// panels there, and what the kernels of row_panel_kernels.h do to every line for each of them is done once.
// Needs what they need, and vectors of 8.
//
// A block of 32 columns is, for 16 rows,
//   u8 weight[8][64]      in the lines of row_panel_layout.h
//   f32 scale[16]
//   f32 second[16]        of Q6_K: scale of the upper 16 columns; of types with minima these
#pragma once

#include "backend/cpu/row_panel_kernels.h"

namespace hearth::cpu {
namespace {

constexpr size_t lineBytes = 64;
constexpr size_t rowBytes = 4;  ///< of one row in a line

inline const float* scalesOf(const std::byte* block) {
    return reinterpret_cast<const float*>(block + 8 * lineBytes);
}
inline void storeLine(std::byte* p, Line v) {
    __builtin_memcpy(p, &v, sizeof v);
}

/// Eight rows of a block, the first of which is `firstRow`.
template <RowPanelType T>
inline void unpackRows(const std::byte* unit, size_t b, size_t firstRow, std::byte* out) {
    const std::byte* block =
        unit + rowPanelFormat(T).headBytes + b * rowPanelFormat(T).blockBytes + firstRow * rowBytes;
    std::byte* lines = out + firstRow * rowBytes;
    float* scales = const_cast<float*>(scalesOf(out)) + firstRow;
    Line line[8];
    linePair<T, 0>(block, line[0], line[4]);
    linePair<T, 1>(block, line[1], line[5]);
    linePair<T, 2>(block, line[2], line[6]);
    linePair<T, 3>(block, line[3], line[7]);
    for (size_t j = 0; j < 8; ++j) storeLine(lines + j * lineBytes, line[j]);
    const BlockScales s = blockScales<T>(unit, b, firstRow);
    store(scales, s.scale);
    if constexpr (TypeTraits<T>::twoScales) store(scales + rowPanelRows, s.second);
    if constexpr (TypeTraits<T>::minimum) store(scales + rowPanelRows, s.minimum);
}

template <RowPanelType T>
void unpackBytes(const std::byte* rowPanel, size_t first, size_t count, std::byte* out) {
    constexpr RowPanelFormat format = rowPanelFormat(T);
    rowPanel += first / format.unitColumns * format.unitBytes();
    for (size_t u = 0; u < count / format.unitColumns; ++u, rowPanel += format.unitBytes())
        for (size_t b = 0; b < format.blocks(); ++b, out += unpackedBlockBytes)
            for (size_t row = 0; row < rowPanelRows; row += rowsAtOnce) unpackRows<T>(rowPanel, b, row, out);
}

/// Four columns of a panel against the 16 rows of a block: their sums over some lines.
template <RowPanelType T>
struct UnpackedProduct {
    using Traits = TypeTraits<T>;
    using Sums = Accumulator<Traits::bits>;
    static constexpr size_t columns = 4;
    static constexpr size_t halves = rowPanelRows / rowsAtOnce;

    Sums sums[halves * columns];

    template <size_t J>
    [[gnu::always_inline]] void step(const std::byte* block, const int32_t* q) {
        Line w[halves];
#pragma GCC unroll 2
        for (size_t h = 0; h < halves; ++h)
            w[h] = loadLine(block + J * lineBytes + h * rowsAtOnce * rowBytes);
#pragma GCC unroll 4
        for (size_t c = 0; c < columns; ++c)
#pragma GCC unroll 2
            for (size_t h = 0; h < halves; ++h)
                sums[h * columns + c].template add<J>(w[h], q + J * maxPanelWidth + c);
    }
    template <size_t First>
    [[gnu::always_inline]] void fourSteps(const std::byte* block, const int32_t* q) {
        step<First>(block, q);
        step<First + 1>(block, q);
        step<First + 2>(block, q);
        step<First + 3>(block, q);
    }
    /// f: the four columns of the first rows, then those of the next.
    [[gnu::always_inline]] void addTo(Floats* f, const float* scales, const float* columnScale) {
#pragma GCC unroll 2
        for (size_t h = 0; h < halves; ++h) {
            const Floats s = load(scales + h * rowsAtOnce);
#pragma GCC unroll 4
            for (size_t c = 0; c < columns; ++c)
                f[h * columns + c] += sums[h * columns + c].total() * (s * spread(columnScale[c]));
        }
    }
    [[gnu::always_inline]] void run(const std::byte* block, const std::byte* panel, Floats* f) {
        constexpr size_t width = maxPanelWidth;
        const auto* q = reinterpret_cast<const int32_t*>(panel);
        const auto* scale = reinterpret_cast<const float*>(panel + 32 * width);
        const auto* scaledSum = scale + width;
        const auto* bias = reinterpret_cast<const int32_t*>(scale + 2 * width);
        const auto* biasFirst = bias + width;
        const float* scales = scalesOf(block);
        constexpr size_t all = halves * columns;
#pragma GCC unroll 16
        for (size_t i = 0; i < all; ++i) {
            const size_t c = i % columns;
            if constexpr (Traits::twoScales)
                sums[i].start(biasFirst[c] << Traits::biasShift);
            else
                sums[i].start(Traits::minimum ? 0 : bias[c] << Traits::biasShift);
        }
        fourSteps<0>(block, q);
        if constexpr (Traits::twoScales) {
            addTo(f, scales, scale);
#pragma GCC unroll 16
            for (size_t i = 0; i < all; ++i)
                sums[i].start((bias[i % columns] - biasFirst[i % columns]) << Traits::biasShift);
        }
        fourSteps<4>(block, q);
        addTo(f, Traits::twoScales ? scales + rowPanelRows : scales, scale);
        if constexpr (Traits::minimum) {
#pragma GCC unroll 2
            for (size_t h = 0; h < halves; ++h) {
                const Floats least = load(scales + rowPanelRows + h * rowsAtOnce);
#pragma GCC unroll 4
                for (size_t c = 0; c < columns; ++c) f[h * columns + c] += least * scaledSum[c];
            }
        }
    }
};

// Aligned, for its speed hangs on where it begins by one to three percent.
template <RowPanelType T>
__attribute__((noinline, aligned(64))) void unpackedColumns(const std::byte* bytes, size_t count,
                                                            const std::byte* panel, bool adds, float* tile) {
    using Gemm = UnpackedProduct<T>;
    const auto at = [&](size_t i) {
        return tile + i % Gemm::columns * rowPanelRows + i / Gemm::columns * rowsAtOnce;
    };
    constexpr size_t all = Gemm::halves * Gemm::columns;
    Floats f[all];
#pragma GCC unroll 16
    for (size_t i = 0; i < all; ++i) f[i] = adds ? load(at(i)) : Floats{};
    for (size_t k = 0; k < count; k += blockColumns) {
        Gemm product;
        product.run(bytes, panel, f);
        bytes += unpackedBlockBytes;
        panel += panelBlockBytes(maxPanelWidth);
    }
#pragma GCC unroll 16
    for (size_t i = 0; i < all; ++i) store(at(i), f[i]);
}

template <RowPanelType T>
void unpackedDot(const std::byte* bytes, size_t count, const std::byte* panel, bool adds, float* tile) {
    for (size_t c = 0; c < maxPanelWidth; c += UnpackedProduct<T>::columns)
        unpackedColumns<T>(bytes, count, panel + c * 4, adds, tile + c * rowPanelRows);
}

template <RowPanelType T>
constexpr void addUnpackedDot(KernelTable& table) {
    table.unpackBytes[static_cast<size_t>(T)] = unpackBytes<T>;
    table.unpackedDot[static_cast<size_t>(T)] = unpackedDot<T>;
}
constexpr void addUnpackedKernels(KernelTable& table) {
    addUnpackedDot<RowPanelType::Q4_0>(table);
    addUnpackedDot<RowPanelType::Q4_1>(table);
    addUnpackedDot<RowPanelType::Q5_0>(table);
    addUnpackedDot<RowPanelType::Q5_1>(table);
    addUnpackedDot<RowPanelType::Q8_0>(table);
    addUnpackedDot<RowPanelType::Q4_K>(table);
    addUnpackedDot<RowPanelType::Q5_K>(table);
    addUnpackedDot<RowPanelType::Q6_K>(table);
}

}  // namespace
}  // namespace hearth::cpu
