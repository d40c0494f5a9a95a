#pragma once

#include <array>
#include <cstddef>

namespace hearth {

/// Key that encrypts the files of a disk cache: random bytes that the caller keeps in a safe place. Without
/// it the files cannot be read; nothing else is lost.
using CacheKey = std::array<std::byte, 32>;

}  // namespace hearth
