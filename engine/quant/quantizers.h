#pragma once

#include <cstddef>

/// One writer a block type: `count` blocks (elements for the unblocked types) from float32. The caller has
/// checked sizes and that every value is finite and within the range of a half. `importance` is null or as
/// long as the values.
namespace hearth::quant {

using Quantizer = void (*)(const float* values, const float* importance, size_t count, std::byte* blocks);

// One scale and, for some, one minimum a block (simple_block_writers.cpp).
void writeF32(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeF16(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeBF16(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ4_0(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ4_1(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ5_0(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ5_1(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ8_0(const float* values, const float* importance, size_t count, std::byte* blocks);

// Few-valued types (small_type_writers.cpp).
void writeTQ1_0(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeTQ2_0(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeMXFP4(const float* values, const float* importance, size_t count, std::byte* blocks);

// Indices of a table, searched (table_writers.cpp).
void writeIQ4NL(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeIQ4XS(const float* values, const float* importance, size_t count, std::byte* blocks);

// Patterns of a codebook, searched (grid_writers.cpp).
void writeIQ2XXS(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeIQ2XS(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeIQ2S(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeIQ3XXS(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeIQ3S(const float* values, const float* importance, size_t count, std::byte* blocks);

// Super-blocks, searched (super_block_writers.cpp).
void writeQ2K(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ3K(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ4K(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ5K(const float* values, const float* importance, size_t count, std::byte* blocks);
void writeQ6K(const float* values, const float* importance, size_t count, std::byte* blocks);

}  // namespace hearth::quant
