#include "vision/picture_layout.h"

#include <algorithm>
#include <cmath>

#include "vision/vision_errors.h"

namespace hearth {

namespace {

using namespace size_rule;

/// Longer pictures would take seconds to resize, and nobody sees anything in them.
constexpr uint32_t narrowest = 1000;

uint32_t count(double value) {
    return static_cast<uint32_t>(std::max(value, 0.0));
}
/// Halves go to the even number, as Python rounds.
double nearestMultiple(double value, uint32_t of) {
    return std::nearbyint(value / of) * of;
}
uint32_t upToMultiple(double value, uint32_t of) {
    return count(std::ceil(value / of) * of);
}
uint32_t downToMultiple(double value, uint32_t of) {
    return count(std::floor(value / of) * of);
}

/// Both edges as multiples of `unit`, at least one each, with an area between two limits. `pixels` is what
/// the area counts as before it is rounded, which the limits are compared with after it.
PictureSize withinArea(double width, double height, uint32_t unit, uint64_t minPixels, uint64_t maxPixels,
                       uint32_t frames, uint32_t leastEdge) {
    const double roundedWidth = std::max<double>(nearestMultiple(width, unit), leastEdge);
    const double roundedHeight = std::max<double>(nearestMultiple(height, unit), leastEdge);
    const double area = frames * roundedWidth * roundedHeight, pixels = frames * width * height;
    const auto most = static_cast<double>(maxPixels), least = static_cast<double>(minPixels);
    if (area > most) {
        const double shrink = std::sqrt(pixels / most);
        return {std::max(unit, downToMultiple(width / shrink, unit)),
                std::max(unit, downToMultiple(height / shrink, unit))};
    }
    if (area < least) {
        const double grow = std::sqrt(least / pixels);
        return {upToMultiple(width * grow, unit), upToMultiple(height * grow, unit)};
    }
    return {count(roundedWidth), count(roundedHeight)};
}

/// The grid of tiles whose shape is closest to that of the picture; of equally close ones a later, larger one
/// where the picture has pixels for half of it.
PatchGrid closestGrid(PictureSize picture, const ShapeTiles& tiles) {
    std::vector<PatchGrid> grids;
    for (uint32_t columns = 1; columns <= tiles.maxTiles; ++columns)
        for (uint32_t rows = 1; rows * columns <= tiles.maxTiles; ++rows)
            if (rows * columns >= tiles.minTiles) grids.push_back({rows, columns});
    std::stable_sort(grids.begin(), grids.end(),
                     [](PatchGrid a, PatchGrid b) { return a.patches() < b.patches(); });
    const double shape = static_cast<double>(picture.width) / picture.height;
    PatchGrid best{1, 1};
    double closest = HUGE_VAL;
    for (const PatchGrid& grid : grids) {
        const double distance = std::abs(shape - static_cast<double>(grid.columns) / grid.rows);
        const double half = 0.5 * static_cast<double>(tiles.tile.pixels()) * grid.patches();
        if (distance > closest || (distance == closest && static_cast<double>(picture.pixels()) <= half))
            continue;
        closest = distance;
        best = grid;
    }
    return best;
}

/// The canvas that keeps most pixels of a picture, and of those the one with the least of its area unused.
PictureSize bestCanvas(PictureSize picture, const std::vector<PictureSize>& canvases) {
    PictureSize best = canvases.front();
    uint64_t mostUsed = 0, leastUnused = UINT64_MAX;
    for (const PictureSize& canvas : canvases) {
        const double scale = std::min(static_cast<double>(canvas.width) / picture.width,
                                      static_cast<double>(canvas.height) / picture.height);
        const uint64_t scaled = uint64_t{count(picture.width * scale)} * count(picture.height * scale);
        const uint64_t used = std::min(scaled, picture.pixels()), unused = canvas.pixels() - used;
        if (used < mostUsed || (used == mostUsed && unused >= leastUnused)) continue;
        mostUsed = used;
        leastUnused = unused;
        best = canvas;
    }
    return best;
}

/// Lines of a grid of rows of the prompt that a picture in its middle covers. Padding of an odd number of
/// lines keeps one of them.
PictureLayout::Lines coveredLines(PictureSize picture, PatchGrid grid) {
    // Digits after the seventh are lost, as in the processor.
    const auto whole = [](double value) { return count(std::round(value * 1e7) / 1e7); };
    PictureLayout::Lines lines{.count = grid.rows, .columns = grid.columns};
    const double shape = static_cast<double>(picture.width) / picture.height;
    if (shape > static_cast<double>(grid.columns) / grid.rows) {
        const double scale = static_cast<double>(grid.columns) / picture.width;
        lines.first = (grid.rows - whole(picture.height * scale)) / 2;
        lines.count -= 2 * lines.first;
    } else {
        const double scale = static_cast<double>(grid.rows) / picture.height;
        lines.firstColumn = (grid.columns - whole(picture.width * scale)) / 2;
        lines.columns -= 2 * lines.firstColumn;
    }
    return lines;
}

/// Makes layouts of one picture by each of the rules.
class LayoutMaker {
public:
    LayoutMaker(PictureSize picture, const PictureProcessing& processing)
        : m_picture(picture), m_processing(processing), m_unit(processing.rowSize()) {}

