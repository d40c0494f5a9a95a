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

/// Its number, and how many there are.
inline constexpr ErrorKind noSuchGpu{
    ErrorCode::Device,
    {"placement.no-such-card",
     HEARTH_TRANSLATED("Engine",
                       "There is no graphics card number %1 (Hearth sees %2, and counts from 0); choose "
                       "another one.")}};
inline constexpr ErrorKind gpuNamedTwice{
    ErrorCode::BadInput,
    {"placement.card-named-twice", "The graphics card number %1 is named twice; name each card once."}};
inline constexpr ErrorKind noGpusToChoose{
    ErrorCode::BadInput,
    {"placement.no-cards-to-choose",
     "The %1 backend works on no graphics cards that could be chosen; name another backend, or no cards."}};

}  // namespace hearth::errors
