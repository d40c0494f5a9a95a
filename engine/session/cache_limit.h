#pragma once

#include <cstdint>
#include <functional>

#include "prefix_store/cached_prefixes.h"

namespace hearth {

/// Blocks of a group of layers that the cache may have in any case.
using FewestBlocks = std::function<size_t(size_t group)>;

/// Limits the memory of keys and values to so many bytes from now on, but for the fewest blocks. Cached
/// prefixes that do not fit are evicted, the least recently used first, and their memory is given back, as
/// far as no running sequence holds blocks behind it. To be called between two passes. Returns
/// PagedKvCache::committedBytes().
uint64_t limitCache(CachedPrefixes cache, uint64_t bytes, const FewestBlocks& fewest);

}  // namespace hearth
