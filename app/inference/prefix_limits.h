#pragma once

#include <cstdint>

namespace hearth::app {

/// How much of the cache may lie on disk, as in EngineOptions.
struct PrefixLimits {
    uint64_t bytes = 10'000'000'000;
    uint64_t bytesADay = 10'000'000'000;
    bool operator==(const PrefixLimits&) const = default;
};

}  // namespace hearth::app
