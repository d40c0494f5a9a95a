#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "quant/block_writing.h"
#include "quant/least_squares.h"
#include "quant/packed_scales.h"
#include "quant/quantizers.h"

// The layouts are those of super_blocks.cpp. Each sub-block is fitted alone; the scales of the fits are
// rounded to the steps that the super-block has; then, in turns, every rounded scale moves to the neighbour
// that costs least and the super-block's own scales are solved for by least squares, as long as the whole
// error falls.
namespace hearth::quant {
namespace {

constexpr size_t superBlock = 256;
constexpr int mostTurns = 3;

/// code = nearest integer to value/step in lowest..highest; 0 without a step.
int codeOf(float value, float step, int lowest, int highest) noexcept {
    if (step == 0) return 0;
    return static_cast<int>(
        std::clamp(std::round(value / step), static_cast<float>(lowest), static_cast<float>(highest)));
}

/// Q2_K, Q4_K and Q5_K before packing: sub-blocks of so many elements whose scales and minima have codes up
/// to the highest one.
template <size_t Elements, int HighestCode>
struct AffineSuperBlock {
    static constexpr size_t subElements = Elements;
    static constexpr size_t subBlocks = superBlock / subElements;
    static constexpr int highestCode = HighestCode;

    float scale = 0;     ///< a half
    float minScale = 0;  ///< a half
    std::array<int, subBlocks> scaleCodes{};
    std::array<int, subBlocks> minCodes{};
    std::array<float, superBlock> quants{};
};

using LargeSubBlocks = AffineSuperBlock<32, 63>;  ///< Q4_K and Q5_K
using SmallSubBlocks = AffineSuperBlock<16, 15>;  ///< Q2_K

/// Moves every scale and minimum to the best of its neighbours and rounds the values; returns the whole
/// error.
template <typename Block>
float settleAffine(const float* values, const float* weights, float largestQuant, Block& block) noexcept {
    float total = 0;
    for (size_t sub = 0; sub < Block::subBlocks; ++sub) {
        const size_t offset = sub * Block::subElements;
        const int scaleCode = block.scaleCodes[sub];
        const int minCode = block.minCodes[sub];
        float least = std::numeric_limits<float>::infinity();
        for (int s = std::max(scaleCode - 1, 0); s <= std::min(scaleCode + 1, Block::highestCode); ++s)
            for (int m = std::max(minCode - 1, 0); m <= std::min(minCode + 1, Block::highestCode); ++m) {
                const AffineFit fit{block.scale * static_cast<float>(s),
                                    block.minScale * static_cast<float>(m)};
                const float error = roundAffine(values + offset, weightsAt(weights, offset),
                                                Block::subElements, fit, largestQuant, nullptr);
                if (error < least) {
                    least = error;
                    block.scaleCodes[sub] = s;
                    block.minCodes[sub] = m;
                }
            }
        const AffineFit fit{block.scale * static_cast<float>(block.scaleCodes[sub]),
                            block.minScale * static_cast<float>(block.minCodes[sub])};
        total += roundAffine(values + offset, weightsAt(weights, offset), Block::subElements, fit,
                             largestQuant, block.quants.data() + offset);
    }
    return total;
}

/// Least squares for the two scales of the super-block: x ~ scale * a - minScale * b with a = code * quant, b
/// = code.
template <typename Block>
void solveScales(const float* values, const float* weights, Block& block) noexcept {
    double aa = 0;
    double ab = 0;
    double bb = 0;
    double ax = 0;
    double bx = 0;
    for (size_t i = 0; i < superBlock; ++i) {
        const size_t sub = i / Block::subElements;
        const double weight = weights == nullptr ? 1.0 : weights[i];
        const double a = static_cast<double>(block.scaleCodes[sub]) * block.quants[i];
        const double b = block.minCodes[sub];
        aa += weight * a * a;
        ab += weight * a * b;
        bb += weight * b * b;
        ax += weight * a * values[i];
        bx += weight * b * values[i];
    }
    const double determinant = aa * bb - ab * ab;
    if (determinant > 0) {
        block.scale = roundedToHalf(static_cast<float>(std::max((bb * ax - ab * bx) / determinant, 0.0)));
        block.minScale = roundedToHalf(static_cast<float>(std::max((ab * ax - aa * bx) / determinant, 0.0)));
    } else if (aa > 0) {
        block.scale = roundedToHalf(static_cast<float>(std::max(ax / aa, 0.0)));
    }
}

template <typename Block>
Block searchAffine(const float* values, const float* weights, float largestQuant) noexcept {
    Block block;
    std::array<AffineFit, Block::subBlocks> fits;
    float largestScale = 0;
    float largestMin = 0;
    for (size_t sub = 0; sub < fits.size(); ++sub) {
        const size_t offset = sub * Block::subElements;
        fits[sub] = fitAffine(values + offset, weightsAt(weights, offset), Block::subElements, largestQuant);
        largestScale = std::max(largestScale, fits[sub].scale);
        largestMin = std::max(largestMin, fits[sub].min);
    }
    block.scale = roundedToHalf(largestScale / Block::highestCode);
    block.minScale = roundedToHalf(largestMin / Block::highestCode);
    for (size_t sub = 0; sub < fits.size(); ++sub) {
        block.scaleCodes[sub] = codeOf(fits[sub].scale, block.scale, 0, Block::highestCode);
        block.minCodes[sub] = codeOf(fits[sub].min, block.minScale, 0, Block::highestCode);
    }
    float error = settleAffine(values, weights, largestQuant, block);
    for (int turn = 0; turn < mostTurns; ++turn) {
        Block next = block;
        solveScales(values, weights, next);
        const float nextError = settleAffine(values, weights, largestQuant, next);
        if (!(nextError < error)) break;
        error = nextError;
        block = next;
    }
    return block;
}

/// The 12 bytes that unpackScaleAndMin reads.
void packCodes(const LargeSubBlocks& block, std::byte* packed) noexcept {
    for (size_t i = 0; i < 4; ++i) {
        const auto scaleLow = static_cast<unsigned>(block.scaleCodes[i]);
        const auto scaleHigh = static_cast<unsigned>(block.scaleCodes[i + 4]);
        const auto minLow = static_cast<unsigned>(block.minCodes[i]);
        const auto minHigh = static_cast<unsigned>(block.minCodes[i + 4]);
        packed[i] = static_cast<std::byte>(scaleLow | ((scaleHigh >> 4U) << 6U));
        packed[i + 4] = static_cast<std::byte>(minLow | ((minHigh >> 4U) << 6U));
        packed[i + 8] = static_cast<std::byte>((scaleHigh & 0xFU) | ((minHigh & 0xFU) << 4U));
    }
}

unsigned quantAt(const std::array<float, superBlock>& quants, size_t i) noexcept {
    return static_cast<unsigned>(static_cast<int>(quants[i]));
}

void packHeader(const LargeSubBlocks& block, std::byte* to) noexcept {
    storeHalf(to, block.scale);
    storeHalf(to + 2, block.minScale);
    packCodes(block, to + 4);
}

/// Low nibbles of 256 quants, 32 bytes for each pair of sub-blocks.
void packLowNibbles(const LargeSubBlocks& block, std::byte* to) noexcept {
    for (size_t i = 0; i < 128; ++i) {
        const size_t first = 64 * (i / 32) + i % 32;
        const unsigned low = quantAt(block.quants, first) & 0xFU;
        const unsigned high = quantAt(block.quants, first + 32) & 0xFU;
        to[i] = static_cast<std::byte>(low | (high << 4U));
    }
}

/// Q3_K and Q6_K before packing: sixteen sub-blocks of sixteen, whose scales have codes up to the lowest and
/// the highest one.
template <int Levels, int LowestCode>
struct CentredSuperBlock {
    static constexpr size_t subBlocks = 16;
    static constexpr size_t subElements = 16;
    static constexpr float levels = Levels;
    static constexpr int lowestCode = LowestCode, highestCode = -LowestCode - 1;

