#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "vision/picture_processing.h"

namespace hearth {

/// Patches of one tile.
struct PatchGrid {
    uint32_t rows = 0, columns = 0;

    uint32_t patches() const noexcept { return rows * columns; }
    bool operator==(const PatchGrid&) const = default;
};

/// Layout of a picture of a certain size, without its pixels: its sizes, its tiles, and its rows in the
/// prompt.
struct PictureLayout {
    std::vector<PictureSize> resizes;  ///< one after the other, each rounding to 8 bits
    PictureSize tile;                  ///< of those that are cut from the last of them
    bool isCentred = true;             ///< the tiles are its middle; else they begin at its corner
    uint32_t tileRows = 1, tileColumns = 1;
    bool isCut = false;                   ///< the prompt has marks for tiles
    std::optional<PictureSize> overview;  ///< the whole picture once more, behind the tiles
    bool overviewOfResized = false;       ///< else it is made of the picture as it came
    std::vector<PatchGrid> grids;         ///< of each tile, row by row, and of the overview
    uint32_t mergeSize = 1;

    /// Part of the grid of all tiles that shows the picture, in rows of the prompt: lines and columns, from
    /// the first of either on.
    struct Lines {
        uint32_t first = 0, firstColumn = 0, count = 0, columns = 0;
        bool operator==(const Lines&) const = default;
    };
    /// Set if the rows of the prompt are those of the overview, and then lines across all tiles with a
    /// learned row at the end of each. Otherwise they are those of one tile after the other.
    std::optional<Lines> lines;

    bool operator==(const PictureLayout&) const = default;

    /// Rows of the prompt that a tile becomes.
    uint32_t rows(size_t index) const noexcept { return grids[index].patches() / (mergeSize * mergeSize); }
    uint32_t rows() const noexcept {
        if (lines) return rows(grids.size() - 1) + lines->count * (lines->columns + 1);
        return patches() / (mergeSize * mergeSize);
    }
    /// Patches of all tiles and of the overview.
    uint32_t patches() const noexcept {
        uint32_t all = 0;
        for (const PatchGrid& grid : grids) all += grid.patches();
        return all;
    }
};

/// Throws Error(errors::narrowPicture) for pictures that are far longer than wide.
PictureLayout pictureLayout(PictureSize picture, const PictureProcessing& processing);

/// Returns the detail, or Auto if that has the same layout: the family has no choice, or the picture is
/// small. Throws as pictureLayout().
PictureDetail effectiveDetail(PictureSize picture, const PictureProcessing& processing, PictureDetail detail);

/// Rows of the longest span that a picture can be in the prompt, where all pictures have a common limit; 0:
/// they have none, or become several spans.
uint32_t largestPictureRows(const PictureProcessing& processing);

}  // namespace hearth
