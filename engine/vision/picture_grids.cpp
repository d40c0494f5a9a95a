#include "vision/picture_grids.h"

#include <algorithm>
#include <optional>

namespace hearth {

namespace {

/// Appends a grid with other tokens: `place` gives the new place of the first token of a line, nullopt for
/// one that is not there. Lines that are evenly spaced stay one grid.
template <typename Place>
void appendPlaced(std::vector<PictureGrid>& out, const PictureGrid& grid, const Place& place) {
    const float height = grid.area.height / static_cast<float>(grid.lines);
    PictureGrid* open = nullptr;
    for (uint32_t line = 0; line < grid.lines; ++line) {
        const std::optional<size_t> at = place(grid.token(line, 0));
        if (!at) {
            open = nullptr;
            continue;
        }
        if (open != nullptr && open->lines == 1 && *at >= open->first + grid.columns)
            open->stride = static_cast<uint32_t>(*at - open->first);
        if (open == nullptr || *at != open->token(open->lines, 0)) {
            open = &out.emplace_back(grid);
            open->first = *at;
            open->lines = 0;
            open->stride = grid.columns;
            open->area.top = grid.area.top + static_cast<float>(line) * height;
        }
        ++open->lines;
        open->area.height =
            open->lines == grid.lines ? grid.area.height : static_cast<float>(open->lines) * height;
    }
}

}  // namespace

std::vector<PictureGrid> pictureGrids(const PictureLayout& layout) {
    std::vector<PictureGrid> grids;
    size_t next = 0;
    const auto add = [&](size_t tile, PictureArea area, bool isOverview) {
        const PatchGrid patches = layout.grids[tile];
        const uint32_t columns = patches.columns / layout.mergeSize, lines = patches.rows / layout.mergeSize;
        grids.push_back({.isOverview = isOverview,
                         .first = next,
                         .columns = columns,
                         .lines = lines,
                         .stride = columns,
                         .area = area});
        next += size_t{columns} * lines;
    };
    const PictureSize canvas = layout.resizes.back(), tile = layout.tile;
    const auto before = [&](uint32_t extent, uint32_t tiles) {
        return layout.isCentred ? (int64_t{extent} - int64_t{tiles}) / 2 : int64_t{0};
    };
    const int64_t left = before(canvas.width, tile.width * layout.tileColumns),
                  top = before(canvas.height, tile.height * layout.tileRows);
    const auto across = [&](int64_t pixels) {
        return static_cast<float>(static_cast<double>(pixels) / canvas.width);
    };
    const auto down = [&](int64_t pixels) {
        return static_cast<float>(static_cast<double>(pixels) / canvas.height);
    };
    if (layout.lines) {
        add(layout.grids.size() - 1, {}, true);
        const PictureLayout::Lines& lines = *layout.lines;
        const int64_t width = tile.width / (layout.grids[0].columns / layout.mergeSize),
                      height = tile.height / (layout.grids[0].rows / layout.mergeSize);
        grids.push_back({.first = next,
                         .columns = lines.columns,
                         .lines = lines.count,
                         .stride = lines.columns + 1,
                         .area = {across(left + width * lines.firstColumn), down(top + height * lines.first),
                                  across(width * lines.columns), down(height * lines.count)}});
        return grids;
    }
    for (uint32_t row = 0; row < layout.tileRows; ++row)
        for (uint32_t column = 0; column < layout.tileColumns; ++column)
            add(size_t{row} * layout.tileColumns + column,
                {across(left + int64_t{tile.width} * column), down(top + int64_t{tile.height} * row),
                 across(tile.width), down(tile.height)},
                false);
    if (layout.overview) add(layout.grids.size() - 1, {}, true);
    return grids;
}

std::vector<PictureGrid> promptGrids(const PictureProcessing& processing,
                                     std::span<const MessagePicture> files,
                                     std::span<const PromptPicture> pictures,
                                     std::span<const TokenSpan> spans) {
    std::vector<PictureGrid> out;
    for (size_t i = 0; i < std::min(pictures.size(), files.size()); ++i) {
        const auto own = spans.first(std::min<size_t>(pictures[i].spans, spans.size()));
        spans = spans.subspan(own.size());
        const auto place = [own](size_t row) -> std::optional<size_t> {
            for (const TokenSpan& span : own) {
                if (row < span.rows) return static_cast<size_t>(span.first) + row;
                row -= span.rows;
            }
            return std::nullopt;
        };
        const PictureLayout layout =
            pictureLayout(files[i].file->size(), processing.withDetail(files[i].detail));
        for (PictureGrid& grid : pictureGrids(layout)) {
            grid.picture = static_cast<uint32_t>(i);
            appendPlaced(out, grid, place);
        }
    }
    return out;
}

std::vector<PictureGrid> remainingGrids(std::span<const PictureGrid> grids,
                                        std::span<const ContextShift> cuts, size_t tokens) {
    std::vector<PictureGrid> out;
    const auto place = [&](size_t token) -> std::optional<size_t> {
        if (!cuts.empty() && token >= cuts.back().keep) {
            if (token < cuts.back().dropTo) return std::nullopt;
            token -= droppedTokens(cuts);
        }
        return token;
    };
    for (const PictureGrid& grid : grids) appendPlaced(out, grid, place);
    std::erase_if(out, [tokens](const PictureGrid& grid) { return grid.first >= tokens; });
    return out;
}

}  // namespace hearth
