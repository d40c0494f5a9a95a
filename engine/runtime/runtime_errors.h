#pragma once

#include "hearth/error.h"

/// Reasons why a loaded model does not answer a request.
namespace hearth::errors {

inline constexpr ErrorKind noMemoryToLoad{
    ErrorCode::OutOfMemory,
    {"server.no-memory-to-load", "There is not enough memory to load the model; close other programs."}};
inline constexpr ErrorKind noMemoryForRequest{
    ErrorCode::OutOfMemory,
    {"server.no-memory-for-request",
     "There is not enough memory for this request; close other programs or send a shorter one."}};
inline constexpr ErrorKind stillLoading{
    ErrorCode::OutOfMemory,
    {"server.still-loading",
     "The model is still being loaded, or waits for memory that others use; try again later."}};
inline constexpr ErrorKind tooManyRequests{
    ErrorCode::OutOfMemory, {"server.too-many-requests", "Too many requests are waiting; try again later."}};
/// The name.
inline constexpr ErrorKind modelGone{ErrorCode::BadInput,
                                     {"server.model-gone", "There is no model called \"%1\" any more."}};
inline constexpr ErrorKind serverStopped{
    ErrorCode::Cancelled, {"server.stopped", "The server is stopping, or the model is being unloaded."}};

}  // namespace hearth::errors
