#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cpu/strip_layout.h"
#include "hearth/block_type.h"

namespace hearth::cpu {

/// The strip type that a stored type is repacked to without loss; for types without kernels of their own F16
/// (dequantised; BF16 instead when F16 does not suit the values).
StripType stripTypeFor(BlockType type) noexcept;
/// Whether stripTypeFor keeps the blocks (true) or dequantises them.
bool packsExactly(BlockType type) noexcept;
/// Whether F16 strips hold a matrix whose largest magnitude this is at least as well as BF16 strips do.
bool suitsHalf(float peak) noexcept;

/// Writes one strip from up to 16 rows in the stored format, one after the other (`rowBytes` each). Missing
/// rows are zero. `strip` holds stripFormat(stripTypeFor(type)).stripBytes(columns) bytes. Only for types
/// with packsExactly.
void packStrip(BlockType type, size_t columns, std::span<const std::byte> rows, size_t rowBytes,
               std::byte* strip);

/// The same from up to 16 rows of float values, for F32, F16 and BF16 strips.
void packFloatStrip(StripType type, size_t columns, std::span<const float> rows, std::byte* strip);

/// Reads back one row of a strip as float values, `out.size()` columns from the first.
void unpackRow(StripType type, const std::byte* strip, size_t row, std::span<float> out) noexcept;

}  // namespace hearth::cpu
