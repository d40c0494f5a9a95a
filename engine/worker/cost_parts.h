#pragma once

#include <cstdint>
#include <vector>

#include "hearth/kv_cost.h"

namespace hearth {

struct ModelConfig;

namespace wire {

/// Parts of a KvCost, for sending it to another process.
struct KvCostParts {
    std::vector<KvCost::Layer> layers;
    std::vector<uint32_t> windows;
    uint64_t stateBytes = 0;
};

KvCostParts costPartsOf(const ModelConfig& config);
/// Throws errors::workerNonsense for parts that no real model has and with which sums of bytes could
/// overflow.
KvCost costOf(KvCostParts parts);

}  // namespace wire
}  // namespace hearth
