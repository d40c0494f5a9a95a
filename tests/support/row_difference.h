#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace hearth::test {

/// Standard deviation of the numbers of a row.
inline double deviation(const std::vector<float>& row) {
    double sum = 0, squares = 0;
    for (const float value : row) sum += value, squares += double{value} * value;
    const auto count = static_cast<double>(row.size());
    return std::sqrt(std::max(1e-12, squares / count - sum / count * sum / count));
}

/// The largest difference of two rows of logits, in standard deviations of the second; infinity when their
/// lengths differ.
inline double rowDifference(const std::vector<float>& row, const std::vector<float>& wanted) {
    if (row.size() != wanted.size()) return std::numeric_limits<double>::infinity();
    double worst = 0;
    for (size_t i = 0; i < row.size(); ++i) worst = std::max(worst, std::abs(double{row[i]} - wanted[i]));
    return worst / deviation(wanted);
}

}  // namespace hearth::test
