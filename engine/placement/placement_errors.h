#pragma once

#include "hearth/error.h"

/// Why a model cannot be placed.
namespace hearth::errors {

/// MiB of a model whose weights fit.
inline constexpr ErrorKind noRoomForStates{
    ErrorCode::OutOfMemory,
    {"placement.no-room-for-states",
     "The recurrent layers of the model need %1 MiB for their states, and %2 MiB are free; close other "
     "programs or choose a smaller model."}};

}  // namespace hearth::errors
