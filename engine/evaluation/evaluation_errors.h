#pragma once

#include "hearth/error.h"

/// Errors of texts that a model is measured or calibrated with.
namespace hearth::errors {

inline constexpr ErrorKind calibrationNotText{
    ErrorCode::BadInput,
    {"evaluation.calibration-not-text",
     HEARTH_TRANSLATED(
         "Engine",
         "The calibration text is not UTF-8; give a text file of the kind that the model is for.")}};
inline constexpr ErrorKind calibrationTooShort{
    ErrorCode::BadInput,
    {"evaluation.calibration-too-short",
     HEARTH_TRANSLATED("Engine", "The calibration text has %1 tokens; it needs at least %2.")}};

}  // namespace hearth::errors
