#pragma once

#include <cstddef>
#include <cstdint>

namespace hearth {

/// A rectangle of a picture in fractions of its sides, from its upper left corner. It reaches beyond the
/// picture where the picture is padded.
struct PictureArea {
    float left = 0, top = 0, width = 1, height = 1;
    bool operator==(const PictureArea&) const = default;
};

/// Tokens of a prompt that show a part of a picture, one token a cell, line by line. Tokens between two lines
/// (line ends) belong to no place and are in no grid.
struct PictureGrid {
    uint32_t picture = 0;     ///< index among the pictures of the prompt
    bool isOverview = false;  ///< the whole picture once more, beside grids of its parts
    size_t first = 0;         ///< index of its first token
    uint32_t columns = 0, lines = 0;
    uint32_t stride = 0;    ///< tokens from the begin of a line to that of the next one; at least `columns`
    PictureArea area = {};  ///< that all cells cover, each as much as any other

    size_t token(uint32_t line, uint32_t column) const noexcept {
        return first + size_t{line} * stride + column;
    }
    PictureArea cell(uint32_t line, uint32_t column) const noexcept {
        const float width = area.width / static_cast<float>(columns),
                    height = area.height / static_cast<float>(lines);
        return {area.left + static_cast<float>(column) * width, area.top + static_cast<float>(line) * height,
                width, height};
    }
    bool operator==(const PictureGrid&) const = default;
};

}  // namespace hearth
