#include "vision/tower_positions.h"

#include <algorithm>
#include <cmath>

namespace hearth {

namespace {

/// The lengths of a table's side and of the picture's, in patches.
struct Axis {
    uint32_t from = 0, to = 0;
};
using EntryWeights = std::vector<std::pair<uint32_t, float>>;

/// Weights of the entries that an entry of the stretched axis is the mean of.
EntryWeights stretchedWeights(Axis axis, uint32_t i) {
    const float ratio = static_cast<float>(axis.from) / static_cast<float>(axis.to);
    const float stretch = std::max(ratio, 1.0F), centre = ratio * (static_cast<float>(i) + 0.5F);
    const auto first = static_cast<uint32_t>(std::max(centre - stretch + 0.5F, 0.0F));
    const auto end = std::min(static_cast<uint32_t>(centre + stretch + 0.5F), axis.from);
    EntryWeights weights;
    float sum = 0;
    for (uint32_t j = first; j < end; ++j) {
        const float distance = std::abs((static_cast<float>(j) + 0.5F - centre) / stretch);
        weights.emplace_back(j, std::max(1.0F - distance, 0.0F));
        sum += weights.back().second;
    }
    for (auto& [j, weight] : weights) weight /= sum;
    return weights;
}

/// The same where the first and the last entry of both are at the same place.
EntryWeights cornerWeights(Axis axis, uint32_t i) {
    const float step =
        axis.to > 1 ? static_cast<float>(axis.from - 1) / static_cast<float>(axis.to - 1) : 0.0F;
    const float place = static_cast<float>(i) * step;
    const auto low = std::min(static_cast<uint32_t>(place), axis.from - 1);
    const uint32_t high = std::min(low + 1, axis.from - 1);
    const float share = place - static_cast<float>(low);
    return {{low, 1.0F - share}, {high, share}};
}

/// Bicubically, between the four entries around a place.
EntryWeights cubicWeights(Axis axis, uint32_t i) {
    constexpr float a = -0.75F;
    const float place =
        (static_cast<float>(i) + 0.5F) / static_cast<float>(axis.to) * static_cast<float>(axis.from) - 0.5F;
    const float low = std::floor(place);
    EntryWeights weights;
    for (int tap = -1; tap <= 2; ++tap) {
        const float x = std::abs(place - low - static_cast<float>(tap));
        const float weight =
            x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
        const float entry =
            std::clamp(low + static_cast<float>(tap), 0.0F, static_cast<float>(axis.from - 1));
        weights.emplace_back(static_cast<uint32_t>(entry), weight);
    }
    return weights;
}

void addRow(std::span<const float> from, size_t row, float weight, size_t width, float* to) {
    const float* const values = from.data() + row * width;
    for (size_t i = 0; i < width; ++i) to[i] += weight * values[i];
}

std::vector<float> resampledPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                      uint32_t mergeSize, EntryWeights (*weightsOf)(Axis, uint32_t)) {
    const auto side =
        static_cast<uint32_t>(std::lround(std::sqrt(static_cast<double>(table.size() / width))));
    std::vector<float> across(size_t{side} * grid.columns * width), all(size_t{grid.patches()} * width);
    for (uint32_t x = 0; x < grid.columns; ++x)
        for (const auto& [from, weight] : weightsOf({side, grid.columns}, x))
            for (uint32_t y = 0; y < side; ++y)
                addRow(table, size_t{y} * side + from, weight, width,
                       &across[(size_t{y} * grid.columns + x) * width]);
    for (uint32_t y = 0; y < grid.rows; ++y)
        for (const auto& [from, weight] : weightsOf({side, grid.rows}, y))
            for (uint32_t x = 0; x < grid.columns; ++x)
                addRow(across, size_t{from} * grid.columns + x, weight, width,
                       &all[(size_t{y} * grid.columns + x) * width]);
    return tablePositions(all, width, grid, mergeSize);
}

}  // namespace

std::vector<uint32_t> rasterOrder(PatchGrid grid, uint32_t mergeSize) {
    std::vector<uint32_t> order;
    order.reserve(grid.patches());
    for (uint32_t row = 0; row < grid.rows; row += mergeSize)
        for (uint32_t column = 0; column < grid.columns; column += mergeSize)
            for (uint32_t i = 0; i < mergeSize * mergeSize; ++i)
                order.push_back((row + i / mergeSize) * grid.columns + column + i % mergeSize);
    return order;
}

std::vector<float> tablePositions(std::span<const float> table, size_t width, PatchGrid grid,
                                  uint32_t mergeSize) {
    std::vector<float> rows;
    rows.reserve(grid.patches() * width);
    for (const uint32_t patch : rasterOrder(grid, mergeSize)) {
        const auto from = table.begin() + static_cast<ptrdiff_t>(patch * width);
        rows.insert(rows.end(), from, from + static_cast<ptrdiff_t>(width));
    }
    return rows;
}

std::vector<float> resizedPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                    uint32_t mergeSize) {
    return resampledPositions(table, width, grid, mergeSize, stretchedWeights);
}

std::vector<float> cornerPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                   uint32_t mergeSize) {
    return resampledPositions(table, width, grid, mergeSize, cornerWeights);
}

std::vector<float> cubicPositions(std::span<const float> table, size_t width, PatchGrid grid,
                                  uint32_t mergeSize) {
    return resampledPositions(table, width, grid, mergeSize, cubicWeights);
}

std::vector<float> axisPositions(std::span<const float> tables, size_t width, PatchGrid grid,
                                 uint32_t mergeSize) {
    const size_t length = tables.size() / 2 / width;
    std::vector<float> rows(size_t{grid.patches()} * width);
    float* to = rows.data();
    for (const uint32_t patch : rasterOrder(grid, mergeSize)) {
        addRow(tables, patch % grid.columns, 1, width, to);
        addRow(tables, length + patch / grid.columns, 1, width, to);
        to += width;
    }
    return rows;
}

}  // namespace hearth
