#pragma once

#include <cstdint>
#include <optional>

#include "hearth/cache_key.h"

namespace hearth::app {

/// How much of the cache may lie on disk and what it is encrypted with, as in EngineOptions.
struct PrefixLimits {
    uint64_t bytes = 10'000'000'000;
    uint64_t bytesADay = 10'000'000'000;
    std::optional<CacheKey> key = std::nullopt;
    bool operator==(const PrefixLimits&) const = default;
};

}  // namespace hearth::app