    PictureLayout operator()(const Fixed& rule) const { return whole(rule.size); }

    PictureLayout operator()(const Area& rule) const {
        constexpr uint32_t narrowestOfFamily = 200;
        if (std::max(m_picture.width, m_picture.height) >
            uint64_t{narrowestOfFamily} * std::min(m_picture.width, m_picture.height))
            throw Error(errors::narrowPicture, {narrowestOfFamily});
        double width = m_picture.width, height = m_picture.height;
        if (rule.raisesShortEdges && std::min(width, height) < m_unit) {
            const double grow = std::max(m_unit / width, m_unit / height);
            width = std::floor(width * grow);
            height = std::floor(height * grow);
        }
        return whole(withinArea(width, height, m_unit, rule.minPixels, rule.maxPixels, rule.frames, 0));
    }

    PictureLayout operator()(const Budget& rule) const {
        const double width = m_picture.width, height = m_picture.height;
        const auto pixels = static_cast<double>(uint64_t{m_unit} * m_unit * rule.maxRows);
        const double factor = std::sqrt(pixels / (width * height));
        PictureSize size{downToMultiple(factor * width, m_unit), downToMultiple(factor * height, m_unit)};
        const uint32_t longest = rule.maxRows * m_unit;
        if (size.width == 0) size = {m_unit, std::min(count(height / width) * m_unit, longest)};
        if (size.height == 0) size = {std::min(count(width / height) * m_unit, longest), m_unit};
        return whole(size);
    }

    PictureLayout operator()(const ShapeTiles& rule) const {
        const PatchGrid grid = closestGrid(m_picture, rule);
        PictureLayout layout = tiled(grid, rule.tile);
        if (rule.hasOverview && grid.patches() > 1) layout.overview = rule.tile;
        return layout;
    }

    PictureLayout operator()(const WholeOrTiles& rule) const {
        const uint64_t rowPixels = uint64_t{m_unit} * m_unit;
        const PictureSize size = withinArea(m_picture.width, m_picture.height, m_unit,
                                            rule.minRows * rowPixels, rule.maxRows * rowPixels, 1, m_unit);
        const double most = static_cast<double>(rule.maxRows * rowPixels) * rule.tolerance;
        const double rounded = std::max<double>(nearestMultiple(m_picture.width, m_unit), m_unit) *
                               std::max<double>(nearestMultiple(m_picture.height, m_unit), m_unit);
        if (!rule.cuts || rounded <= most) return whole(size);
        const PatchGrid grid = closestGrid(m_picture, rule.tiles);
        PictureLayout layout = tiled(grid, rule.tiles.tile);
        if (rule.tiles.hasOverview && grid.patches() > 1) layout.overview = size;
        return layout;
    }

    PictureLayout operator()(const EdgeTiles& rule) const {
        const PictureSize longEdge = withLongEdge(rule.longEdge);
        const PictureSize tile{rule.tile, rule.tile};
        PictureLayout layout;
        if (rule.cuts) {
            const PictureSize tiles = inTiles(longEdge, rule.tile);
            layout = tiled({tiles.height / rule.tile, tiles.width / rule.tile}, tile);
            layout.overviewOfResized = true;
            if (layout.isCut) layout.overview = tile;
        } else {
            layout = whole(tile);
        }
        layout.resizes = {longEdge, layout.resizes.back()};
        return layout;
    }

    PictureLayout operator()(const Crop& rule) const {
        const double shape = static_cast<double>(m_picture.width) / m_picture.height;
        const uint32_t shortEdge = rule.shortEdge;
        const auto longEdge = [&](uint32_t longer, uint32_t shorter) {
            return static_cast<uint32_t>(uint64_t{shortEdge} * longer / shorter);
        };
        PictureLayout layout;
        layout.resizes = {shape < 1 ? PictureSize{shortEdge, longEdge(m_picture.height, m_picture.width)}
                                    : PictureSize{longEdge(m_picture.width, m_picture.height), shortEdge}};
        layout.tile = rule.crop;
        return layout;
    }

    PictureLayout operator()(const LongEdge& rule) const {
        double width = m_picture.width, height = m_picture.height;
        const double ratio = std::max(width, height) / rule.longEdge;
        if (ratio > 1) {
            width = std::max(std::floor(width / ratio), 1.0);
            height = std::max(std::floor(height / ratio), 1.0);
        }
        return whole({upToMultiple(width, m_unit), upToMultiple(height, m_unit)});
    }

