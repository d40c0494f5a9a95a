#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "quant/half_float.h"
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

float roundedToHalf(float value) noexcept {
    return halfToFloat(floatToHalf(value));
}

void storeHalf(std::byte* at, float value) noexcept {
    const uint16_t half = floatToHalf(value);
    std::memcpy(at, &half, sizeof half);
}

/// code = nearest integer to value/step in lowest..highest; 0 without a step.
int codeOf(float value, float step, int lowest, int highest) noexcept {
    if (step == 0) return 0;
    return static_cast<int>(
        std::clamp(std::round(value / step), static_cast<float>(lowest), static_cast<float>(highest)));
}

/// Q4_K and Q5_K before packing.
struct AffineSuperBlock {
    static constexpr size_t subBlocks = 8;
    static constexpr size_t subElements = 32;
    static constexpr int highestCode = 63;

    float scale = 0;     ///< a half
    float minScale = 0;  ///< a half
    std::array<int, subBlocks> scaleCodes{};
    std::array<int, subBlocks> minCodes{};
    std::array<float, superBlock> quants{};
};

const float* at(const float* weights, size_t offset) noexcept {
    return weights == nullptr ? nullptr : weights + offset;
}

/// Moves every scale and minimum to the best of its neighbours and rounds the values; returns the whole
/// error.
float settleCodes(const float* values, const float* weights, float largestQuant,
                  AffineSuperBlock& block) noexcept {
    float total = 0;
    for (size_t sub = 0; sub < AffineSuperBlock::subBlocks; ++sub) {
        const size_t offset = sub * AffineSuperBlock::subElements;
        const int scaleCode = block.scaleCodes[sub];
        const int minCode = block.minCodes[sub];
        float least = std::numeric_limits<float>::infinity();
        for (int s = std::max(scaleCode - 1, 0); s <= std::min(scaleCode + 1, AffineSuperBlock::highestCode);
             ++s)
            for (int m = std::max(minCode - 1, 0); m <= std::min(minCode + 1, AffineSuperBlock::highestCode);
                 ++m) {
                const AffineFit fit{block.scale * static_cast<float>(s),
                                    block.minScale * static_cast<float>(m)};
                const float error = roundAffine(values + offset, at(weights, offset),
                                                AffineSuperBlock::subElements, fit, largestQuant, nullptr);
                if (error < least) {
                    least = error;
                    block.scaleCodes[sub] = s;
                    block.minCodes[sub] = m;
                }
            }
        const AffineFit fit{block.scale * static_cast<float>(block.scaleCodes[sub]),
                            block.minScale * static_cast<float>(block.minCodes[sub])};
        total += roundAffine(values + offset, at(weights, offset), AffineSuperBlock::subElements, fit,
                             largestQuant, block.quants.data() + offset);
    }
    return total;
}

