#pragma once

#include "hearth/error.h"

/// Why the cache on disk does not do what it is for. Replies come all the same.
namespace hearth::errors {

/// The folder, and what the system says.
inline constexpr ErrorKind cacheNotKept{
    ErrorCode::Io,
    {"cache.not-kept",
     HEARTH_TRANSLATED("Engine",
                       "What was processed cannot be kept in %1: %2; make room there, or give yourself "
                       "permission to write.")}};
/// The folder.
inline constexpr ErrorKind cacheNotRead{
    ErrorCode::Io,
    {"cache.not-read",
     HEARTH_TRANSLATED("Engine",
                       "A part of what was kept in %1 is damaged or cannot be read; it is computed again.")}};

}  // namespace hearth::errors
