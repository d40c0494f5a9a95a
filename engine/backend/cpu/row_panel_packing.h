#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "backend/cpu/row_panel_layout.h"
#include "hearth/block_type.h"

namespace hearth::cpu {

/// The row panel type that a stored type is repacked to without loss; for types without kernels of their own
/// F16 (dequantised; BF16 instead when F16 does not suit the values).
RowPanelType rowPanelTypeFor(BlockType type) noexcept;
/// True if rowPanelTypeFor() keeps the blocks; false if it dequantises them.
bool packsExactly(BlockType type) noexcept;
/// True if F16 row panels represent a matrix with this largest magnitude at least as well as BF16 row panels.
bool suitsHalf(float peak) noexcept;

/// Writes one row panel from up to 16 rows in the stored format, one after the other (`rowBytes` each).
/// Missing rows are zero. `rowPanel` holds rowPanelFormat(rowPanelTypeFor(type)).rowPanelBytes(columns)
/// bytes. Only for types with packsExactly.
void packRowPanel(BlockType type, size_t columns, std::span<const std::byte> rows, size_t rowBytes,
                  std::byte* rowPanel);

/// The same from up to 16 rows of float values, for F32, F16 and BF16 row panels.
void packFloatRowPanel(RowPanelType type, size_t columns, std::span<const float> rows, std::byte* rowPanel);

/// Reads back one row of a row panel as float values, `out.size()` columns from the first.
void unpackRow(RowPanelType type, const std::byte* rowPanel, size_t row, std::span<float> out) noexcept;

}  // namespace hearth::cpu
