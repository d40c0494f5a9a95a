#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/tensor_parallel/weight_cut.h"

namespace hearth {

/// How the weights of a model are cut for equal backends that share every layer (after Shoeybi et al. 2019,
/// Megatron-LM): rows of what makes queries, keys, values and the inner of the feed-forward part, so that
/// each has some of the heads and of the inner columns; columns of what comes behind, whose products are
/// added up once behind attention and once behind the feed-forward part. Experts are cut inside, each of
/// them. A value.
struct ShardPlan {
    /// Rows that lie one after the other in a joined matrix of a layer; none where it has none.
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
