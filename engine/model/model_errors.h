#pragma once

#include "hearth/error.h"

/// What can be wrong with a model whose file is well formed.
namespace hearth::errors {

/// Its name.
inline constexpr ErrorKind unknownArchitecture{
    ErrorCode::Unsupported,
    {"model.unknown-architecture",
     HEARTH_TRANSLATED(
         "Engine",
         "Hearth does not know the model architecture \"%1\" yet; choose a model of another family.")}};
inline constexpr ErrorKind missingTensor{
    ErrorCode::BadFile,
    {"model.missing-tensor",
     HEARTH_TRANSLATED(
         "Engine",
         "The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does "
         "not know.")}};
/// The tensor, its shape, and the one that it should have.
inline constexpr ErrorKind wrongShape{
    ErrorCode::BadFile,
    {"model.wrong-shape",
     HEARTH_TRANSLATED(
         "Engine",
         "The tensor %1 has the shape %2 where the model's numbers ask for %3; the file is damaged.")}};

}  // namespace hearth::errors