    float scale = 0;  ///< a half
    std::array<int, subBlocks> codes{};
    std::array<float, superBlock> quants{};
};

template <typename Block>
float settleCentred(const float* values, const float* weights, Block& block) noexcept {
    float total = 0;
    for (size_t sub = 0; sub < Block::subBlocks; ++sub) {
        const size_t offset = sub * Block::subElements;
        const auto round = [&](int code, float* quants) {
            return roundCentred(values + offset, weightsAt(weights, offset), Block::subElements,
                                {block.scale * static_cast<float>(code)}, Block::levels, quants);
        };
        const int start = block.codes[sub];
        float least = std::numeric_limits<float>::infinity();
        for (int code = std::max(start - 1, Block::lowestCode);
             code <= std::min(start + 1, Block::highestCode); ++code) {
            const float error = round(code, nullptr);
            if (error < least) {
                least = error;
                block.codes[sub] = code;
            }
        }
        total += round(block.codes[sub], block.quants.data() + offset);
    }
    return total;
}

template <typename Block>
void solveScale(const float* values, const float* weights, Block& block) noexcept {
    double aa = 0;
    double ax = 0;
    for (size_t i = 0; i < superBlock; ++i) {
        const double weight = weights == nullptr ? 1.0 : weights[i];
        const double a = static_cast<double>(block.codes[i / Block::subElements]) * block.quants[i];
        aa += weight * a * a;
        ax += weight * a * values[i];
    }
    if (aa > 0) block.scale = roundedToHalf(static_cast<float>(ax / aa));
}

template <typename Block>
Block searchCentred(const float* values, const float* weights) noexcept {
    Block block;
    std::array<float, Block::subBlocks> scales{};
    float extreme = 0;
    for (size_t sub = 0; sub < scales.size(); ++sub) {
        const size_t offset = sub * Block::subElements;
        scales[sub] =
            fitCentred(values + offset, weightsAt(weights, offset), Block::subElements, Block::levels).scale;
        if (std::abs(scales[sub]) > std::abs(extreme)) extreme = scales[sub];
    }
    block.scale = roundedToHalf(extreme / Block::lowestCode);
    for (size_t sub = 0; sub < scales.size(); ++sub)
        block.codes[sub] = codeOf(scales[sub], block.scale, Block::lowestCode, Block::highestCode);
    float error = settleCentred(values, weights, block);
    for (int turn = 0; turn < mostTurns; ++turn) {
        Block next = block;
        solveScale(values, weights, next);
        const float nextError = settleCentred(values, weights, next);
        if (!(nextError < error)) break;
        error = nextError;
        block = next;
    }
    return block;
}

/// Two bits of 256 quants: 32 bytes for each half, in which quarter k has bits 2k.
template <typename QuantOf>
void packPairsOfBits(std::byte* to, QuantOf quantOf) noexcept {
    for (size_t i = 0; i < 64; ++i) {
        unsigned packed = 0;
        for (size_t quarter = 0; quarter < 4; ++quarter)
            packed |= quantOf(128 * (i / 32) + 32 * quarter + i % 32) << (2 * quarter);
        to[i] = static_cast<std::byte>(packed);
    }
}

/// The 12 bytes that unpackQ3Scales reads.
void packQ3Scales(const std::array<int, 16>& codes, std::byte* packed) noexcept {
    std::array<unsigned, 12> bytes{};
    for (size_t i = 0; i < codes.size(); ++i) {
        const auto code = static_cast<unsigned>(codes[i] + 32);
        bytes[i % 8] |= (code & 0xFU) << (i < 8 ? 0U : 4U);
        bytes[8 + i % 4] |= (code >> 4U) << (2 * (i / 4));
    }
    for (size_t i = 0; i < bytes.size(); ++i) packed[i] = static_cast<std::byte>(bytes[i]);
}

}  // namespace

void writeQ2K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 84) {
        const auto block =
            searchAffine<SmallSubBlocks>(values + b * superBlock, weightsAt(importance, b * superBlock), 3);
        for (size_t sub = 0; sub < SmallSubBlocks::subBlocks; ++sub)
            blocks[sub] = static_cast<std::byte>(static_cast<unsigned>(block.scaleCodes[sub]) |
                                                 (static_cast<unsigned>(block.minCodes[sub]) << 4U));
        packPairsOfBits(blocks + 16, [&](size_t i) { return quantAt(block.quants, i); });
        storeHalf(blocks + 80, block.scale);
        storeHalf(blocks + 82, block.minScale);
    }
}

