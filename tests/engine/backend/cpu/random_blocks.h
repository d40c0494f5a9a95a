#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "hearth/block_type.h"
#include "quant/half_float.h"

/// Random stored rows for kernel tests: arbitrary bits, with scales that keep values near one.
namespace hearth::test {

inline void putHalf(std::byte* at, float value) {
    const uint16_t bits = floatToHalf(value);
    std::memcpy(at, &bits, 2);
}

/// `elements` is a multiple of the type's block.
inline std::vector<std::byte> randomBlocks(BlockType type, size_t elements, std::mt19937& random) {
    const BlockTypeInfo& info = blockTypeInfo(type);
    std::vector<std::byte> bytes(elements / info.blockElements * info.blockBytes);
    for (std::byte& b : bytes) b = static_cast<std::byte>(random());
    std::uniform_real_distribution<float> scale(-0.05F, 0.05F);
    std::normal_distribution<float> value;
    for (std::byte* at = bytes.data(); at < bytes.data() + bytes.size(); at += info.blockBytes) {
        switch (type) {
            case BlockType::F32: {
                const float v = value(random);
                std::memcpy(at, &v, 4);
                break;
            }
            case BlockType::F16:
                putHalf(at, value(random));
                break;
            case BlockType::BF16: {
                const float v = value(random);
                std::memcpy(at, reinterpret_cast<const std::byte*>(&v) + 2, 2);
                break;
            }
            case BlockType::Q4_1:
            case BlockType::Q5_1:
                putHalf(at + 2, scale(random));
                [[fallthrough]];
            case BlockType::Q4_0:
            case BlockType::Q5_0:
            case BlockType::IQ4_NL:
            case BlockType::Q8_0:
                putHalf(at, scale(random));
                break;
            case BlockType::Q4_K:
            case BlockType::Q5_K:
                putHalf(at, scale(random) / 8);
                putHalf(at + 2, scale(random) / 8);
                break;
            case BlockType::FP8_E4M3:
            case BlockType::FP8_E5M2: {
                // Numbers near one: E4M3 below 2, E5M2 below 2^2; the others would drown them.
                const float v = scale(random) + 0.1F;
                std::memcpy(at, &v, 4);
                const bool wide = type == BlockType::FP8_E5M2;
                for (std::byte* code = at + 4; code < at + info.blockBytes; ++code)
                    if ((*code & std::byte{0x7F}) >= std::byte(wide ? 0x44 : 0x40)) *code &= std::byte{0xBF};
                break;
            }
            case BlockType::Q6_K:
                putHalf(at + 208, scale(random) / 16);
                break;
            default:
                break;
        }
    }
    return bytes;
}

inline std::vector<float> randomFloats(size_t count, std::mt19937& random, float spread = 1.0F) {
    std::normal_distribution<float> value(0.0F, spread);
    std::vector<float> values(count);
    for (float& v : values) v = value(random);
    return values;
}

}  // namespace hearth::test
