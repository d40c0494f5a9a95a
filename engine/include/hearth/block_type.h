#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace hearth {

/// Storage format of the elements of a tensor. The values are the type ids of the GGUF format. Those from
/// firstOwnBlockType on are of types that no file has: data that folders keep in several tensors, joined in
/// one.
enum class BlockType : uint32_t {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q5_0 = 6,
    Q5_1 = 7,
    Q8_0 = 8,
    Q8_1 = 9,
    Q2_K = 10,
    Q3_K = 11,
    Q4_K = 12,
    Q5_K = 13,
    Q6_K = 14,
    Q8_K = 15,
    IQ2_XXS = 16,
    IQ2_XS = 17,
    IQ3_XXS = 18,
    IQ1_S = 19,
    IQ4_NL = 20,
    IQ3_S = 21,
    IQ2_S = 22,
    IQ4_XS = 23,
    I8 = 24,
    I16 = 25,
    I32 = 26,
    I64 = 27,
    F64 = 28,
    IQ1_M = 29,
    BF16 = 30,
    TQ1_0 = 34,
    TQ2_0 = 35,
    MXFP4 = 39,
    NVFP4 = 40,
    Q1_0 = 41,
    Q2_0 = 42,
    FP8_E4M3 = 1000,  ///< f32 scale, 128 codes of E4M3 (Micikevicius et al. 2022)
    FP8_E5M2 = 1001,  ///< the same with codes of E5M2
};
inline constexpr uint32_t firstOwnBlockType = 1000;

/// One row of the table of block types.
struct BlockTypeInfo {
    BlockType type;
    std::string_view name;   ///< as people write it: "Q4_K"
    uint32_t blockElements;  ///< elements in one block; a row's length must be a multiple
    uint32_t blockBytes;     ///< bytes of one block
    bool readable;           ///< dequantizeRow knows it
};

/// The row of a type id from a file, or nullptr for ids that GGUF does not define (or has withdrawn),
/// those of types that no file has among them.
const BlockTypeInfo* findBlockType(uint32_t id) noexcept;
/// The row of a known type.
const BlockTypeInfo& blockTypeInfo(BlockType type) noexcept;
/// By name, ignoring case; nullptr when there is no such type.
const BlockTypeInfo* findBlockType(std::string_view name) noexcept;
/// Every type there is, in the order of the ids.
std::span<const BlockTypeInfo> allBlockTypes() noexcept;

/// Writes `out.size()` float32 values from whole blocks.
/// out.size() is a multiple of blockElements and blocks holds exactly the bytes for it, else Error(BadInput).
/// Throws Error(Unsupported) for a value that is no BlockType.
void dequantizeRow(BlockType type, std::span<const std::byte> blocks, std::span<float> out);

}  // namespace hearth
