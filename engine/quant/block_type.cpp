#include "hearth/block_type.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "hearth/error.h"
#include "quant/dequantize.h"

static_assert(std::endian::native == std::endian::little, "block layouts are read in place, little endian");

namespace hearth {
namespace {

/// The public row and the private reader of a type, side by side so that they cannot disagree.
struct Row {
    BlockType type;
    std::string_view name;
    uint32_t blockElements;
    uint32_t blockBytes;
    quant::Dequantizer reader;  ///< never null: every type is readable
};

constexpr Row rows[] = {
    {BlockType::F32, "F32", 1, 4, quant::readF32},
    {BlockType::F16, "F16", 1, 2, quant::readF16},
    {BlockType::Q4_0, "Q4_0", 32, 18, quant::readQ4_0},
    {BlockType::Q4_1, "Q4_1", 32, 20, quant::readQ4_1},
    {BlockType::Q5_0, "Q5_0", 32, 22, quant::readQ5_0},
    {BlockType::Q5_1, "Q5_1", 32, 24, quant::readQ5_1},
    {BlockType::Q8_0, "Q8_0", 32, 34, quant::readQ8_0},
    {BlockType::Q8_1, "Q8_1", 32, 36, quant::readQ8_1},
    {BlockType::Q2_K, "Q2_K", 256, 84, quant::readQ2K},
    {BlockType::Q3_K, "Q3_K", 256, 110, quant::readQ3K},
    {BlockType::Q4_K, "Q4_K", 256, 144, quant::readQ4K},
    {BlockType::Q5_K, "Q5_K", 256, 176, quant::readQ5K},
    {BlockType::Q6_K, "Q6_K", 256, 210, quant::readQ6K},
    {BlockType::Q8_K, "Q8_K", 256, 292, quant::readQ8K},
    {BlockType::IQ2_XXS, "IQ2_XXS", 256, 66, quant::readIQ2XXS},
    {BlockType::IQ2_XS, "IQ2_XS", 256, 74, quant::readIQ2XS},
    {BlockType::IQ3_XXS, "IQ3_XXS", 256, 98, quant::readIQ3XXS},
    {BlockType::IQ1_S, "IQ1_S", 256, 50, quant::readIQ1S},
    {BlockType::IQ4_NL, "IQ4_NL", 32, 18, quant::readIQ4NL},
    {BlockType::IQ3_S, "IQ3_S", 256, 110, quant::readIQ3S},
    {BlockType::IQ2_S, "IQ2_S", 256, 82, quant::readIQ2S},
    {BlockType::IQ4_XS, "IQ4_XS", 256, 136, quant::readIQ4XS},
    {BlockType::I8, "I8", 1, 1, quant::readI8},
    {BlockType::I16, "I16", 1, 2, quant::readI16},
    {BlockType::I32, "I32", 1, 4, quant::readI32},
    {BlockType::I64, "I64", 1, 8, quant::readI64},
    {BlockType::F64, "F64", 1, 8, quant::readF64},
    {BlockType::IQ1_M, "IQ1_M", 256, 56, quant::readIQ1M},
    {BlockType::BF16, "BF16", 1, 2, quant::readBF16},
    {BlockType::TQ1_0, "TQ1_0", 256, 54, quant::readTQ1_0},
    {BlockType::TQ2_0, "TQ2_0", 256, 66, quant::readTQ2_0},
    {BlockType::MXFP4, "MXFP4", 32, 17, quant::readMXFP4},
    {BlockType::NVFP4, "NVFP4", 64, 36, quant::readNVFP4},
    {BlockType::Q1_0, "Q1_0", 128, 18, quant::readQ1_0},
    {BlockType::Q2_0, "Q2_0", 64, 18, quant::readQ2_0},
    {BlockType::FP8_E4M3, "FP8_E4M3", 128, 132, quant::readE4M3},
    {BlockType::FP8_E5M2, "FP8_E5M2", 128, 132, quant::readE5M2},
};
constexpr size_t rowCount = std::size(rows);

constexpr auto infos = [] {
    std::array<BlockTypeInfo, rowCount> result{};
    for (size_t i = 0; i < rowCount; ++i)
        result[i] = {rows[i].type, rows[i].name, rows[i].blockElements, rows[i].blockBytes, true};
    return result;
}();

/// Position of an id in the table; rowCount when there is none.
size_t indexOf(uint32_t id) noexcept {
    const auto* const at = std::lower_bound(
        std::begin(rows), std::end(rows), id,
        [](const Row& row, uint32_t wanted) { return static_cast<uint32_t>(row.type) < wanted; });
    const auto index = static_cast<size_t>(at - std::begin(rows));
    return index < rowCount && static_cast<uint32_t>(rows[index].type) == id ? index : rowCount;
}

constexpr char upper(char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

const BlockTypeInfo* findBlockType(uint32_t id) noexcept {
    if (id >= firstOwnBlockType) return nullptr;
    const size_t index = indexOf(id);
    return index < rowCount ? &infos[index] : nullptr;
}

const BlockTypeInfo& blockTypeInfo(BlockType type) noexcept {
    return infos[std::min(indexOf(static_cast<uint32_t>(type)), rowCount - 1)];
}

const BlockTypeInfo* findBlockType(std::string_view name) noexcept {
    for (const auto& info : infos)
        if (std::equal(name.begin(), name.end(), info.name.begin(), info.name.end(),
                       [](char a, char b) { return upper(a) == upper(b); }))
            return &info;
    return nullptr;
}

std::span<const BlockTypeInfo> allBlockTypes() noexcept {
    return infos;
}

void dequantizeRow(BlockType type, std::span<const std::byte> blocks, std::span<float> out) {
    const size_t index = indexOf(static_cast<uint32_t>(type));
    if (index == rowCount)
        throw Error(ErrorCode::Unsupported, "Block type " + std::to_string(static_cast<uint32_t>(type)) +
                                                " is not known to this version of Hearth.");
    const Row& row = rows[index];
    const std::string name(row.name);
    if (out.size() % row.blockElements != 0)
        throw Error(ErrorCode::BadInput, "A row of " + std::to_string(out.size()) +
                                             " elements is not a whole number of " + name + " blocks of " +
                                             std::to_string(row.blockElements) + ".");
    const size_t count = out.size() / row.blockElements;
    if (blocks.size() % row.blockBytes != 0 || blocks.size() / row.blockBytes != count)
        throw Error(ErrorCode::BadInput, std::to_string(out.size()) + " elements of " + name + " take " +
                                             std::to_string(count) + " blocks of " +
                                             std::to_string(row.blockBytes) + " bytes, not " +
                                             std::to_string(blocks.size()) + " bytes.");
    row.reader(blocks.data(), count, out.data());
}

}  // namespace hearth
