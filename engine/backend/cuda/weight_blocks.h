#pragma once

#include "backend/cuda/primitives.h"
#include "backend/cuda/weight_format.h"

/// Reading quantised weights in kernels: codes, scales, and the one formula that turns integer sums into
/// floats.
namespace hearth::cuda {

/// Picks a byte of the codebook for each of four numbers 0-15.
HEARTH_DEVICE uint32_t lookUp(const uint32_t (&codebook)[4], uint32_t numbers) {
    const uint32_t low = numbers & 0x07070707U;
    // Selectors of four bits, packed.
    const uint32_t pairs = (low | low >> 4U) & 0x00ff00ffU;
    const uint32_t selector = (pairs | pairs >> 8U) & 0x7777U;
    const uint32_t first = selectBytes(codebook[0], codebook[1], selector);
    const uint32_t second = selectBytes(codebook[2], codebook[3], selector);
    const uint32_t upper = ((numbers >> 3U) & 0x01010101U) * 0xffU;
    return (second & upper) | (first & ~upper);
}

/// One k-block of one row as it is loaded from device memory.
template <WeightFormat Format>
struct PackedBlock {
    static constexpr FormatTraits traits = traitsOf(Format);
    uint32_t low[traits.lowBits];
    uint32_t high[traits.highBits ? traits.highBits : 1];
    uint32_t scale, super;
};

template <WeightFormat Format>
HEARTH_DEVICE void loadScaleBits(const WeightView& view, int rowPanel, int kBlock, int row, uint32_t& scale) {
    constexpr FormatTraits traits = traitsOf(Format);
    const int64_t item = (static_cast<int64_t>(rowPanel) * view.kBlocks + kBlock) * rowPanelRows + row;
    if constexpr (traits.scaleBytes() == 4) {
        scale = loadVector<uint32_t>(view.scale + item * 4);
    } else if constexpr (traits.scaleBytes() == 2) {
        scale = reinterpret_cast<const uint16_t*>(view.scale)[item];
    } else {
        scale = reinterpret_cast<const uint8_t*>(view.scale)[item];
    }
}

/// Loads the data that eight k-blocks share.
template <WeightFormat Format>
HEARTH_DEVICE uint32_t loadSuperBits(const WeightView& view, int rowPanel, int kBlock, int row) {
    if constexpr (!traitsOf(Format).isSuper()) return 0;
    return loadVector<uint32_t>(
        view.super +
        ((static_cast<int64_t>(rowPanel) * (view.kBlocks / 8) + kBlock / 8) * rowPanelRows + row) * 4);
}

template <WeightFormat Format>
HEARTH_DEVICE void loadCodeBits(const WeightView& view, int64_t rowPanelBlock, int row,
                                PackedBlock<Format>& packed) {
    constexpr FormatTraits traits = traitsOf(Format);
    const int64_t item = rowPanelBlock * rowPanelRows + row;
    if constexpr (traits.lowBits == 2) {
        const auto words = loadStreaming<Words2>(view.low + item * 8);
        packed.low[0] = words.x;
        packed.low[1] = words.y;
    } else {
        constexpr int pieces = traits.lowBits / 4;
        HEARTH_UNROLL for (int half = 0; half < pieces; ++half) {
            const auto words =
                loadStreaming<Words4>(view.low + ((rowPanelBlock * pieces + half) * rowPanelRows + row) * 16);
            packed.low[4 * half] = words.x;
            packed.low[4 * half + 1] = words.y;
            packed.low[4 * half + 2] = words.z;
            packed.low[4 * half + 3] = words.w;
        }
    }
    if constexpr (traits.highBits == 1) {
        packed.high[0] = loadStreaming<uint32_t>(view.high + item * 4);
    } else if constexpr (traits.highBits == 2) {
        const auto words = loadStreaming<Words2>(view.high + item * 8);
        packed.high[0] = words.x;
        packed.high[1] = words.y;
    }
}

template <WeightFormat Format>
HEARTH_DEVICE void loadPacked(const WeightView& view, int rowPanel, int kBlock, int row,
                              PackedBlock<Format>& packed) {
    loadCodeBits(view, static_cast<int64_t>(rowPanel) * view.kBlocks + kBlock, row, packed);
    loadScaleBits<Format>(view, rowPanel, kBlock, row, packed.scale);
    packed.super = loadSuperBits<Format>(view, rowPanel, kBlock, row);
}

/// Codes of one k-block of one row: word j holds elements 4j to 4j+3, as bytes.
template <WeightFormat Format>
HEARTH_DEVICE void unpackCodes(const uint32_t (&codebook)[4], const PackedBlock<Format>& packed,
                               uint32_t (&codes)[8]) {
    constexpr FormatTraits traits = traitsOf(Format);
    if constexpr (traits.lowBits == 4) {
        HEARTH_UNROLL for (int j = 0; j < 4; ++j) {
            codes[j] = packed.low[j] & 0x0f0f0f0fU;
            codes[4 + j] = (packed.low[j] >> 4U) & 0x0f0f0f0fU;
        }
    } else if constexpr (traits.lowBits == 8) {
        HEARTH_UNROLL for (int j = 0; j < 8; ++j) codes[j] = packed.low[j];
    } else {
        HEARTH_UNROLL for (int j = 0; j < 8; ++j) {
            codes[j] = (packed.low[j / 4] >> (2U * (j % 4))) & 0x03030303U;
        }
    }
    if constexpr (traits.highBits == 1) {
        HEARTH_UNROLL for (int j = 0; j < 8; ++j) {
            codes[j] |= ((packed.high[0] >> j) & 0x01010101U) << traits.lowBits;
        }
    } else if constexpr (traits.highBits == 2) {
        HEARTH_UNROLL for (int j = 0; j < 8; ++j) {
            codes[j] |= ((packed.high[j / 4] >> (2U * (j % 4))) & 0x03030303U) << 4U;
        }
    }
    if constexpr (traits.codebook) {
        HEARTH_UNROLL for (int j = 0; j < 8; ++j) codes[j] = lookUp(codebook, codes[j]);
    }
}

/// Scales of one k-block of one row: value = d * s * (q - offset) - e * m, s and m for each half of the
/// block.
struct BlockScales {
    float d, e;
    int s[2], m[2];
};

template <WeightFormat Format>
HEARTH_DEVICE BlockScales scalesOf(uint32_t scale, uint32_t super) {
    constexpr FormatTraits traits = traitsOf(Format);
    BlockScales scales{0, 0, {1, 1}, {0, 0}};
    const auto lowHalf = static_cast<uint16_t>(scale);
    if constexpr (traits.scale == ScaleKind::Half) {
        scales.d = floatFromHalf(lowHalf);
    } else if constexpr (traits.scale == ScaleKind::Bf16) {
        scales.d = floatFromBf16(lowHalf);
    } else if constexpr (traits.scale == ScaleKind::HalfMin) {
        scales.d = floatFromHalf(lowHalf);
        scales.e = -floatFromHalf(static_cast<uint16_t>(scale >> 16U));
        scales.m[0] = scales.m[1] = 1;
    } else {
        if constexpr (traits.hasMin()) {
            scales.d = floatFromHalf(static_cast<uint16_t>(super));
            scales.e = floatFromHalf(static_cast<uint16_t>(super >> 16U));
        } else {
            scales.d = floatOf(super);
        }
        const int first = static_cast<int>(scale & 0xffU), second = static_cast<int>(scale >> 8U);
        if constexpr (traits.scale == ScaleKind::Super32) {
            scales.s[0] = scales.s[1] = static_cast<int8_t>(first);
        } else if constexpr (traits.scale == ScaleKind::Super32Min) {
            scales.s[0] = scales.s[1] = first;
            scales.m[0] = scales.m[1] = second;
        } else if constexpr (traits.scale == ScaleKind::Super16) {
            scales.s[0] = static_cast<int8_t>(first);
            scales.s[1] = static_cast<int8_t>(second);
        } else {
            scales.s[0] = first & 15;
            scales.m[0] = first >> 4;
            scales.s[1] = second & 15;
            scales.m[1] = second >> 4;
        }
    }
    return scales;
}

template <WeightFormat Format>
HEARTH_DEVICE BlockScales loadScales(const WeightView& view, int rowPanel, int kBlock, int row) {
    uint32_t scale, super;
    loadScaleBits<Format>(view, rowPanel, kBlock, row, scale);
    super = loadSuperBits<Format>(view, rowPanel, kBlock, row);
    return scalesOf<Format>(scale, super);
}

/// From the items of a k-block of a row panel, and of its super-block, in shared memory.
template <WeightFormat Format>
HEARTH_DEVICE BlockScales scalesAt(SharedPlace items, SharedPlace supers, int row) {
    constexpr FormatTraits traits = traitsOf(Format);
    uint32_t scale = 0, super = 0;
    if constexpr (traits.scaleBytes() == 4) {
        scale = loadShared<uint32_t>(items + row * 4);
    } else if constexpr (traits.scaleBytes() == 2) {
        scale = loadShared<uint16_t>(items + row * 2);
    } else {
        scale = loadShared<uint8_t>(items + row);
    }
    if constexpr (traits.isSuper()) super = loadShared<uint32_t>(supers + row * 4);
    return scalesOf<Format>(scale, super);
}

/// sum + the product of a weight block and an activation block. `products`: integer sums of code * activation
/// over each half (the first holds all where both halves share a scale); `sums`: the activations' own sums
/// over each half. Every operation is spelled out, so that all kernels round alike.
template <WeightFormat Format>
HEARTH_DEVICE float addBlock(float sum, const BlockScales& scales, const int (&products)[2],
                             float activationScale, const int (&sums)[2]) {
    constexpr FormatTraits traits = traitsOf(Format);
    int quants;
    if constexpr (traits.scales16()) {
        quants = scales.s[0] * (products[0] - traits.offset * sums[0]) +
                 scales.s[1] * (products[1] - traits.offset * sums[1]);
    } else if constexpr (traits.isSuper()) {
        quants = scales.s[0] * products[0];
    } else {
        quants = products[0] - traits.offset * (sums[0] + sums[1]);
    }
    float value = roundedMultiply(scales.d, static_cast<float>(quants));
    if constexpr (traits.hasMin()) {
        const int mins = scales.m[0] * sums[0] + scales.m[1] * sums[1];
        value = fusedMultiplyAdd(-scales.e, static_cast<float>(mins), value);
    }
    return fusedMultiplyAdd(activationScale, value, sum);
}

// The same formula for tiles, where integer sums are floats from the start. The bits of countedZero and an
// integer added as integers are those of the float countedZero + integer, as long as that stays within
// [2^23, 2^24), where floats are 1 apart: for sums below 2^22, which 32 products of 8 bits always are.

constexpr float countedZero = 12582912.0F;  ///< 1.5 * 2^23
constexpr int countedZeroBits = 0x4b400000;

/// Signed codes of a k-block come multiplied with this, where that is cheaper to make.
constexpr int codeFactor(const FormatTraits& traits) {
    return traits.lowBits == 4 && traits.highBits == 0 && traits.offset == 8 ? 16 : 1;
}

/// The codes of a k-block of a row panel, less the offset and times codeFactor(), as the fragments of mmaS8:
/// rows 16m to 16m + 15. `low` and `high`: the k-block's items in shared memory.
template <WeightFormat Format>
HEARTH_DEVICE void unpackRows(SharedPlace low, SharedPlace high, const uint32_t (&codebook)[4],
                              uint32_t (&fragments)[2][4]) {
    constexpr FormatTraits traits = traitsOf(Format);
    const int g = laneId() / 4, t = laneId() % 4;
    uint32_t words[2][4] = {};  // of rows 8i + g: columns 4t.. and 16 + 4t..
    if constexpr (traits.lowBits == 8) {
        loadMatrices(words[0], low + laneId() * 16);
        loadMatrices(words[1], low + (rowPanelRows + laneId()) * 16);
    } else if constexpr (traits.lowBits == 4) {
        loadMatrices(words[0], low + laneId() * 16);
    }
    HEARTH_UNROLL for (int i = 0; i < 4; ++i) {
        uint32_t first = words[0][i], second = words[1][i];
        if constexpr (codeFactor(traits) == 16) {
            // A number of 4 bits in the upper half of a byte, its own upper bit turned over, is 16 times the
            // number less 8.
            second = (first & 0xf0f0f0f0U) ^ 0x80808080U;
            first = ((first << 4U) & 0xf0f0f0f0U) ^ 0x80808080U;
        } else if constexpr (traits.lowBits == 4) {
            second = (first >> 4U) & 0x0f0f0f0fU;
            first &= 0x0f0f0f0fU;
        } else if constexpr (traits.lowBits == 2) {
            const auto both = loadShared<Words2>(low + (8 * i + g) * 8);
            first = (both.x >> (2 * t)) & 0x03030303U;
            second = (both.y >> (2 * t)) & 0x03030303U;
        }
        if constexpr (traits.highBits == 1) {
            const auto word = loadShared<uint32_t>(high + (8 * i + g) * 4) >> t;
            first |= (word & 0x01010101U) << traits.lowBits;
            second |= ((word >> 4U) & 0x01010101U) << traits.lowBits;
        } else if constexpr (traits.highBits == 2) {
            const auto both = loadShared<Words2>(high + (8 * i + g) * 8);
            first |= ((both.x >> (2 * t)) & 0x03030303U) << 4U;
            second |= ((both.y >> (2 * t)) & 0x03030303U) << 4U;
        }
        if constexpr (traits.codebook) {
            first = lookUp(codebook, first);
            second = lookUp(codebook, second);
        } else if constexpr (traits.offset != 0 && codeFactor(traits) == 1) {
            // With their upper bits set no byte borrows from the next.
            constexpr uint32_t offsets = 0x01010101U * static_cast<uint32_t>(traits.offset);
            first = ((first | 0x80808080U) - offsets) ^ 0x80808080U;
            second = ((second | 0x80808080U) - offsets) ^ 0x80808080U;
        }
        fragments[i / 2][i % 2] = first;
        fragments[i / 2][2 + i % 2] = second;
    }
}

/// Factors of a k-block of a weight row, computed from its BlockScales.
struct RowFactors {
    float factor;  ///< d, with s where both halves have the same
    float shift;   ///< takes countedZero out of the sum, or out of the first half's where each has a scale
    float least;   ///< -e, with m where both halves have the same
    float s[2], m[2];
};
/// The factors of an activation block.
struct ColumnFactors {
    float scale;
    float sum, firstSum;  ///< of all codes and of the first half's
};

template <WeightFormat Format>
HEARTH_DEVICE RowFactors rowFactors(const BlockScales& scales) {
    constexpr FormatTraits traits = traitsOf(Format);
    RowFactors factors{};
    if constexpr (traits.scales16()) {
        HEARTH_UNROLL for (int half = 0; half < 2; ++half) {
            factors.s[half] = static_cast<float>(scales.s[half]);
            factors.m[half] = static_cast<float>(scales.m[half]);
        }
        factors.factor = scales.d;
        factors.shift = roundedMultiply(factors.s[0], -countedZero);
        factors.least = -scales.e;
    } else if constexpr (traits.scale == ScaleKind::Bf16) {
        factors.factor = scales.d;
    } else {
        // d has 11 bits and s 8 at most, so their product is exact, and with countedZero, which has 2, as
        // well.
        constexpr float unit = 1.0F / static_cast<float>(codeFactor(traits));
        factors.factor = roundedMultiply(scales.d, traits.isSuper() ? static_cast<float>(scales.s[0]) : unit);
        factors.shift = roundedMultiply(factors.factor, -countedZero);
        factors.least = roundedMultiply(-scales.e, traits.isSuper() ? static_cast<float>(scales.m[0]) : 1.0F);
    }
    return factors;
}

/// addBlock() to the bit for finite scales, from countedZero and the sums of products, the second one with
/// scales of 16 alone.
template <WeightFormat Format>
HEARTH_DEVICE float addCounted(float sum, const RowFactors& row, const ColumnFactors& column, float first,
                               float second) {
    constexpr FormatTraits traits = traitsOf(Format);
    float value;
    if constexpr (traits.scales16()) {
        // Integers below 2^24 all along: at most 2 * 128 * 16 * 32 * 127 (Q6_K).
        const float part = fusedMultiplyAdd(row.s[0], first, row.shift);
        value = roundedMultiply(row.factor, fusedMultiplyAdd(row.s[1], second - countedZero, part));
        if constexpr (traits.hasMin()) {
            const float mins = fusedMultiplyAdd(row.m[1], column.sum - column.firstSum,
                                                roundedMultiply(row.m[0], column.firstSum));
            value = fusedMultiplyAdd(row.least, mins, value);
        }
    } else if constexpr (traits.scale == ScaleKind::Bf16) {
        // Scales that may be so large that countedZero times them has no float.
        value = roundedMultiply(row.factor, first - countedZero);
    } else {
        // factor * (countedZero + n) - factor * countedZero, rounded once: factor * n rounded. Each factor is
        // exact, so where addBlock() rounds the product of the same numbers is rounded here.
        value = fusedMultiplyAdd(row.factor, first, row.shift);
        if constexpr (traits.hasMin()) value = fusedMultiplyAdd(row.least, column.sum, value);
    }
    return fusedMultiplyAdd(column.scale, value, sum);
}

/// One element of a row, 0-31 of its k-block.
template <WeightFormat Format>
HEARTH_DEVICE float elementOf(const WeightView& view, int rowPanel, int kBlock, int row, int element) {
    constexpr FormatTraits traits = traitsOf(Format);
    PackedBlock<Format> packed;
    uint32_t codes[8];
    loadPacked(view, rowPanel, kBlock, row, packed);
    unpackCodes(view.codebook, packed, codes);
    uint32_t word = codes[0];
    HEARTH_UNROLL for (int j = 1; j < 8; ++j) {
        if (element / 4 == j) word = codes[j];
    }
    const BlockScales scales = scalesOf<Format>(packed.scale, packed.super);
    const int code = static_cast<int8_t>(word >> (8U * (element % 4))) - traits.offset;
    const int half = element / 16;
    const float value = roundedMultiply(scales.d, static_cast<float>(scales.s[half] * code));
    return traits.hasMin() ? fusedMultiplyAdd(-scales.e, static_cast<float>(scales.m[half]), value) : value;
}

/// Calls body.template run<Format>() for a quantised format.
template <class Body>
HEARTH_DEVICE void withFormat(WeightFormat format, Body&& body) {
    switch (format) {
        case WeightFormat::Q4_0:
            body.template run<WeightFormat::Q4_0>();
            break;
        case WeightFormat::Q4_1:
            body.template run<WeightFormat::Q4_1>();
            break;
        case WeightFormat::Q5_0:
            body.template run<WeightFormat::Q5_0>();
            break;
        case WeightFormat::Q5_1:
            body.template run<WeightFormat::Q5_1>();
            break;
        case WeightFormat::Q8_0:
            body.template run<WeightFormat::Q8_0>();
            break;
        case WeightFormat::Q2_K:
            body.template run<WeightFormat::Q2_K>();
            break;
        case WeightFormat::Q3_K:
            body.template run<WeightFormat::Q3_K>();
            break;
        case WeightFormat::Q4_K:
            body.template run<WeightFormat::Q4_K>();
            break;
        case WeightFormat::Q5_K:
            body.template run<WeightFormat::Q5_K>();
            break;
        case WeightFormat::Q6_K:
            body.template run<WeightFormat::Q6_K>();
            break;
        case WeightFormat::Codes4:
            body.template run<WeightFormat::Codes4>();
            break;
        case WeightFormat::Codes4Bf16:
            body.template run<WeightFormat::Codes4Bf16>();
            break;
        case WeightFormat::Codes4Super32:
            body.template run<WeightFormat::Codes4Super32>();
            break;
        case WeightFormat::Codes4Super16:
            body.template run<WeightFormat::Codes4Super16>();
            break;
        default:
            break;
    }
}

}  // namespace hearth::cuda
