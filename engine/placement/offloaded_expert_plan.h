#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "placement/gpu_plan.h"

namespace hearth {

/// Memory of a mixture on a GPU when its experts are in host memory.
struct OffloadSizes {
    LayerSizes least;                 ///< with `leastExperts` of each layer on the GPU
    std::vector<uint64_t> oneExpert;  ///< for one more expert, by layer; 0: the layer has none
    uint64_t oneMoreBehind = 0;  ///< the same of a layer after the last, which is on the GPU with the head
    uint32_t leastExperts = 1, experts = 1;
};

/// Placement of the layers, and the number of experts of a layer that each GPU has room for.
struct OffloadedExpertPlan {
    GpuPlan cards;
    std::vector<uint32_t> onGpu;  ///< by share: `leastExperts` to `experts`; 0: its layers have none
    bool operator==(const OffloadedExpertPlan&) const = default;
};

/// All layers on the GPUs with as many experts as fit; an eighth of the memory left for experts stays free,
/// for longer contexts. nullopt: not even the minimum fits.
std::optional<OffloadedExpertPlan> planOffloadedExperts(const OffloadSizes& sizes,
                                                        std::span<const GpuRoom> rooms);

}  // namespace hearth
