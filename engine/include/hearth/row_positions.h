#pragma once

#include <cstdint>

namespace hearth {

/// Positions of a row for its model: of text all three are equal, the rows of a picture have the time of the
/// picture and a height and a width within it (M-RoPE, Wang et al. 2024, section 2.1).
struct RowPositions {
    int32_t time = 0, height = 0, width = 0;

    /// Every one of them `by` larger.
    constexpr RowPositions plus(int32_t by) const noexcept { return {time + by, height + by, width + by}; }
    bool operator==(const RowPositions&) const = default;
};

}  // namespace hearth
