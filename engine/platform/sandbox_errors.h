#pragma once

#include "hearth/error.h"

/// The error of a process that cannot enter its sandbox.
namespace hearth::errors {

/// The system's reason.
inline constexpr ErrorKind cannotShutIn{
    ErrorCode::Unsupported,
    {"sandbox.refused",
     HEARTH_TRANSLATED("Engine",
                       "The model cannot be put into a sandbox: %1; load it without the sandbox.")}};

}  // namespace hearth::errors
