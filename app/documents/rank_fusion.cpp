#include "documents/rank_fusion.h"

#include <algorithm>
#include <unordered_map>

namespace hearth::app {

namespace {

constexpr double rankConstant = 60;

}  // namespace

std::vector<FusedPassage> fuseRanks(const std::vector<std::vector<store::PassageHit>>& lists, int limit) {
    std::vector<FusedPassage> fused;
    std::unordered_map<qint64, size_t> places;
    for (size_t list = 0; list < lists.size(); ++list)
        for (size_t rank = 0; rank < lists[list].size(); ++rank) {
            const store::PassageHit& hit = lists[list][rank];
            const auto [place, isNew] = places.try_emplace(hit.passageId, fused.size());
            if (isNew)
                fused.push_back(
                    {hit.passageId, 0, std::vector<double>(lists.size()), std::vector<int>(lists.size())});
            FusedPassage& passage = fused[place->second];
            if (passage.ranks[list] != 0) continue;
            passage.score += 1 / (rankConstant + static_cast<double>(rank + 1));
            passage.scores[list] = hit.score;
            passage.ranks[list] = static_cast<int>(rank + 1);
        }
    std::stable_sort(fused.begin(), fused.end(),
                     [](const FusedPassage& a, const FusedPassage& b) { return a.score > b.score; });
    if (std::ssize(fused) > limit) fused.resize(static_cast<size_t>(std::max(0, limit)));
    return fused;
}

}  // namespace hearth::app
