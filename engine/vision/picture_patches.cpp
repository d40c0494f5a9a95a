#include "vision/picture_patches.h"

#include <algorithm>

namespace hearth {

namespace {

/// Normalised values by channel and level.
using Levels = std::array<std::array<float, 256>, 3>;

Levels levelsOf(const PictureProcessing& processing) {
    Levels levels;
    for (size_t channel = 0; channel < 3; ++channel)
        for (size_t level = 0; level < 256; ++level)
            levels[channel][level] =
                (static_cast<float>(level) * processing.scale - processing.mean[channel]) /
                processing.deviation[channel];
    return levels;
}

/// Appends the patches of parts of pictures.
class PatchWriter {
public:
    PatchWriter(const PictureProcessing& processing, std::vector<float>& values)
        : m_levels(levelsOf(processing)),
          m_side(processing.patchSize),
          m_merge(processing.mergeSize),
          m_values(values) {}

    /// The part of a picture from (left, top) on. What lies outside the picture is black.
    void write(const Picture& picture, int64_t left, int64_t top, PatchGrid grid) {
        for (uint32_t blockRow = 0; blockRow < grid.rows; blockRow += m_merge)
            for (uint32_t blockColumn = 0; blockColumn < grid.columns; blockColumn += m_merge)
                for (uint32_t i = 0; i < m_merge * m_merge; ++i)
                    writePatch(picture, left + int64_t{m_side} * (blockColumn + i % m_merge),
                               top + int64_t{m_side} * (blockRow + i / m_merge));
    }

private:
    void writePatch(const Picture& picture, int64_t left, int64_t top) {
        const int64_t width = picture.size.width, height = picture.size.height;
        for (size_t channel = 0; channel < 3; ++channel) {
            const auto& levels = m_levels[channel];
            for (int64_t y = top; y < top + m_side; ++y) {
                for (int64_t x = left; x < left + m_side; ++x) {
                    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
                    const uint8_t level =
                        inside ? picture.rgb[static_cast<size_t>(y * width + x) * 3 + channel] : 0;
                    m_values.push_back(levels[level]);
                }
            }
        }
    }

    Levels m_levels;
    uint32_t m_side, m_merge;
    std::vector<float>& m_values;
};

}  // namespace

PicturePatches picturePatches(const Picture& picture, const PictureProcessing& processing) {
    PicturePatches patches{pictureLayout(picture.size, processing), {}};
    const PictureLayout& layout = patches.layout;
    patches.values.reserve(size_t{layout.patches()} * processing.patchValues());
    Picture resized;
    const Picture* canvas = &picture;
    for (const PictureSize& size : layout.resizes) {
        if (size == canvas->size) continue;
        resized = resizedPicture(*canvas, size, processing.filter);
        canvas = &resized;
    }
    PatchWriter writer(processing, patches.values);
    const PictureSize tile = layout.tile;
    // Most tiles are the whole canvas. A crop may be smaller or larger than it.
    const auto before = [&](uint32_t extent, uint32_t tiles) {
        return layout.isCentred ? (int64_t{extent} - int64_t{tiles}) / 2 : int64_t{0};
    };
    const int64_t left = before(canvas->size.width, tile.width * layout.tileColumns);
    const int64_t top = before(canvas->size.height, tile.height * layout.tileRows);
    for (uint32_t row = 0; row < layout.tileRows; ++row)
        for (uint32_t column = 0; column < layout.tileColumns; ++column)
            writer.write(*canvas, left + int64_t{tile.width} * column, top + int64_t{tile.height} * row,
                         layout.grids[size_t{row} * layout.tileColumns + column]);
    if (layout.overview) {
        const Picture overview =
            resizedPicture(layout.overviewOfResized ? *canvas : picture, *layout.overview, processing.filter);
        writer.write(overview, 0, 0, layout.grids.back());
    }
    return patches;
}

}  // namespace hearth
