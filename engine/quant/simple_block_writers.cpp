#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "quant/block_writing.h"
#include "quant/least_squares.h"
#include "quant/quantizers.h"

// The layouts are those of simple_blocks.cpp. Rounding and the order of operations are those of gguf-py, so
// that the blocks agree to the bit: scales are taken in float32, quants from the unrounded scale, and only
// then the scale is rounded to a half. Where errors are weighed, scales are searched for instead.
namespace hearth::quant {
namespace {

constexpr size_t blockElements = 32;
constexpr size_t halfBlock = 16;

/// 1/scale, or 0 for no scale. A scale so small that its inverse is infinite also counts as none.
float inverseOf(float scale) noexcept {
    if (scale == 0) return 0;
    const float inverse = 1 / scale;
    return std::isfinite(inverse) ? inverse : 0;
}

/// The first value of the largest magnitude, with its sign.
float extremeOf(const float* values) noexcept {
    return *std::max_element(values, values + blockElements,
                             [](float a, float b) { return std::abs(a) < std::abs(b); });
}

uint32_t truncated(float value, float largest) noexcept {
    return static_cast<uint32_t>(std::clamp(value, 0.0F, largest));
}

/// Packs quants of up to five bits: nibbles, and the fifth bits in the result.
template <typename QuantOf>
uint32_t packNibbles(std::byte* nibbles, QuantOf quantOf) noexcept {
    uint32_t fifthBits = 0;
    for (size_t i = 0; i < halfBlock; ++i) {
        const uint32_t low = quantOf(i);
        const uint32_t high = quantOf(i + halfBlock);
        nibbles[i] = static_cast<std::byte>((low & 0xFU) | ((high & 0xFU) << 4U));
        fifthBits |= ((low >> 4U) << i) | ((high >> 4U) << (i + halfBlock));
    }
    return fifthBits;
}

/// A block without a minimum: levels/2 is zero, and the extreme value becomes quant 0.
uint32_t writeCentred(const float* values, float levels, std::byte* scaleAt, std::byte* nibbles) noexcept {
    const float scale = extremeOf(values) / (-levels / 2);
    const float inverse = inverseOf(scale);
    const float shift = levels / 2 + 0.5F;
    storeHalf(scaleAt, scale);
    return packNibbles(nibbles, [=](size_t i) { return truncated(values[i] * inverse + shift, levels - 1); });
}

/// A block with a minimum.
uint32_t writeFromLeast(const float* values, float levels, std::byte* scaleAt, std::byte* nibbles) noexcept {
    const auto [least, most] = std::minmax_element(values, values + blockElements);
    const float low = *least;
    const float scale = (*most - low) / (levels - 1);
    const float inverse = inverseOf(scale);
    storeHalf(scaleAt, scale);
    storeHalf(scaleAt + 2, low);
    return packNibbles(nibbles,
                       [=](size_t i) { return truncated((values[i] - low) * inverse + 0.5F, levels - 1); });
}

/// The same where errors are weighed: the scale is searched for.
uint32_t searchCentred(const float* values, const float* weights, float levels, std::byte* scaleAt,
                       std::byte* nibbles) noexcept {
    const float scale = halfToFloat(floatToHalf(fitCentred(values, weights, blockElements, levels).scale));
    std::array<float, blockElements> quants{};
    roundCentred(values, weights, blockElements, {scale}, levels, quants.data());
    storeHalf(scaleAt, scale);
    return packNibbles(nibbles, [&](size_t i) { return static_cast<uint32_t>(quants[i] + levels / 2); });
}

uint32_t searchFromLeast(const float* values, const float* weights, float levels, std::byte* scaleAt,
                         std::byte* nibbles) noexcept {
    AffineFit fit = fitAffine(values, weights, blockElements, levels - 1);
    fit = {halfToFloat(floatToHalf(fit.scale)), halfToFloat(floatToHalf(fit.min))};
    std::array<float, blockElements> quants{};
    roundAffine(values, weights, blockElements, fit, levels - 1, quants.data());
    storeHalf(scaleAt, fit.scale);
    storeHalf(scaleAt + 2, -fit.min);
    return packNibbles(nibbles, [&](size_t i) { return static_cast<uint32_t>(quants[i]); });
}

/// The scale of 8 bits that costs least: that of the extreme value, or the one that least squares give for
/// its quants.
float searchedScale(const float* values, const float* weights, float scale) noexcept {
    const float inverse = inverseOf(scale);
    float qq = 0, qx = 0;
    for (size_t i = 0; i < blockElements; ++i) {
        const float quant = std::round(values[i] * inverse);
        qq += weights[i] * quant * quant;
        qx += weights[i] * quant * values[i];
    }
    return qq > 0 ? qx / qq : scale;
}

/// Each block by itself, with the weights of its values or null.
template <typename WriteOne>
void writeNibbleBlocks(const float* values, const float* importance, size_t count, size_t blockBytes,
                       std::byte* blocks, const WriteOne& writeOne) {
    for (size_t b = 0; b < count; ++b)
        writeOne(values + b * blockElements, weightsAt(importance, b * blockElements),
                 blocks + b * blockBytes);
}

uint32_t writeAnyCentred(const float* values, const float* weights, float levels, std::byte* scaleAt,
                         std::byte* nibbles) noexcept {
    return weights != nullptr ? searchCentred(values, weights, levels, scaleAt, nibbles)
                              : writeCentred(values, levels, scaleAt, nibbles);
}

uint32_t writeAnyFromLeast(const float* values, const float* weights, float levels, std::byte* scaleAt,
                           std::byte* nibbles) noexcept {
    return weights != nullptr ? searchFromLeast(values, weights, levels, scaleAt, nibbles)
                              : writeFromLeast(values, levels, scaleAt, nibbles);
}

}  // namespace

void writeF32(const float* values, const float*, size_t count, std::byte* blocks) {
    if (count > 0) std::memcpy(blocks, values, count * sizeof(float));
}

void writeF16(const float* values, const float*, size_t count, std::byte* blocks) {
    for (size_t i = 0; i < count; ++i) storeHalf(blocks + 2 * i, values[i]);
}

void writeBF16(const float* values, const float*, size_t count, std::byte* blocks) {
    for (size_t i = 0; i < count; ++i) {
        // To nearest, ties to even. The values are finite, so the sum does not wrap.
        const uint32_t bits = std::bit_cast<uint32_t>(values[i]);
        const auto rounded = static_cast<uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
        std::memcpy(blocks + 2 * i, &rounded, sizeof rounded);
    }
}

void writeQ4_0(const float* values, const float* importance, size_t count, std::byte* blocks) {
    writeNibbleBlocks(values, importance, count, 18, blocks,
                      [](const float* block, const float* weights, std::byte* to) {
                          writeAnyCentred(block, weights, 16, to, to + 2);
                      });
}

void writeQ4_1(const float* values, const float* importance, size_t count, std::byte* blocks) {
    writeNibbleBlocks(values, importance, count, 20, blocks,
                      [](const float* block, const float* weights, std::byte* to) {
                          writeAnyFromLeast(block, weights, 16, to, to + 4);
                      });
}

void writeQ5_0(const float* values, const float* importance, size_t count, std::byte* blocks) {
    writeNibbleBlocks(values, importance, count, 22, blocks,
                      [](const float* block, const float* weights, std::byte* to) {
                          const uint32_t fifthBits = writeAnyCentred(block, weights, 32, to, to + 6);
                          std::memcpy(to + 2, &fifthBits, sizeof fifthBits);
                      });
}

void writeQ5_1(const float* values, const float* importance, size_t count, std::byte* blocks) {
    writeNibbleBlocks(values, importance, count, 24, blocks,
                      [](const float* block, const float* weights, std::byte* to) {
                          const uint32_t fifthBits = writeAnyFromLeast(block, weights, 32, to, to + 8);
                          std::memcpy(to + 4, &fifthBits, sizeof fifthBits);
                      });
}

void writeQ8_0(const float* values, const float* importance, size_t count, std::byte* blocks) {
    for (size_t b = 0; b < count; ++b, values += blockElements, blocks += 34) {
        float scale = std::abs(extremeOf(values)) / 127;
        if (importance != nullptr) scale = searchedScale(values, importance + b * blockElements, scale);
        const float inverse = inverseOf(scale);
        storeHalf(blocks, scale);
        for (size_t i = 0; i < blockElements; ++i) {
            const float rounded = std::clamp(std::round(values[i] * inverse), -128.0F, 127.0F);
            blocks[2 + i] = static_cast<std::byte>(static_cast<int8_t>(rounded));
        }
    }
}

}  // namespace hearth::quant
