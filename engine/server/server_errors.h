#pragma once

#include "hearth/error.h"

/// Why a server does not answer.
namespace hearth::errors {

inline constexpr ErrorKind noMemoryToLoad{
    ErrorCode::OutOfMemory,
    {"server.no-memory-to-load", "There is not enough memory to load the model; close other programs."}};
inline constexpr ErrorKind tooManyRequests{
    ErrorCode::OutOfMemory, {"server.too-many-requests", "Too many requests are waiting; try again later."}};
inline constexpr ErrorKind serverStopped{ErrorCode::Cancelled, {"server.stopped", "The server is stopping."}};

}  // namespace hearth::errors
