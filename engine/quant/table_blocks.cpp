#include <array>
#include <cmath>

#include "quant/dequantize.h"
#include "quant/half_float.h"
#include "quant/non_linear_values.h"

// Four-bit types whose quants index a table of sixteen values. Layouts, in bytes:
//   IQ4_NL  f16 d, nibbles[16]                                   32 elements, step d
//   IQ4_XS  f16 d, u16 high scale bits, scales[4] nibbles[128]   8 x 32 elements, step d*(s-32)
//   MXFP4   e8m0 scale, nibbles[16]                              32 elements (OCP Microscaling 1.0)
//   NVFP4   ue4m3 scales[4], 4 x nibbles[8]                      4 x 16 elements
// The first half of a run of elements lies in the low nibbles, the second in the high ones.
namespace hearth::quant {
namespace {

/// Twice the values of e2m1, so that they are whole; the scales below are halved in return.
constexpr std::array<float, 16> doubledE2m1{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

void writeRun(const std::byte* nibbles, size_t bytes, const std::array<float, 16>& table, float step,
              float* out) noexcept {
    for (size_t i = 0; i < bytes; ++i) {
        const uint8_t pair = loadByte(nibbles + i);
        out[i] = step * table[pair & 0xFU];
        out[i + bytes] = step * table[pair >> 4U];
    }
}

/// Half of 2^(code - 127); exact, also where it is subnormal. Code 255, the NaN, is read as 2^128.
float halfOfE8m0(uint8_t code) noexcept {
    return std::ldexp(1.0F, static_cast<int>(code) - 128);
}

/// Half of an unsigned e4m3 number (bias 7). 0x7F, its NaN, stands for 0.
float halfOfE4m3(uint8_t code) noexcept {
    if (code == 0 || code == 0x7F) return 0;
    const int exponent = (code >> 3) & 0xF;
    const auto mantissa = static_cast<float>(code & 7U);
    return exponent == 0 ? std::ldexp(mantissa, -10) : std::ldexp(8 + mantissa, exponent - 11);
}

}  // namespace

void readIQ4NL(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 18, out += 32)
        writeRun(blocks + 2, 16, nonLinearValues, loadHalf(blocks), out);
}

void readIQ4XS(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 136, out += 256) {
        const float scale = loadHalf(blocks);
        const uint32_t highs = loadU16(blocks + 2);
        for (size_t sub = 0; sub < 8; ++sub) {
            const uint32_t low = (loadByte(blocks + 4 + sub / 2) >> (4 * (sub % 2))) & 0xFU;
            const uint32_t high = (highs >> (2 * sub)) & 3U;
            const float step = scale * static_cast<float>(static_cast<int>(low | (high << 4U)) - 32);
            writeRun(blocks + 8 + 16 * sub, 16, nonLinearValues, step, out + 32 * sub);
        }
    }
}

void readMXFP4(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 17, out += 32)
        writeRun(blocks + 1, 16, doubledE2m1, halfOfE8m0(loadByte(blocks)), out);
}

void readNVFP4(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 36, out += 64)
        for (size_t sub = 0; sub < 4; ++sub)
            writeRun(blocks + 4 + 8 * sub, 8, doubledE2m1, halfOfE4m3(loadByte(blocks + sub)),
                     out + 16 * sub);
}

}  // namespace hearth::quant
