#include "backend/cuda/block_scales.h"

#include <bit>
#include <cmath>

#include "quant/half_float.h"
#include "quant/packed_scales.h"

namespace hearth::cuda {
namespace {

uint32_t nibble(const std::byte* bytes, size_t i) {
    return loadByte(bytes + i / 2) >> (4 * (i % 2)) & 15U;
}

void fill32(FileBlockScales& scales, size_t block, float step, float least) {
    for (size_t half = 0; half < 2; ++half) {
        scales.step[2 * block + half] = step;
        scales.least[2 * block + half] = least;
    }
}

/// One scale (and minimum) for 32 elements, f16.
FileBlockScales simple(const std::byte* block, bool hasMin) {
    FileBlockScales scales;
    scales.items[0] = hasMin ? loadU32(block) : loadU16(block);
    fill32(scales, 0, loadHalf(block), hasMin ? -loadHalf(block + 2) : 0.0F);
    return scales;
}

/// d and sixteen int8 scales.
template <class ScaleOf>
FileBlockScales super16(float d, ScaleOf scaleOf) {
    FileBlockScales scales;
    scales.super = std::bit_cast<uint32_t>(d);
    for (size_t i = 0; i < 16; ++i) {
        const int scale = scaleOf(i);
        scales.items[i / 2] |= static_cast<uint32_t>(static_cast<uint8_t>(scale)) << (8 * (i % 2));
        scales.step[i] = d * static_cast<float>(scale);
    }
    return scales;
}

FileBlockScales minima32(const std::byte* block) {
    FileBlockScales scales;
    scales.super = loadU32(block);
    const float d = loadHalf(block), e = loadHalf(block + 2);
    for (size_t i = 0; i < 8; ++i) {
        const auto packed = quant::unpackScaleAndMin(block + 4, i);
        scales.items[i] = packed.scale | static_cast<uint32_t>(packed.min) << 8U;
        fill32(scales, i, d * static_cast<float>(packed.scale), e * static_cast<float>(packed.min));
    }
    return scales;
}

FileBlockScales minima16(const std::byte* block) {
    FileBlockScales scales;
    scales.super = loadU32(block + 80);
    const float d = loadHalf(block + 80), e = loadHalf(block + 82);
    for (size_t i = 0; i < 16; ++i) {
        const uint32_t packed = loadByte(block + i);
        scales.items[i / 2] |= packed << (8 * (i % 2));
        scales.step[i] = d * static_cast<float>(packed & 15U);
        scales.least[i] = e * static_cast<float>(packed >> 4U);
    }
    return scales;
}

FileBlockScales table32(const std::byte* block) {
    FileBlockScales scales;
    const float d = loadHalf(block);
    scales.super = std::bit_cast<uint32_t>(d);
    for (size_t i = 0; i < 8; ++i) {
        const int scale =
            static_cast<int>(nibble(block + 4, i) | (loadU16(block + 2) >> (2 * i) & 3U) << 4U) - 32;
        scales.items[i] = static_cast<uint8_t>(scale);
        fill32(scales, i, d * static_cast<float>(scale), 0);
    }
    return scales;
}

float iq1mScale(const std::byte* scales) {
    uint32_t bits = 0;
    for (size_t word = 0; word < 4; ++word) bits |= (loadU16(scales + 2 * word) >> 12U) << (4 * word);
    return halfToFloat(static_cast<uint16_t>(bits));
}

int odd(uint32_t code) {
    return static_cast<int>(2 * code + 1);
}

}  // namespace

FileBlockScales readScales(BlockType type, const std::byte* block) {
    switch (type) {
        case BlockType::Q4_1:
        case BlockType::Q5_1:
            return simple(block, true);
        case BlockType::MXFP4: {
            FileBlockScales scales;
            const float step = std::ldexp(1.0F, static_cast<int>(loadByte(block)) - 128);
            scales.items[0] = std::bit_cast<uint32_t>(step) >> 16U;  // a power of two: exact
            fill32(scales, 0, step, 0);
            return scales;
        }
        case BlockType::Q2_K:
            return minima16(block);
        case BlockType::Q3_K: {
            const auto all = quant::unpackQ3Scales(block + 96);
            return super16(loadHalf(block + 108), [&](size_t i) { return all[i]; });
        }
        case BlockType::Q4_K:
        case BlockType::Q5_K:
            return minima32(block);
        case BlockType::Q6_K:
            return super16(loadHalf(block + 208),
                           [&](size_t i) { return static_cast<int8_t>(loadByte(block + 192 + i)); });
        case BlockType::IQ4_XS:
            return table32(block);
        // The steps of the codebook types are odd multiples of d/8, d/4 or d.
        case BlockType::IQ2_XXS:
            return super16(loadHalf(block) * 0.125F,
                           [&](size_t i) { return odd(loadU32(block + 2 + 8 * (i / 2) + 4) >> 28U); });
        case BlockType::IQ2_XS:
            return super16(loadHalf(block) * 0.125F, [&](size_t i) { return odd(nibble(block + 66, i)); });
        case BlockType::IQ2_S:
            return super16(loadHalf(block) * 0.125F, [&](size_t i) { return odd(nibble(block + 74, i)); });
        case BlockType::IQ3_XXS:
            return super16(loadHalf(block) * 0.25F,
                           [&](size_t i) { return odd(loadU32(block + 66 + 4 * (i / 2)) >> 28U); });
        case BlockType::IQ3_S:
            return super16(loadHalf(block), [&](size_t i) { return odd(nibble(block + 106, i / 2)); });
        case BlockType::IQ1_S:
            return super16(loadHalf(block) * 0.125F,
                           [&](size_t i) { return odd(loadU16(block + 34 + 2 * (i / 2)) >> 12U & 7U); });
        case BlockType::IQ1_M:
            return super16(iq1mScale(block + 48) * 0.125F, [&](size_t i) {
                return odd(loadU16(block + 48 + 2 * (i / 4)) >> (3 * (i % 4)) & 7U);
            });
        case BlockType::TQ1_0:
            return super16(loadHalf(block + 52), [](size_t) { return 1; });
        case BlockType::TQ2_0:
            return super16(loadHalf(block + 64), [](size_t) { return 1; });
        default:
            return simple(block, false);
    }
}

}  // namespace hearth::cuda
