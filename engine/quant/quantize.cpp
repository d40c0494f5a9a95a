#include "hearth/quantize.h"

#include <cmath>
#include <string>

#include "hearth/error.h"
#include "quant/quantizers.h"

namespace hearth {
namespace {

constexpr float largestHalf = 65504;

quant::Quantizer writerOf(BlockType type) noexcept {
    switch (type) {
        case BlockType::F32:
            return quant::writeF32;
        case BlockType::F16:
            return quant::writeF16;
        case BlockType::BF16:
            return quant::writeBF16;
        case BlockType::Q4_0:
            return quant::writeQ4_0;
        case BlockType::Q4_1:
            return quant::writeQ4_1;
        case BlockType::Q5_0:
            return quant::writeQ5_0;
        case BlockType::Q5_1:
            return quant::writeQ5_1;
        case BlockType::Q8_0:
            return quant::writeQ8_0;
        case BlockType::Q2_K:
            return quant::writeQ2K;
        case BlockType::Q3_K:
            return quant::writeQ3K;
        case BlockType::IQ4_NL:
            return quant::writeIQ4NL;
        case BlockType::IQ4_XS:
            return quant::writeIQ4XS;
        case BlockType::IQ2_XXS:
            return quant::writeIQ2XXS;
        case BlockType::IQ2_XS:
            return quant::writeIQ2XS;
        case BlockType::IQ2_S:
            return quant::writeIQ2S;
        case BlockType::IQ3_XXS:
            return quant::writeIQ3XXS;
        case BlockType::IQ3_S:
            return quant::writeIQ3S;
        case BlockType::Q4_K:
            return quant::writeQ4K;
        case BlockType::Q5_K:
            return quant::writeQ5K;
        case BlockType::Q6_K:
            return quant::writeQ6K;
        case BlockType::TQ1_0:
            return quant::writeTQ1_0;
        case BlockType::TQ2_0:
            return quant::writeTQ2_0;
        case BlockType::MXFP4:
            return quant::writeMXFP4;
        default:
            return nullptr;
    }
}

[[noreturn]] void refuse(const std::string& sentence) {
    throw Error(ErrorCode::BadInput, sentence);
}

void checkValues(BlockType type, std::span<const float> values, const std::string& name) {
    const bool hasWideRange = type == BlockType::F32 || type == BlockType::BF16 || type == BlockType::MXFP4;
    const float largest = hasWideRange ? 3.4e38F : largestHalf;
    for (size_t i = 0; i < values.size(); ++i)
        if (!(std::abs(values[i]) <= largest))
            refuse("The weight at place " + std::to_string(i) + " is " + std::to_string(values[i]) +
                   ", which cannot be written as " + name + "; the model is damaged.");
}

}  // namespace

bool canQuantize(BlockType type) noexcept {
    return writerOf(type) != nullptr;
}

void quantizeRow(BlockType type, std::span<const float> values, std::span<std::byte> blocks,
                 std::span<const float> importance) {
    const auto writer = writerOf(type);
    const auto& info = blockTypeInfo(type);
    const std::string name(info.name);
    if (writer == nullptr)
        throw Error(ErrorCode::Unsupported,
                    "Hearth cannot write weights as " + name + "; choose Q4_K, Q8_0 or another type.");
    const size_t count = values.size() / info.blockElements;
    if (values.size() % info.blockElements != 0 || blocks.size() % info.blockBytes != 0 ||
        blocks.size() / info.blockBytes != count)
        refuse(std::to_string(values.size()) + " values and " + std::to_string(blocks.size()) +
               " bytes are not the same number of whole " + name + " blocks.");
    if (!importance.empty() && importance.size() != values.size())
        refuse("There are " + std::to_string(values.size()) + " values and " +
               std::to_string(importance.size()) + " weights of importance; give one for each value.");
    checkValues(type, values, name);
    for (const float weight : importance)
        if (!(weight > 0) || !std::isfinite(weight))
            refuse("The weights of importance must be positive numbers.");
    writer(values.data(), importance.empty() ? nullptr : importance.data(), count, blocks.data());
}

}  // namespace hearth
