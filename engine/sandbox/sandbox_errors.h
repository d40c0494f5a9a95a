#pragma once

#include "hearth/error.h"

/// Why a process cannot be shut in.
namespace hearth::errors {

/// The system's reason.
inline constexpr ErrorKind cannotShutIn{
    ErrorCode::Unsupported,
    {"sandbox.refused",
     "The process of the model cannot be shut in: %1; switch the process of its own off."}};

}  // namespace hearth::errors
