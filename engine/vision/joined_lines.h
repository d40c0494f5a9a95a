#pragma once

#include <span>
#include <vector>

#include "vision/picture_layout.h"

namespace hearth {

/// Puts the rows of a layout with lines into the order of the prompt: the overview, then lines across all
/// tiles without what is padding, each with `lineEnd` after it (LLaVA 1.6, Liu et al. 2024). `rows`: of one
/// tile after the other, (tiles' rows, width); returns (layout.rows(), width).
std::vector<float> joinedLines(const PictureLayout& layout, std::span<const float> rows,
                               std::span<const float> lineEnd);

}  // namespace hearth
