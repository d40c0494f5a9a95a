#include "placement/hosted_expert_plan.h"

#include <algorithm>

namespace hearth {

std::optional<HostedExpertPlan> planHostedExperts(const HostedSizes& sizes, std::span<const CardRoom> rooms) {
    HostedExpertPlan plan{.cards = planCards(sizes.least, rooms), .onCard = {}};
    if (plan.cards.shares.empty() || plan.cards.hostLayers != 0) return std::nullopt;
    size_t first = 0;
    for (size_t i = 0; i < plan.cards.shares.size(); ++i) {
        const CardPlan::Share& share = plan.cards.shares[i];
        const bool last = i + 1 == plan.cards.shares.size();
        uint64_t needed = neededBesidesLayers(sizes.least, last);
        uint64_t oneExpert = last ? sizes.oneMoreBehind : 0;
        for (const size_t end = first + share.layers; first < end; ++first) {
            needed += sizes.least.layers[first];
            oneExpert += sizes.oneExpert[first];
        }
        const uint64_t left = (rooms[share.card].freeBytes - needed) / 8 * 7;
        plan.onCard.push_back(oneExpert == 0 ? 0
                                             : static_cast<uint32_t>(std::min<uint64_t>(
                                                   sizes.leastExperts + left / oneExpert, sizes.experts)));
    }
    return plan;
}

}  // namespace hearth
