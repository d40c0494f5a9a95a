#include "embedding/pooled_rows.h"

#include <cmath>

namespace hearth {

std::vector<float> pooledRows(Pooling pooling, std::span<const float> rows, size_t columns) {
    const size_t count = rows.size() / columns;
    if (pooling != Pooling::Mean) {
        const auto row = rows.subspan(pooling == Pooling::Last ? (count - 1) * columns : 0, columns);
        return {row.begin(), row.end()};
    }
    std::vector<double> sums(columns);
    for (size_t i = 0; i < rows.size(); ++i) sums[i % columns] += rows[i];
    std::vector<float> mean(columns);
    for (size_t i = 0; i < columns; ++i) mean[i] = static_cast<float>(sums[i] / static_cast<double>(count));
    return mean;
}

void makeUnitLength(std::span<float> values) noexcept {
    double squares = 0;
    for (const float value : values) squares += double{value} * value;
    if (!(squares > 0)) return;
    const double factor = 1.0 / std::sqrt(squares);
    for (float& value : values) value = static_cast<float>(value * factor);
}

}  // namespace hearth
