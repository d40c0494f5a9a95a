#pragma once

#include "hearth/cache_admin.h"
#include "hearth/engine_info.h"

namespace hearth::app {

/// Combined information on two models that answer as one: EngineInfo::parts has both, memory is the sum, and
/// the rest is what both have in common, or the small one's.
EngineInfo pairInfo(const EngineInfo& small, const EngineInfo& large);
/// Combined contents of both caches.
CacheStats pairStats(const CacheStats& small, const CacheStats& large);
/// Combined contents of both caches for the same tenants.
PrefixUse pairUse(const PrefixUse& small, const PrefixUse& large);

}  // namespace hearth::app
