#include "quant/dequantize.h"
#include "quant/half_float.h"

// Types of one, one and a half, and two bits an element. Layouts, in bytes:
//   TQ1_0  five-trit[32] five-trit[16] four-trit[4] f16 d   256 elements of {-d, 0, d}
//   TQ2_0  quants[64] f16 d                                 256 elements, value = d*(q - 1)
//   Q1_0   f16 d, bits[16]                                  128 elements of {-d, d}
//   Q2_0   f16 d, quants[16]                                64 elements, value = d*(q - 1)
namespace hearth::quant {
namespace {

/// Digit n of a byte that holds base-3 digits as the fraction byte/256.
int tritAt(uint8_t byte, size_t n) noexcept {
    constexpr uint8_t powers[] = {1, 3, 9, 27, 81};
    const auto shifted = static_cast<uint8_t>(byte * powers[n]);
    return (shifted * 3) >> 8;
}

/// `bytes` bytes, each with `trits` digits; digit n of all bytes comes before digit n + 1.
float* writeTrits(const std::byte* from, size_t bytes, size_t trits, float scale, float* out) noexcept {
    for (size_t n = 0; n < trits; ++n)
        for (size_t i = 0; i < bytes; ++i)
            *out++ = scale * static_cast<float>(tritAt(loadByte(from + i), n) - 1);
    return out;
}

}  // namespace

void readTQ1_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 54) {
        const float scale = loadHalf(blocks + 52);
        out = writeTrits(blocks, 32, 5, scale, out);
        out = writeTrits(blocks + 32, 16, 5, scale, out);
        out = writeTrits(blocks + 48, 4, 4, scale, out);
    }
}

void readTQ2_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 66, out += 256) {
        const float scale = loadHalf(blocks + 64);
        for (size_t i = 0; i < 256; ++i) {
            // 32 bytes hold 128 elements: bits 0-1 of all of them, then bits 2-3, and so on.
            const uint8_t byte = loadByte(blocks + 32 * (i / 128) + i % 32);
            const int quant = (byte >> (2 * ((i % 128) / 32))) & 3;
            out[i] = scale * static_cast<float>(quant - 1);
        }
    }
}

void readQ1_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 18, out += 128) {
        const float scale = loadHalf(blocks);
        for (size_t i = 0; i < 128; ++i)
            out[i] = ((loadByte(blocks + 2 + i / 8) >> (i % 8)) & 1) != 0 ? scale : -scale;
    }
}

void readQ2_0(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 18, out += 64) {
        const float scale = loadHalf(blocks);
        for (size_t i = 0; i < 64; ++i) {
            const int quant = (loadByte(blocks + 2 + i / 4) >> (2 * (i % 4))) & 3;
            out[i] = scale * static_cast<float>(quant - 1);
        }
    }
}

}  // namespace hearth::quant
