#pragma once

#include "hearth/block_type.h"

namespace hearth::test {

/// A type of weights as the checks of a GPU ask for it. Sizes are here as well, for the checks are linked
/// with nothing of the engine.
struct WeightKind {
    const char* name;
    BlockType type;
    uint64_t elements, bytes;  ///< of a block
};

namespace kinds {
inline constexpr WeightKind f32{"F32", BlockType::F32, 1, 4};
inline constexpr WeightKind f16{"F16", BlockType::F16, 1, 2};
inline constexpr WeightKind bf16{"BF16", BlockType::BF16, 1, 2};
inline constexpr WeightKind e4m3{"FP8_E4M3", BlockType::FP8_E4M3, 128, 132};
inline constexpr WeightKind q4_0{"Q4_0", BlockType::Q4_0, 32, 18};
inline constexpr WeightKind q8_0{"Q8_0", BlockType::Q8_0, 32, 34};
inline constexpr WeightKind q4_k{"Q4_K", BlockType::Q4_K, 256, 144};
inline constexpr WeightKind q6_k{"Q6_K", BlockType::Q6_K, 256, 210};
}  // namespace kinds

}  // namespace hearth::test