/// Least squares for the two scales of the super-block: x ~ scale * a - minScale * b with a = code * quant, b
/// = code.
void solveScales(const float* values, const float* weights, AffineSuperBlock& block) noexcept {
    double aa = 0;
    double ab = 0;
    double bb = 0;
    double ax = 0;
    double bx = 0;
    for (size_t i = 0; i < superBlock; ++i) {
        const size_t sub = i / AffineSuperBlock::subElements;
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

AffineSuperBlock searchAffine(const float* values, const float* weights, float largestQuant) noexcept {
    AffineSuperBlock block;
    std::array<AffineFit, AffineSuperBlock::subBlocks> fits;
    float largestScale = 0;
    float largestMin = 0;
    for (size_t sub = 0; sub < fits.size(); ++sub) {
        const size_t offset = sub * AffineSuperBlock::subElements;
        fits[sub] =
            fitAffine(values + offset, at(weights, offset), AffineSuperBlock::subElements, largestQuant);
        largestScale = std::max(largestScale, fits[sub].scale);
        largestMin = std::max(largestMin, fits[sub].min);
    }
    block.scale = roundedToHalf(largestScale / AffineSuperBlock::highestCode);
    block.minScale = roundedToHalf(largestMin / AffineSuperBlock::highestCode);
    for (size_t sub = 0; sub < fits.size(); ++sub) {
        block.scaleCodes[sub] = codeOf(fits[sub].scale, block.scale, 0, AffineSuperBlock::highestCode);
        block.minCodes[sub] = codeOf(fits[sub].min, block.minScale, 0, AffineSuperBlock::highestCode);
    }
    float error = settleCodes(values, weights, largestQuant, block);
    for (int turn = 0; turn < mostTurns; ++turn) {
        AffineSuperBlock next = block;
        solveScales(values, weights, next);
        const float nextError = settleCodes(values, weights, largestQuant, next);
        if (!(nextError < error)) break;
        error = nextError;
        block = next;
    }
    return block;
}

/// The 12 bytes that unpackScaleAndMin reads.
void packCodes(const AffineSuperBlock& block, std::byte* packed) noexcept {
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

void packHeader(const AffineSuperBlock& block, std::byte* to) noexcept {
    storeHalf(to, block.scale);
    storeHalf(to + 2, block.minScale);
    packCodes(block, to + 4);
}

/// Low nibbles of 256 quants, 32 bytes for each pair of sub-blocks.
void packLowNibbles(const AffineSuperBlock& block, std::byte* to) noexcept {
    for (size_t i = 0; i < 128; ++i) {
        const size_t first = 64 * (i / 32) + i % 32;
        const unsigned low = quantAt(block.quants, first) & 0xFU;
        const unsigned high = quantAt(block.quants, first + 32) & 0xFU;
        to[i] = static_cast<std::byte>(low | (high << 4U));
    }
}

/// Q6_K before packing: sixteen sub-blocks of sixteen.
struct CentredSuperBlock {
    static constexpr size_t subBlocks = 16;
    static constexpr size_t subElements = 16;
    static constexpr float levels = 64;

    float scale = 0;  ///< a half
    std::array<int, subBlocks> codes{};
    std::array<float, superBlock> quants{};
};

float settleCodes(const float* values, const float* weights, CentredSuperBlock& block) noexcept {
    float total = 0;
    for (size_t sub = 0; sub < CentredSuperBlock::subBlocks; ++sub) {
        const size_t offset = sub * CentredSuperBlock::subElements;
        const auto round = [&](int code, float* quants) {
            return roundCentred(values + offset, at(weights, offset), CentredSuperBlock::subElements,
                                {block.scale * static_cast<float>(code)}, CentredSuperBlock::levels, quants);
        };
        const int start = block.codes[sub];
        float least = std::numeric_limits<float>::infinity();
        for (int code = std::max(start - 1, -128); code <= std::min(start + 1, 127); ++code) {
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

void solveScale(const float* values, const float* weights, CentredSuperBlock& block) noexcept {
    double aa = 0;
    double ax = 0;
    for (size_t i = 0; i < superBlock; ++i) {
        const double weight = weights == nullptr ? 1.0 : weights[i];
        const double a =
            static_cast<double>(block.codes[i / CentredSuperBlock::subElements]) * block.quants[i];
        aa += weight * a * a;
        ax += weight * a * values[i];
    }
    if (aa > 0) block.scale = roundedToHalf(static_cast<float>(ax / aa));
}

CentredSuperBlock searchCentred(const float* values, const float* weights) noexcept {
    CentredSuperBlock block;
    std::array<float, CentredSuperBlock::subBlocks> scales{};
    float extreme = 0;
    for (size_t sub = 0; sub < scales.size(); ++sub) {
        const size_t offset = sub * CentredSuperBlock::subElements;
        scales[sub] = fitCentred(values + offset, at(weights, offset), CentredSuperBlock::subElements,
                                 CentredSuperBlock::levels)
                          .scale;
        if (std::abs(scales[sub]) > std::abs(extreme)) extreme = scales[sub];
    }
    block.scale = roundedToHalf(extreme / -128);
    for (size_t sub = 0; sub < scales.size(); ++sub)
        block.codes[sub] = codeOf(scales[sub], block.scale, -128, 127);
    float error = settleCodes(values, weights, block);
    for (int turn = 0; turn < mostTurns; ++turn) {
        CentredSuperBlock next = block;
        solveScale(values, weights, next);
        const float nextError = settleCodes(values, weights, next);
        if (!(nextError < error)) break;
        error = nextError;
        block = next;
    }
    return block;
}

}  // namespace

void writeQ4K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 144) {
        const auto block = searchAffine(values + b * superBlock, at(importance, b * superBlock), 15);
        packHeader(block, blocks);
        packLowNibbles(block, blocks + 16);
    }
}

void writeQ5K(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, blocks += 176) {
        const auto block = searchAffine(values + b * superBlock, at(importance, b * superBlock), 31);
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
        const auto block = searchCentred(values + b * superBlock, at(importance, b * superBlock));
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
