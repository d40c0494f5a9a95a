#include "quant/dequantize.h"
#include "quant/half_float.h"
#include "quant/packed_scales.h"

// Super-blocks of 256 elements (the K types). Layouts, in bytes:
//   Q2_K  scales[16] quants[64] f16 d f16 dmin          16 sub-blocks of 16, value = (d*s)*q - dmin*m
//   Q3_K  high[32] quants[64] scales[12] f16 d          16 sub-blocks of 16, value = (d*s)*q
//   Q4_K  f16 d f16 dmin scales[12] quants[128]          8 sub-blocks of 32, value = (d*s)*q - dmin*m
//   Q5_K  f16 d f16 dmin scales[12] high[32] quants[128] as Q4_K with a fifth bit
//   Q6_K  low[128] high[64] i8 scales[16] f16 d         16 sub-blocks of 16, value = (d*s)*(q - 32)
//   Q8_K  f32 d i8 quants[256] i16 sums[16]              one scale (activations, not found in files)
namespace hearth::quant {
namespace {
constexpr size_t superBlock = 256;
}

void readQ2K(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 84, out += superBlock) {
        const std::byte* quants = blocks + 16;
        const float scale = loadHalf(blocks + 80);
        const float minScale = loadHalf(blocks + 82);
        for (size_t sub = 0; sub < 16; ++sub) {
            // A half (8 sub-blocks) shares 32 bytes; each pair of sub-blocks owns two bits of them.
            const std::byte* bytes = quants + 32 * (sub / 8) + 16 * (sub % 2);
            const unsigned shift = 2 * static_cast<unsigned>((sub % 8) / 2);
            const uint8_t packed = loadByte(blocks + sub);
            const float step = scale * static_cast<float>(packed & 0xFU);
            const float least = minScale * static_cast<float>(packed >> 4U);
            for (size_t i = 0; i < 16; ++i)
                out[16 * sub + i] = step * static_cast<float>((loadByte(bytes + i) >> shift) & 3U) - least;
        }
    }
}

void readQ3K(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 110, out += superBlock) {
        const std::byte* quants = blocks + 32;
        const auto scales = unpackQ3Scales(blocks + 96);
        const float scale = loadHalf(blocks + 108);
        for (size_t sub = 0; sub < 16; ++sub) {
            const std::byte* bytes = quants + 32 * (sub / 8) + 16 * (sub % 2);
            const unsigned shift = 2 * static_cast<unsigned>((sub % 8) / 2);
            const float step = scale * static_cast<float>(scales[sub]);
            for (size_t i = 0; i < 16; ++i) {
                // The third bit is stored inverted: a clear bit takes 4 away.
                const uint32_t high = (loadByte(blocks + 16 * (sub % 2) + i) >> (sub / 2)) & 1U;
                const int low = (loadByte(bytes + i) >> shift) & 3;
                out[16 * sub + i] = step * static_cast<float>(low - (high != 0 ? 0 : 4));
            }
        }
    }
}

void readQ4K(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 144, out += superBlock) {
        const float scale = loadHalf(blocks);
        const float minScale = loadHalf(blocks + 2);
        for (size_t sub = 0; sub < 8; ++sub) {
            const auto packed = unpackScaleAndMin(blocks + 4, sub);
            const std::byte* bytes = blocks + 16 + 32 * (sub / 2);
            const unsigned shift = 4 * static_cast<unsigned>(sub % 2);
            const float step = scale * static_cast<float>(packed.scale);
            const float least = minScale * static_cast<float>(packed.min);
            for (size_t i = 0; i < 32; ++i)
                out[32 * sub + i] = step * static_cast<float>((loadByte(bytes + i) >> shift) & 0xFU) - least;
        }
    }
}

void readQ5K(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 176, out += superBlock) {
        const float scale = loadHalf(blocks);
        const float minScale = loadHalf(blocks + 2);
        const std::byte* highs = blocks + 16;
        for (size_t sub = 0; sub < 8; ++sub) {
            const auto packed = unpackScaleAndMin(blocks + 4, sub);
            const std::byte* bytes = blocks + 48 + 32 * (sub / 2);
            const unsigned shift = 4 * static_cast<unsigned>(sub % 2);
            const float step = scale * static_cast<float>(packed.scale);
            const float least = minScale * static_cast<float>(packed.min);
            for (size_t i = 0; i < 32; ++i) {
                const uint32_t high = (loadByte(highs + i) >> sub) & 1U;
                const uint32_t quant = ((loadByte(bytes + i) >> shift) & 0xFU) | (high << 4U);
                out[32 * sub + i] = step * static_cast<float>(quant) - least;
            }
        }
    }
}

void readQ6K(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 210, out += superBlock) {
        const float scale = loadHalf(blocks + 208);
        for (size_t sub = 0; sub < 16; ++sub) {
            // Within a half of 128: four quarters of 32; quarters 0 and 2 share the first 32 low bytes (low
            // and high nibble), 1 and 3 the second; quarter k owns bits 2k of the 32 high bytes.
            const size_t half = sub / 8;
            const size_t quarter = (sub % 8) / 2;
            const size_t within = 16 * (sub % 2);
            const std::byte* lows = blocks + 64 * half + 32 * (quarter % 2) + within;
            const std::byte* highs = blocks + 128 + 32 * half + within;
            const unsigned lowShift = quarter < 2 ? 0 : 4;
            const unsigned highShift = 2 * static_cast<unsigned>(quarter);
            const float step = scale * static_cast<float>(static_cast<int8_t>(loadByte(blocks + 192 + sub)));
            for (size_t i = 0; i < 16; ++i) {
                const uint32_t quant = ((loadByte(lows + i) >> lowShift) & 0xFU) |
                                       (((loadByte(highs + i) >> highShift) & 3U) << 4U);
                out[16 * sub + i] = step * static_cast<float>(static_cast<int>(quant) - 32);
            }
        }
    }
}

void readQ8K(const std::byte* blocks, size_t count, float* out) noexcept {
    for (size_t b = 0; b < count; ++b, blocks += 292, out += superBlock) {
        float scale;
        std::memcpy(&scale, blocks, sizeof scale);
        for (size_t i = 0; i < superBlock; ++i)
            out[i] = scale * static_cast<float>(static_cast<int8_t>(loadByte(blocks + 4 + i)));
    }
}

}  // namespace hearth::quant
