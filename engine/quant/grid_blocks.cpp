#include <bit>
#include <span>

#include "quant/dequantize.h"
#include "quant/grids.h"
#include "quant/half_float.h"

// Super-blocks of 256 elements coded by codebooks (the IQ1, IQ2 and IQ3 types). Layouts, in bytes:
//   IQ2_XXS  f16 d, 8 x { u8 patterns[4], u32: 4 x 7 sign bits, 4 bits of scale }        d*(0.5+s)/4
//   IQ2_XS   f16 d, 32 x u16 { 9 bits of pattern, 7 sign bits }, scales[8]               d*(0.5+s)/4
//   IQ2_S    f16 d, patterns[32] signs[32] high[8] scales[8]                             d*(0.5+s)/4
//   IQ3_XXS  f16 d, patterns[64], 8 x u32 { 4 x 7 sign bits, 4 bits of scale }           d*(0.5+s)/2
//   IQ3_S    f16 d, patterns[64] high[8] signs[32] scales[4]                             d*(1+2s)
//   IQ1_S    f16 d, patterns[32], 8 x u16 { 4 x 3 high bits, 3 bits of scale, shift }    d*(1+2s)
//   IQ1_M    patterns[32] high[16], 4 x u16 { 4 x 3 bits of scale, 4 bits of d }         d*(1+2s)
// Scales in bytes are nibbles, the low one first. The last column is the step: the value is step * magnitude
// * sign, for IQ1 step * (pattern + or - 1/8).
namespace hearth::quant {
namespace {

constexpr size_t superBlock = 256;
constexpr float iq1Shift = 0.125F;

/// Seven sign bits stand for eight: their number of ones is always even.
uint8_t evenSigns(uint32_t sevenBits) noexcept {
    const uint32_t bits = sevenBits & 0x7FU;
    return static_cast<uint8_t>(bits | (static_cast<uint32_t>(std::popcount(bits) & 1) << 7U));
}

/// Writes pattern.size() elements; bit i of signs set means that element i is negative.
void writeSigned(std::span<const int8_t> pattern, uint32_t signs, float step, float* out) noexcept {
    for (size_t i = 0; i < pattern.size(); ++i) {
        const float magnitude = step * static_cast<float>(pattern[i]);
        out[i] = ((signs >> i) & 1U) != 0 ? -magnitude : magnitude;
    }
}

void writeShifted(std::span<const int8_t> pattern, float shift, float step, float* out) noexcept {
    for (size_t i = 0; i < pattern.size(); ++i) out[i] = step * (static_cast<float>(pattern[i]) + shift);
}

/// Nibble i of a run of bytes.
uint32_t nibbleAt(const std::byte* bytes, size_t i) noexcept {
    return (loadByte(bytes + i / 2) >> (4 * (i % 2))) & 0xFU;
}

float halfStep(float scale, uint32_t nibble) noexcept {
    return scale * (0.5F + static_cast<float>(nibble));
}
float oddStep(float scale, uint32_t code) noexcept {
    return scale * static_cast<float>(2 * code + 1);
}

}  // namespace

void readIQ2XXS(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 66, out += superBlock) {
        const float scale = loadHalf(blocks);
        for (size_t group = 0; group < 8; ++group) {
            const std::byte* at = blocks + 2 + 8 * group;
            const uint32_t packed = loadU32(at + 4);
            const float step = halfStep(scale, packed >> 28U) * 0.25F;
            for (size_t k = 0; k < 4; ++k)
                writeSigned(gridIq2Xxs[loadByte(at + k)], evenSigns(packed >> (7 * k)), step,
                            out + 32 * group + 8 * k);
        }
    }
}

void readIQ2XS(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 74, out += superBlock) {
        const float scale = loadHalf(blocks);
        for (size_t k = 0; k < 32; ++k) {
            const uint32_t packed = loadU16(blocks + 2 + 2 * k);
            const float step = halfStep(scale, nibbleAt(blocks + 66, k / 2)) * 0.25F;
            writeSigned(gridIq2Xs[packed & 511U], evenSigns(packed >> 9U), step, out + 8 * k);
        }
    }
}

void readIQ2S(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 82, out += superBlock) {
        const float scale = loadHalf(blocks);
        for (size_t k = 0; k < 32; ++k) {
            const uint32_t high = (loadByte(blocks + 66 + k / 4) >> (2 * (k % 4))) & 3U;
            const uint32_t index = loadByte(blocks + 2 + k) | (high << 8U);
            const float step = halfStep(scale, nibbleAt(blocks + 74, k / 2)) * 0.25F;
            writeSigned(gridIq2S[index], loadByte(blocks + 34 + k), step, out + 8 * k);
        }
    }
}

void readIQ3XXS(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 98, out += superBlock) {
        const float scale = loadHalf(blocks);
        for (size_t k = 0; k < 64; ++k) {
            const uint32_t packed = loadU32(blocks + 66 + 4 * (k / 8));
            const float step = halfStep(scale, packed >> 28U) * 0.5F;
            const uint32_t signs = evenSigns(packed >> (7 * ((k % 8) / 2)));
            writeSigned(gridIq3Xxs[loadByte(blocks + 2 + k)], signs >> (4 * (k % 2)), step, out + 4 * k);
        }
    }
}

void readIQ3S(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 110, out += superBlock) {
        const float scale = loadHalf(blocks);
        for (size_t k = 0; k < 64; ++k) {
            const uint32_t high = (loadByte(blocks + 66 + k / 8) >> (k % 8)) & 1U;
            const uint32_t index = loadByte(blocks + 2 + k) | (high << 8U);
            const float step = oddStep(scale, nibbleAt(blocks + 106, k / 8));
            const uint32_t signs = loadByte(blocks + 74 + k / 2);
            writeSigned(gridIq3S[index], signs >> (4 * (k % 2)), step, out + 4 * k);
        }
    }
}

void readIQ1S(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 50, out += superBlock) {
        const float scale = loadHalf(blocks);
        for (size_t k = 0; k < 32; ++k) {
            const uint32_t packed = loadU16(blocks + 34 + 2 * (k / 4));
            const uint32_t high = (packed >> (3 * (k % 4))) & 7U;
            const float shift = (packed & 0x8000U) != 0 ? -iq1Shift : iq1Shift;
            writeShifted(gridIq1[loadByte(blocks + 2 + k) | (high << 8U)], shift,
                         oddStep(scale, (packed >> 12U) & 7U), out + 8 * k);
        }
    }
}

void readIQ1M(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 56, out += superBlock) {
        const std::byte* scales = blocks + 48;
        uint32_t scaleBits = 0;  // four bits of the half in the top of each scale word, the lowest first
        for (size_t word = 0; word < 4; ++word)
            scaleBits |= static_cast<uint32_t>(loadU16(scales + 2 * word) >> 12U) << (4 * word);
        const float scale = halfToFloat(static_cast<uint16_t>(scaleBits));
        for (size_t k = 0; k < 32; ++k) {
            const uint32_t high = nibbleAt(blocks + 32, k);
            const float shift = (high & 8U) != 0 ? -iq1Shift : iq1Shift;
            const uint32_t code = (loadU16(scales + 2 * (k / 8)) >> (3 * ((k / 2) % 4))) & 7U;
            writeShifted(gridIq1[loadByte(blocks + k) | ((high & 7U) << 8U)], shift, oddStep(scale, code),
                         out + 8 * k);
        }
    }
}

}  // namespace hearth::quant
