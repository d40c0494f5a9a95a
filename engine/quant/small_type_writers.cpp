#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "quant/half_float.h"
#include "quant/quantizers.h"

// The layouts are those of ternary_blocks.cpp and table_blocks.cpp; the results agree with gguf-py to the
// bit.
namespace hearth::quant {
namespace {

constexpr size_t superBlock = 256;

float largestMagnitude(const float* values, size_t count) noexcept {
    float largest = 0;
    for (size_t i = 0; i < count; ++i) largest = std::max(largest, std::abs(values[i]));
    return largest;
}

/// Quants 0, 1, 2 for -scale, 0, scale; returns the scale.
float roundToTernary(const float* values, std::array<uint8_t, superBlock>& quants) noexcept {
    const float scale = largestMagnitude(values, superBlock);
    const float inverse = scale == 0 || !std::isfinite(1 / scale) ? 0 : 1 / scale;
    for (size_t i = 0; i < superBlock; ++i)
        quants[i] = static_cast<uint8_t>(std::clamp(std::round(values[i] * inverse), -1.0F, 1.0F) + 1);
    return scale;
}

void storeHalf(std::byte* at, float value) noexcept {
    const uint16_t half = floatToHalf(value);
    std::memcpy(at, &half, sizeof half);
}

/// `bytes` bytes of `trits` base-3 digits each, as fractions of 256 rounded up; digit n comes from quants[n *
/// bytes + i].
const uint8_t* packTrits(const uint8_t* quants, size_t bytes, size_t trits, std::byte* to) noexcept {
    for (size_t i = 0; i < bytes; ++i) {
        uint32_t number = 0;
        for (size_t n = 0; n < 5; ++n) number = 3 * number + (n < trits ? quants[n * bytes + i] : 0U);
        to[i] = static_cast<std::byte>((number * 256 + 242) / 243);
    }
    return quants + bytes * trits;
}

}  // namespace

void writeTQ1_0(const float* values, const float*, size_t count, std::byte* blocks) {
    std::array<uint8_t, superBlock> quants{};
    for (size_t b = 0; b < count; ++b, values += superBlock, blocks += 54) {
        storeHalf(blocks + 52, roundToTernary(values, quants));
        const uint8_t* next = packTrits(quants.data(), 32, 5, blocks);
        next = packTrits(next, 16, 5, blocks + 32);
        packTrits(next, 4, 4, blocks + 48);
    }
}

void writeTQ2_0(const float* values, const float*, size_t count, std::byte* blocks) {
    std::array<uint8_t, superBlock> quants{};
    for (size_t b = 0; b < count; ++b, values += superBlock, blocks += 66) {
        storeHalf(blocks + 64, roundToTernary(values, quants));
        for (size_t i = 0; i < 64; ++i) {
            const uint8_t* first = quants.data() + 128 * (i / 32) + i % 32;
            const unsigned packed = first[0] | (first[32] << 2U) | (first[64] << 4U) | (first[96] << 6U);
            blocks[i] = static_cast<std::byte>(packed);
        }
    }
}

void writeMXFP4(const float* values, const float*, size_t count, std::byte* blocks) {
    constexpr std::array<float, 16> doubledE2m1{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
    constexpr size_t blockElements = 32;
    for (size_t b = 0; b < count; ++b, values += blockElements, blocks += 17) {
        // The exponent of the largest magnitude, less that of the largest e2m1 number.
        const float largest = largestMagnitude(values, blockElements);
        const float exponent = largest > 0 ? std::floor(std::log2(largest)) - 2 + 127 : 0;
        const int code = static_cast<int>(std::clamp(exponent, 0.0F, 254.0F));
        const float step = std::ldexp(1.0F, code - 128);
        std::array<uint32_t, blockElements> quants{};
        for (size_t i = 0; i < blockElements; ++i) {
            float least = std::abs(values[i]);  // the error of quant 0
            for (uint32_t q = 1; q < 16; ++q) {
                const float error = std::abs(step * doubledE2m1[q] - values[i]);
                if (error < least) {
                    least = error;
                    quants[i] = q;
                }
            }
        }
        blocks[0] = static_cast<std::byte>(code);
        for (size_t i = 0; i < 16; ++i)
            blocks[1 + i] = static_cast<std::byte>(quants[i] | (quants[i + 16] << 4U));
    }
}

}  // namespace hearth::quant
