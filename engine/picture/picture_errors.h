#pragma once

#include "hearth/error.h"

/// Errors of picture files. Formats are named ("PNG").
namespace hearth::errors {

inline constexpr ErrorKind emptyPicture{
    ErrorCode::BadFile,
    {"picture.empty", HEARTH_TRANSLATED("Engine", "The picture is an empty file; choose another one.")}};
inline constexpr ErrorKind notAPicture{
    ErrorCode::Unsupported,
    {"picture.not-one",
     HEARTH_TRANSLATED("Engine",
                       "The file is not a picture that Hearth knows; choose a PNG, JPEG or WebP file.")}};
/// The format.
inline constexpr ErrorKind unreadFormat{
    ErrorCode::Unsupported,
    {"picture.unread-format",
     HEARTH_TRANSLATED("Engine", "Hearth does not read %1 pictures; save it as PNG or JPEG.")}};
/// The format, and which kind of it ("with 12 bits a sample").
inline constexpr ErrorKind unreadKind{
    ErrorCode::Unsupported,
    {"picture.unread-kind",
     HEARTH_TRANSLATED("Engine",
                       "Hearth does not read %1 pictures %2; save it as PNG or as an ordinary JPEG.")}};
/// The format, and the package of its codec.
inline constexpr ErrorKind missingCodec{
    ErrorCode::Unsupported,
    {"picture.missing-codec",
     HEARTH_TRANSLATED(
         "Engine", "This computer has no codec for %1 pictures; install %2, or save it as PNG or JPEG.")}};
/// The format.
inline constexpr ErrorKind damagedPicture{
    ErrorCode::BadFile,
    {"picture.damaged",
     HEARTH_TRANSLATED("Engine", "The %1 picture is damaged; download it again, or choose another one.")}};
/// The format.
inline constexpr ErrorKind cutPicture{
    ErrorCode::BadFile,
    {"picture.cut-short",
     HEARTH_TRANSLATED("Engine", "The %1 picture is cut short; download or copy it again.")}};
/// Its megapixels, and the most of a picture of its kind.
inline constexpr ErrorKind largePicture{
    ErrorCode::BadInput,
    {"picture.too-large",
     HEARTH_TRANSLATED(
         "Engine",
         "The picture has %1 megapixels, and Hearth reads at most %2 of its kind; make it smaller.")}};
/// Seconds.
inline constexpr ErrorKind slowPicture{
    ErrorCode::BadInput,
    {"picture.too-slow",
     HEARTH_TRANSLATED("Engine",
                       "The picture takes more than %1 s to decode; save it again as PNG or JPEG.")}};
inline constexpr ErrorKind noMemoryForPicture{
    ErrorCode::OutOfMemory,
    {"picture.no-memory",
     HEARTH_TRANSLATED("Engine", "There is not enough memory to read the picture; close other programs.")}};

/// The system's reason.
inline constexpr ErrorKind decoderNotStarted{
    ErrorCode::Io,
    {"picture.decoder-not-started",
     HEARTH_TRANSLATED("Engine",
                       "The process that decodes pictures could not be started (%1); close other programs "
                       "and try again.")}};

}  // namespace hearth::errors
