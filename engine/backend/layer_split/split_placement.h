#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// Which part holds which part of a model. A value.
///
/// Vectors that belong to no layer (rotary frequencies, the last norm) are kept on every part.
struct SplitPlacement {
    std::vector<uint32_t> layers;  ///< number of layers on each part, in order
    size_t embeddingsOn = 0;       ///< the part with the tables of embeddings; the head is on the last one

    /// Index of the part that has a layer's weights and its share of the cache.
    size_t partOfLayer(uint32_t layer) const noexcept;
    bool holds(const WeightSource& source, size_t part) const noexcept;
};

}  // namespace hearth
