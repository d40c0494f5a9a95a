#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "vision/picture_layout.h"

namespace hearth {

/// Texts that stand around and between the rows of a picture in a prompt, by family. A further family is a
/// row of the table in picture_marks.cpp.
struct PictureMarks {
    /// Rows are one run, a run for each tile with marks that say which, or a run for each line of the grid.
    enum class Runs : uint8_t { Whole, MarkedTiles, TileLines, GridLines };

    std::string_view projector;    ///< as files name it
    std::string_view row;          ///< token that stands in the place of each row
    std::string_view placeholder;  ///< text that a chat template writes for a picture
    /// Instead of the placeholder: in front of all rows, and behind them.
    std::string_view before = {}, after = {};
    /// Around the placeholder, written by the family's templates; for prompts of templates that know no
    /// pictures.
    std::string_view templateBefore = {}, templateAfter = {};
    Runs runs = Runs::Whole;

    /// A part of a picture's place in the prompt: text, or rows in the order of the tower.
    struct Part {
        std::string text = {};
        uint32_t rows = 0;     ///< 0: text
        uint32_t columns = 0;  ///< of the grid whose lines the rows are; 0: of several tiles
        bool operator==(const Part&) const = default;
    };
    /// The place of a picture of this layout, without what templates write around the placeholder.
    std::vector<Part> parts(const PictureLayout& layout) const;
};

/// nullptr: Hearth knows no prompts with pictures for this type of projector.
const PictureMarks* findPictureMarks(std::string_view projector) noexcept;

}  // namespace hearth
