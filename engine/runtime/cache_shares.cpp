#include "runtime/cache_shares.h"

#include <algorithm>
#include <numeric>

namespace hearth {

std::vector<uint64_t> cacheShares(std::span<const CacheMemory> caches, uint64_t free) {
    const auto wish = [&](size_t i) { return caches[i].most - std::min(caches[i].most, caches[i].taken); };
    std::vector<size_t> order(caches.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return wish(a) < wish(b); });
    std::vector<uint64_t> limits(caches.size());
    for (size_t place = 0; place < order.size(); ++place) {
        const size_t i = order[place];
        const uint64_t more = std::min(wish(i), free / (order.size() - place));
        limits[i] = caches[i].taken + more;
        free -= more;
    }
    return limits;
}

}  // namespace hearth
