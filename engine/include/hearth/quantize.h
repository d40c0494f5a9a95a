#pragma once

#include <cstddef>
#include <span>

#include "hearth/block_type.h"

namespace hearth {

/// True if quantizeRow supports a type: F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, Q4_K, Q5_K, Q6_K, Q3_K,
/// Q2_K, IQ4_NL, IQ4_XS, IQ3_S, IQ3_XXS, IQ2_S, IQ2_XS, IQ2_XXS, TQ1_0, TQ2_0, MXFP4.
bool canQuantize(BlockType type) noexcept;

/// Writes float32 values as whole blocks, the inverse of dequantizeRow: values.size() is a multiple of
/// blockElements and blocks has exactly the bytes for it. Q8_0, Q4_0, Q4_1, Q5_0, Q5_1, TQ1_0, TQ2_0, MXFP4,
/// BF16 and F16 give the same bits as the gguf package (gguf-py). The K and IQ types are searched for the
/// least weighted squared error. `importance`, empty or one positive weight a value, is the cost of an error
/// in each value (the mean square of the activation that is multiplied with it); the other types ignore it.
/// Deterministic; safe from several threads. Throws Error(BadInput) for wrong sizes, for values that are not
/// finite or, in types with half scales, larger than a half can hold (65504), and Error(Unsupported) for a
/// type that it does not write.
void quantizeRow(BlockType type, std::span<const float> values, std::span<std::byte> blocks,
                 std::span<const float> importance = {});

}  // namespace hearth
