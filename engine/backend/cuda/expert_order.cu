// Brings the rows that go to the same expert together, so that an expert's weights are read once for all of
// them instead of once for each. One block of threads: what it sorts is a few thousand numbers.
#include <bit>

#include "backend/cuda/kernel_arguments.h"
#include "backend/cuda/row_operations.h"

namespace hearth::cuda {
namespace {

/// Places that an expert takes.
HEARTH_DEVICE int placesOf(int count) {
    return (count + expertAlignment - 1) / expertAlignment * expertAlignment;
}

/// Calls visit(item, place among those of the expert) for each item of one expert, in order; a warp together.
/// Returns the number of these items.
template <class Visit>
HEARTH_DEVICE int eachItem(const ExpertOrderView& view, int expert, Visit visit) {
    const uint32_t below = (1U << static_cast<unsigned>(laneId())) - 1U;
    int count = 0;
    for (int first = 0; first < view.items; first += 32) {
        const int item = first + laneId();
        const bool own = item < view.items && view.expert[item] == expert;
        const uint32_t all = ballot(own);
        if (own) visit(item, count + std::popcount(all & below));
        count += std::popcount(all);
    }
    return count;
}

HEARTH_KERNEL(256) orderByExpert(HEARTH_PARAMETER(ExpertOrderView) view) {
    HEARTH_SHARED_DYNAMIC(memory);
    auto* counts = reinterpret_cast<int*>(memory);  // by expert
    for (int expert = warpId(); expert < view.experts; expert += rowWarps) {
        const int count = eachItem(view, expert, [](int, int) {});
        if (laneId() == 0) counts[expert] = count;
    }
    blockBarrier();
    for (int expert = warpId(); expert < view.experts; expert += rowWarps) {
        int firstPlace = 0, firstTile = 0;
        for (int before = laneId(); before < expert; before += 32) {
            firstPlace += placesOf(counts[before]);
            firstTile += (counts[before] + view.tileItems - 1) / view.tileItems;
        }
        firstPlace = warpSum(firstPlace);
        firstTile = warpSum(firstTile);
        const int count =
            eachItem(view, expert, [&](int item, int place) { view.item[firstPlace + place] = item; });
        for (int place = count + laneId(); place < placesOf(count); place += 32)
            view.item[firstPlace + place] = -1;
        const int tiles = (count + view.tileItems - 1) / view.tileItems;
        for (int i = laneId(); i < tiles; i += 32) {
            const int left = count - i * view.tileItems;
            view.tile[firstTile + i] = {expert, firstPlace + i * view.tileItems,
                                        left < view.tileItems ? left : view.tileItems};
        }
        // Behind the last there is nothing to do.
        if (expert == view.experts - 1) {
            for (int i = firstPlace + placesOf(count) + laneId(); i < view.places; i += 32) view.item[i] = -1;
        }
        if (expert == view.experts - 1) {
            for (int i = firstTile + tiles + laneId(); i < view.tiles; i += 32) view.tile[i] = {0, 0, 0};
        }
    }
}

}  // namespace

void launchExpertOrder(const ExpertOrderView& view, StreamHandle stream) {
    launch("orderByExpert", orderByExpert, {1}, 256, static_cast<size_t>(view.experts) * sizeof(int), stream,
           view);
}

}  // namespace hearth::cuda
