#include "session/cache_limit.h"

#include <algorithm>
#include <vector>

namespace hearth {

namespace {

/// Moves cached blocks of numbers from `count` on to free ones below, so that memory behind can be given
/// back.
void moveBelow(CachedPrefixes& cache, uint32_t group, uint32_t count) {
    BlockPool& pool = cache.pools[group];
    pool.handOutLowFirst();
    std::vector<int32_t> room;
    for (uint32_t left = pool.committed() - pool.owned(); left > 0; --left) {
        const int32_t free = pool.take();
        if (static_cast<uint32_t>(free) >= count) {
            pool.release(free);
            break;
        }
        room.push_back(free);
    }
    size_t next = 0;
    cache.tree.moveBlocks(group, [&](int32_t block) -> int32_t {
        if (static_cast<uint32_t>(block) < count || next == room.size()) return -1;
        cache.kv.copyBlock(group, block, room[next], PagedKvCache::blockPositions);
        return room[next++];
    });
    for (; next < room.size(); ++next) pool.release(room[next]);
}

/// Share of the blocks that so many bytes have room for, beside memory that does not depend on their number.
double shareOfBlocks(const CachedPrefixes& cache, uint64_t bytes) {
    uint64_t ofBlocks = 0;
    for (uint32_t group = 0; group < cache.pools.size(); ++group)
        ofBlocks += cache.kv.blocks[group] * cache.kv.blockBytes(group);
    const uint64_t fixed = cache.kv.sizeBytes - std::min(cache.kv.sizeBytes, ofBlocks);
    const uint64_t left = bytes - std::min(bytes, fixed);
    return left >= ofBlocks ? 1 : static_cast<double>(left) / static_cast<double>(ofBlocks);
}

}  // namespace

uint64_t limitCache(CachedPrefixes cache, uint64_t bytes, const FewestBlocks& fewest) {
    const double share = shareOfBlocks(cache, bytes);
    for (uint32_t group = 0; group < cache.pools.size(); ++group) {
        BlockPool& pool = cache.pools[group];
        const auto count = static_cast<uint32_t>(share * pool.capacity());
        pool.limit(std::max(count, static_cast<uint32_t>(fewest(group))));
        if (pool.committed() <= count) continue;
        while (pool.owned() > count && cache.tree.giveUp(group)) {
        }
        moveBelow(cache, group, count);
        cache.kv.shrink(group, pool.shrink(count));
    }
    return cache.kv.committedBytes();
}

}  // namespace hearth
