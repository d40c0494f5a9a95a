#include "backend/check/random_weights.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "quant/half_float.h"

namespace hearth {
namespace {

/// Offsets of a block's 16-bit float scales, in bytes.
std::vector<size_t> halfOffsets(BlockType type) {
    switch (type) {
        case BlockType::Q4_1:
        case BlockType::Q5_1:
        case BlockType::Q4_K:
        case BlockType::Q5_K:
            return {0, 2};
        case BlockType::Q2_K:
            return {80, 82};
        case BlockType::Q3_K:
            return {108};
        case BlockType::Q6_K:
            return {208};
        case BlockType::TQ1_0:
            return {52};
        case BlockType::TQ2_0:
            return {64};
        case BlockType::MXFP4:
        case BlockType::IQ1_M:
        case BlockType::FP8_E4M3:
        case BlockType::FP8_E5M2:
            return {};
        default:
            return {0};
    }
}

/// A scale, and codes of any bits but those of large numbers, beside which all others were nothing: the
/// second bit from above is the highest of the exponent.
void putByteFloats(std::span<std::byte> block, float scale) {
    std::memcpy(block.data(), &scale, sizeof scale);
    for (std::byte& code : block.subspan(sizeof scale)) code &= std::byte{0xbf};
}

}  // namespace

std::vector<std::byte> randomBlocks(BlockType type, size_t elements, std::mt19937& random) {
    const BlockTypeInfo& info = blockTypeInfo(type);
    std::vector<std::byte> bytes(elements / info.blockElements * info.blockBytes);
    std::normal_distribution<float> normal;
    if (type == BlockType::F32) {
        for (size_t i = 0; i < elements; ++i) {
            const float value = normal(random);
            std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
        }
        return bytes;
    }
    const auto putHalf = [&](size_t at, float value) {
        const uint16_t half = type == BlockType::BF16
                                  ? static_cast<uint16_t>(std::bit_cast<uint32_t>(value) >> 16U)
                                  : floatToHalf(value);
        std::memcpy(bytes.data() + at, &half, sizeof half);
    };
    if (type == BlockType::F16 || type == BlockType::BF16) {
        for (size_t i = 0; i < elements; ++i) putHalf(i * 2, normal(random));
        return bytes;
    }
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    const auto halves = halfOffsets(type);
    for (size_t block = 0; block < bytes.size(); block += info.blockBytes) {
        for (const size_t at : halves) putHalf(block + at, 0.02F + 0.01F * std::abs(normal(random)));
        if (type == BlockType::MXFP4) bytes[block] = static_cast<std::byte>(118 + random() % 8);
        if (type == BlockType::FP8_E4M3 || type == BlockType::FP8_E5M2)
            putByteFloats(std::span(bytes).subspan(block, info.blockBytes),
                          0.2F + 0.1F * std::abs(normal(random)));
        if (type == BlockType::IQ1_M) {  // the half's four nibbles are the tops of four words
            const uint16_t half = floatToHalf(0.03F);
            for (size_t word = 0; word < 4; ++word) {
                std::byte& top = bytes[block + 48 + 2 * word + 1];
                top = (top & std::byte{0x0f}) | static_cast<std::byte>((half >> (4 * word) & 15U) << 4U);
            }
        }
    }
    return bytes;
}

const std::vector<BlockType>& matrixTypes() {
    static const std::vector<BlockType> types = {
        BlockType::F32,      BlockType::F16,     BlockType::BF16,  BlockType::Q4_0,    BlockType::Q4_1,
        BlockType::Q5_0,     BlockType::Q5_1,    BlockType::Q8_0,  BlockType::Q2_K,    BlockType::Q3_K,
        BlockType::Q4_K,     BlockType::Q5_K,    BlockType::Q6_K,  BlockType::IQ4_NL,  BlockType::IQ4_XS,
        BlockType::MXFP4,    BlockType::IQ1_S,   BlockType::IQ1_M, BlockType::IQ2_XXS, BlockType::IQ2_XS,
        BlockType::IQ2_S,    BlockType::IQ3_XXS, BlockType::IQ3_S, BlockType::TQ1_0,   BlockType::TQ2_0,
        BlockType::FP8_E4M3, BlockType::FP8_E5M2};
    return types;
}

}  // namespace hearth
