#pragma once

#include <span>
#include <vector>

#include "vision/picture_layout.h"

namespace hearth {

/// Rows of a table of learned positions for the patches of a tile, in Hearth's order of patches: (patches,
/// width). The table, (rows, width), has a row for each patch of the grid in raster order.
std::vector<float> tablePositions(std::span<const float> table, size_t width, PatchGrid grid,
                                  uint32_t mergeSize);

/// The same for a table of a square grid that is stretched to the picture's, bilinearly and with antialiasing
/// where it shrinks (as torch's interpolate() with align_corners off).
std::vector<float> resizedPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                    uint32_t mergeSize);

/// The same with the corners of the table on those of the picture, bilinearly (Qwen3-VL 2025).
std::vector<float> cornerPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                   uint32_t mergeSize);

/// The same bicubically with a = -0.75 and the border repeated, without antialiasing (as torch's
/// grid_sample() with align_corners off; GLM-4.1V 2025).
std::vector<float> cubicPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                  uint32_t mergeSize);

/// Sums of an entry for the column and one for the row of each patch; the tables of columns and of rows
/// follow each other. Grids are at most as long as they are.
std::vector<float> axisPositions(std::span<const float> tables, size_t width, PatchGrid grid,
                                 uint32_t mergeSize);

/// The raster index in its tile of each patch in Hearth's order.
std::vector<uint32_t> rasterOrder(PatchGrid grid, uint32_t mergeSize);

}  // namespace hearth
