#pragma once

#include "hearth/error.h"

/// Why a server cannot listen.
namespace hearth::errors {

inline constexpr ErrorKind portTaken{
    ErrorCode::Io,
    {"http.port-taken",
     "Another program listens on port %1 of %2 already; choose another port, or 0 for any."}};
inline constexpr ErrorKind addressUnknown{
    ErrorCode::BadInput,
    {"http.address-unknown",
     "The address \"%1\" is not one of this computer; use 127.0.0.1 for programs on it alone."}};
inline constexpr ErrorKind listeningNotPermitted{
    ErrorCode::Io,
    {"http.not-permitted", "Listening on port %1 of %2 is not permitted; choose a port of 1024 or more."}};
inline constexpr ErrorKind listeningFailed{
    ErrorCode::Io, {"http.listening-failed", "Listening on port %1 of %2 failed: %3."}};

}  // namespace hearth::errors
