#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/tensor_parallel/weight_cut.h"

namespace hearth {

/// Partition of the weights of a model for equal backends that share every layer (after Shoeybi et al. 2019,
/// Megatron-LM). The matrices that compute queries, keys, values and the inner columns of the feed-forward
/// part are divided by rows, so each backend has some of the heads and of the inner columns. The matrices
/// after them are divided by columns; their products are added up once after attention and once after the
/// feed-forward part. Each expert is divided inside. A value.
struct ShardPlan {
    /// Rows of the matrices that are joined in a layer, in order; empty if the layer has none.
    struct Layer {
        std::vector<uint64_t> queryKeyValue = {};
        std::vector<uint64_t> gateUp = {};
    };
    size_t parts = 1;
    std::vector<Layer> layers = {};
    bool cutsHead = false;  ///< the head has rows of its own, which are cut; else each part has all of it

    WeightCut cutOf(const WeightId& id) const;
};

}  // namespace hearth
