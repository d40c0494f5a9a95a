#include "placement/offloaded_expert_plan.h"

#include <algorithm>

namespace hearth {

std::optional<OffloadedExpertPlan> planOffloadedExperts(const OffloadSizes& sizes,
                                                        std::span<const GpuRoom> rooms) {
    OffloadedExpertPlan plan{.cards = planGpus(sizes.least, rooms), .onGpu = {}};
    if (plan.cards.shares.empty() || plan.cards.hostLayers != 0) return std::nullopt;
    size_t first = 0;
    for (size_t i = 0; i < plan.cards.shares.size(); ++i) {
        const GpuPlan::Share& share = plan.cards.shares[i];
        const bool last = i + 1 == plan.cards.shares.size();
        uint64_t needed = neededBesidesLayers(sizes.least, last);
        uint64_t oneExpert = last ? sizes.oneMoreBehind : 0;
        for (const size_t end = first + share.layers; first < end; ++first) {
            needed += sizes.least.layers[first];
            oneExpert += sizes.oneExpert[first];
        }
        const uint64_t left = (rooms[share.card].freeBytes - needed) / 8 * 7;
        plan.onGpu.push_back(oneExpert == 0 ? 0
                                            : static_cast<uint32_t>(std::min<uint64_t>(
                                                  sizes.leastExperts + left / oneExpert, sizes.experts)));
    }
    return plan;
}

}  // namespace hearth
