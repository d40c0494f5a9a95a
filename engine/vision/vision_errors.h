#pragma once

#include "hearth/error.h"

/// Errors of vision towers, and of pictures for them.
namespace hearth::errors {

/// Named by the model.
inline constexpr ErrorKind unknownProcessor{
    ErrorCode::Unsupported,
    {"vision.unknown-processor",
     "The model reads pictures in a way (\"%1\") that Hearth does not know yet; choose another model."}};
/// The setting.
inline constexpr ErrorKind badPictureSetting{
    ErrorCode::BadFile,
    {"vision.bad-setting",
     "The model's setting \"%1\" for pictures is missing or impossible; download the model again."}};
/// Its name.
inline constexpr ErrorKind unknownActivation{
    ErrorCode::Unsupported,
    {"vision.unknown-activation",
     "The model's vision encoder uses the activation \"%1\", which Hearth does not know; choose another "
     "model."}};
/// Largest ratio of the sides of a picture.
inline constexpr ErrorKind narrowPicture{
    ErrorCode::BadInput,
    {"vision.narrow-picture",
     "The picture is more than %1 times as long as it is wide, which the model cannot read; cut it."}};
inline constexpr ErrorKind lostPictures{
    ErrorCode::BadInput,
    {"vision.lost-pictures",
     "The chat template leaves out pictures of the messages, so the model would not see them; choose another "
     "model."}};
/// Numbers of a row, and of an embedding.
inline constexpr ErrorKind otherTower{
    ErrorCode::BadFile,
    {"vision.other-tower",
     "The vision encoder belongs to another model: its rows have %1 numbers, this model's %2; use the mmproj "
     "file of this model."}};

}  // namespace hearth::errors
