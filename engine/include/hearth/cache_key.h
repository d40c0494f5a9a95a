#pragma once

#include <array>
#include <cstddef>

namespace hearth {

/// What the files of a cache on disk are encrypted with: random bytes that the caller keeps in a safe place.
/// Without it nobody reads them, and nothing else is lost.
using CacheKey = std::array<std::byte, 32>;

}  // namespace hearth