    PictureLayout operator()(const Padded& rule) const {
        const uint32_t patch = m_processing.patchSize;
        const uint64_t patches = uint64_t{m_picture.width / patch} * (m_picture.height / patch);
        PictureSize size = m_picture;
        if (patches > rule.maxPatches) {
            const double shrink = std::sqrt(rule.maxPatches / static_cast<double>(patches));
            size = {std::max(count(size.width * shrink), 1U), std::max(count(size.height * shrink), 1U)};
        }
        PictureLayout layout;
        layout.resizes = {size};
        layout.tile = {upToMultiple(size.width, m_unit), upToMultiple(size.height, m_unit)};
        layout.isCentred = false;
        return layout;
    }

    PictureLayout operator()(const AnyResolution& rule) const {
        const PictureSize canvas = bestCanvas(m_picture, rule.canvases);
        const PatchGrid tiles{canvas.height / rule.tile, canvas.width / rule.tile};
        PictureLayout layout = tiled(tiles, {rule.tile, rule.tile});
        const double across = static_cast<double>(canvas.width) / m_picture.width,
                     down = static_cast<double>(canvas.height) / m_picture.height;
        const auto scaled = [](uint32_t edge, double scale, uint32_t most) {
            return std::min(count(std::ceil(edge * scale)), most);
        };
        layout.resizes = {across < down
                              ? PictureSize{canvas.width, scaled(m_picture.height, across, canvas.height)}
                              : PictureSize{scaled(m_picture.width, down, canvas.width), canvas.height}};
        layout.overview = layout.tile;
        const uint32_t side = rule.tile / m_processing.patchSize / m_processing.mergeSize;
        layout.lines = coveredLines(m_picture, {tiles.rows * side, tiles.columns * side});
        return layout;
    }

private:
    PictureLayout whole(PictureSize size) const { return tiled({1, 1}, size); }
    PictureLayout tiled(PatchGrid grid, PictureSize tile) const {
        PictureLayout layout;
        layout.resizes = {{tile.width * grid.columns, tile.height * grid.rows}};
        layout.tile = tile;
        layout.tileRows = grid.rows;
        layout.tileColumns = grid.columns;
        layout.isCut = grid.patches() > 1;
        return layout;
    }
    /// The longer edge of a length, the other one even.
    PictureSize withLongEdge(uint32_t length) const {
        const double shape = static_cast<double>(m_picture.width) / m_picture.height;
        const auto even = [](uint32_t edge) { return std::max(edge + edge % 2, 1U); };
        if (m_picture.width >= m_picture.height) return {length, even(count(length / shape))};
        return {even(count(length * shape)), length};
    }
    /// Both edges up to whole tiles, the longer one first, which the other one follows.
    static PictureSize inTiles(PictureSize size, uint32_t tile) {
        const double shape = static_cast<double>(size.width) / size.height;
        if (size.width >= size.height) {
            const uint32_t width = upToMultiple(size.width, tile);
            return {width, upToMultiple(std::floor(width / shape), tile)};
        }
        const uint32_t height = upToMultiple(size.height, tile);
        return {upToMultiple(std::floor(height * shape), tile), height};
    }

    PictureSize m_picture;
    const PictureProcessing& m_processing;
    uint32_t m_unit;
};

PatchGrid gridOf(PictureSize tile, uint32_t patchSize) {
    return {tile.height / patchSize, tile.width / patchSize};
}

}  // namespace

PictureDetail effectiveDetail(PictureSize picture, const PictureProcessing& processing,
                              PictureDetail detail) {
    if (detail == PictureDetail::Auto) return detail;
    const bool isSame =
        pictureLayout(picture, processing.withDetail(detail)) == pictureLayout(picture, processing);
    return isSame ? PictureDetail::Auto : detail;
}

uint32_t largestPictureRows(const PictureProcessing& processing) {
    if (const auto* budget = std::get_if<Budget>(&processing.size)) return budget->maxRows;
    if (std::holds_alternative<Fixed>(processing.size)) return pictureLayout({1, 1}, processing).rows();
    return 0;
}

PictureLayout pictureLayout(PictureSize picture, const PictureProcessing& processing) {
    if (std::max(picture.width, picture.height) >
        uint64_t{narrowest} * std::min(picture.width, picture.height))
        throw Error(errors::narrowPicture, {narrowest});
    PictureLayout layout = std::visit(LayoutMaker(picture, processing), processing.size);
    layout.mergeSize = processing.mergeSize;
    layout.grids.assign(size_t{layout.tileRows} * layout.tileColumns,
                        gridOf(layout.tile, processing.patchSize));
    if (layout.overview) layout.grids.push_back(gridOf(*layout.overview, processing.patchSize));
    return layout;
}

}  // namespace hearth
