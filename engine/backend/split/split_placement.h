#pragma once

#include <cstdint>

#include "backend/split/split_side.h"

namespace hearth {

/// Which side holds which part of a model. A value.
///
/// Vectors that belong to no layer (rotary frequencies, the last norm) are kept on both sides.
struct SplitPlacement {
    uint32_t layers = 0;             ///< of the model
    uint32_t deviceLayers = 0;       ///< the last so many
    bool embeddingsOnDevice = true;  ///< false: only the head is there; needs a head of its own

    /// Where a layer's weights and its part of the cache lie.
    SplitSide sideOfLayer(uint32_t layer) const noexcept;
    bool holds(const WeightSource& source, SplitSide side) const noexcept;
};

}  // namespace hearth