void writeQ3K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 110) {
        const auto block = searchCentred<CentredSuperBlock<8, -32>>(values + b * superBlock,
                                                                    weightsAt(importance, b * superBlock));
        const auto quant = [&](size_t i) {
            return static_cast<unsigned>(static_cast<int>(block.quants[i]) + 4);
        };
        for (size_t i = 0; i < 32; ++i) {
            unsigned highs = 0;
            for (size_t bit = 0; bit < 8; ++bit) highs |= (quant(32 * bit + i) >> 2U) << bit;
            blocks[i] = static_cast<std::byte>(highs);
        }
        packPairsOfBits(blocks + 32, [&](size_t i) { return quant(i) & 3U; });
        packQ3Scales(block.codes, blocks + 96);
        storeHalf(blocks + 108, block.scale);
    }
}

void writeQ4K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 144) {
        const auto block =
            searchAffine<LargeSubBlocks>(values + b * superBlock, weightsAt(importance, b * superBlock), 15);
        packHeader(block, blocks);
        packLowNibbles(block, blocks + 16);
    }
}

void writeQ5K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 176) {
        const auto block =
            searchAffine<LargeSubBlocks>(values + b * superBlock, weightsAt(importance, b * superBlock), 31);
        packHeader(block, blocks);
        packLowNibbles(block, blocks + 48);
        for (size_t i = 0; i < 32; ++i) {
            unsigned highs = 0;
            for (size_t sub = 0; sub < 8; ++sub) highs |= (quantAt(block.quants, 32 * sub + i) >> 4U) << sub;
            blocks[16 + i] = static_cast<std::byte>(highs);
        }
    }
}

