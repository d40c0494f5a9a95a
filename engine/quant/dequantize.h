#pragma once

#include <cstddef>
#include <cstdint>

/// One reader a block type: `count` blocks (elements for the unblocked types) to float32.
/// The caller has checked the sizes. All products are taken in float32 in the order that the type defines,
/// so the results are exact to the bit on every machine.
namespace hearth::quant {

using Dequantizer = void (*)(const std::byte* blocks, size_t count, float* out) noexcept;

// Unblocked types (float_types.cpp).
void readF32(const std::byte* blocks, size_t count, float* out) noexcept;
void readF16(const std::byte* blocks, size_t count, float* out) noexcept;
void readBF16(const std::byte* blocks, size_t count, float* out) noexcept;
void readF64(const std::byte* blocks, size_t count, float* out) noexcept;
void readI8(const std::byte* blocks, size_t count, float* out) noexcept;
void readI16(const std::byte* blocks, size_t count, float* out) noexcept;
void readI32(const std::byte* blocks, size_t count, float* out) noexcept;
void readI64(const std::byte* blocks, size_t count, float* out) noexcept;

// Blocks of 32 with one scale (simple_blocks.cpp).
void readQ4_0(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ4_1(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ5_0(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ5_1(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ8_0(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ8_1(const std::byte* blocks, size_t count, float* out) noexcept;

// Super-blocks of 256 with quantised scales of their sub-blocks (super_blocks.cpp).
void readQ2K(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ3K(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ4K(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ5K(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ6K(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ8K(const std::byte* blocks, size_t count, float* out) noexcept;

// Super-blocks of 256 coded by codebooks (grid_blocks.cpp).
void readIQ1S(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ1M(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ2XXS(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ2XS(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ2S(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ3XXS(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ3S(const std::byte* blocks, size_t count, float* out) noexcept;

// Four-bit indices into a table of values (table_blocks.cpp).
void readIQ4NL(const std::byte* blocks, size_t count, float* out) noexcept;
void readIQ4XS(const std::byte* blocks, size_t count, float* out) noexcept;
void readMXFP4(const std::byte* blocks, size_t count, float* out) noexcept;
void readNVFP4(const std::byte* blocks, size_t count, float* out) noexcept;

// Floats of 8 bits (byte_float_blocks.cpp).
void readE4M3(const std::byte* blocks, size_t count, float* out) noexcept;
void readE5M2(const std::byte* blocks, size_t count, float* out) noexcept;

// One to two bits an element (ternary_blocks.cpp).
void readTQ1_0(const std::byte* blocks, size_t count, float* out) noexcept;
void readTQ2_0(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ1_0(const std::byte* blocks, size_t count, float* out) noexcept;
void readQ2_0(const std::byte* blocks, size_t count, float* out) noexcept;

}  // namespace hearth::quant
