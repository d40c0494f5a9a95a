#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hearth/cache_admin.h"

namespace hearth {

/// Limits in bytes of caches that grow into the same `free` bytes, in their order. Each may take an equal
/// share of these besides what it has; what one does not need up to its most is shared among the others.
std::vector<uint64_t> cacheShares(std::span<const CacheMemory> caches, uint64_t free);

}  // namespace hearth