void writeQ6K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 210) {
        const auto block = searchCentred<CentredSuperBlock<64, -128>>(values + b * superBlock,
                                                                      weightsAt(importance, b * superBlock));
        for (size_t half = 0; half < 2; ++half)
            for (size_t i = 0; i < 32; ++i) {
                std::array<unsigned, 4> quarter{};
                for (size_t k = 0; k < 4; ++k)
                    quarter[k] =
                        static_cast<unsigned>(static_cast<int>(block.quants[128 * half + 32 * k + i]) + 32);
                std::byte* lows = blocks + 64 * half + i;
                lows[0] = static_cast<std::byte>((quarter[0] & 0xFU) | ((quarter[2] & 0xFU) << 4U));
                lows[32] = static_cast<std::byte>((quarter[1] & 0xFU) | ((quarter[3] & 0xFU) << 4U));
                blocks[128 + 32 * half + i] =
                    static_cast<std::byte>((quarter[0] >> 4U) | ((quarter[1] >> 4U) << 2U) |
                                           ((quarter[2] >> 4U) << 4U) | ((quarter[3] >> 4U) << 6U));
            }
        for (size_t sub = 0; sub < 16; ++sub)
            blocks[192 + sub] = static_cast<std::byte>(static_cast<int8_t>(block.codes[sub]));
        storeHalf(blocks + 208, block.scale);
    }
}

}  // namespace hearth::quant
