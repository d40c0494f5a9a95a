#include "vision/joined_lines.h"

namespace hearth {

std::vector<float> joinedLines(const PictureLayout& layout, std::span<const float> rows,
                               std::span<const float> lineEnd) {
    const size_t width = lineEnd.size();
    const size_t tileRows = layout.grids.front().rows / layout.mergeSize,
                 tileColumns = layout.grids.front().columns / layout.mergeSize;
    const size_t overview = (layout.grids.size() - 1) * tileRows * tileColumns;
    std::vector<float> joined;
    joined.reserve(layout.rows() * width);
    const auto add = [&](std::span<const float> values) {
        joined.insert(joined.end(), values.begin(), values.end());
    };
    add(rows.subspan(overview * width));
    const PictureLayout::Lines& lines = *layout.lines;
    for (size_t line = lines.first; line < size_t{lines.first} + lines.count; ++line) {
        for (size_t column = lines.firstColumn; column < size_t{lines.firstColumn} + lines.columns;
             ++column) {
            const size_t tile = line / tileRows * layout.tileColumns + column / tileColumns;
            const size_t row = (tile * tileRows + line % tileRows) * tileColumns + column % tileColumns;
            add(rows.subspan(row * width, width));
        }
        add(lineEnd);
    }
    return joined;
}

}  // namespace hearth
