#pragma once

#include "hearth/engine.h"

namespace hearth::app {

/// What is said of two models that answer as one: EngineInfo::parts has both, memory is the sum, and the rest
/// is what both have in common, or the small one's.
EngineInfo pairInfo(const EngineInfo& small, const EngineInfo& large);
/// What both hold.
Engine::CacheStats pairStats(const Engine::CacheStats& small, const Engine::CacheStats& large);
/// What both hold of the same owners.
Engine::PrefixUse pairUse(const Engine::PrefixUse& small, const Engine::PrefixUse& large);

}  // namespace hearth::app
