#pragma once

#include "hearth/error.h"

/// Errors of chat templates.
namespace hearth::errors {

/// Argument: the reason, as the template engine states it.
inline constexpr ErrorKind templateFailed{
    ErrorCode::BadInput, {"template.failed", HEARTH_TRANSLATED("Engine", "The chat template failed: %1.")}};
inline constexpr ErrorKind templateTooLong{
    ErrorCode::BadInput,
    {"template.too-long",
     HEARTH_TRANSLATED(
         "Engine",
         "The chat template makes a text longer than %1 MiB; choose another template for this model.")}};
inline constexpr ErrorKind templateTooDeep{
    ErrorCode::BadInput,
    {"template.too-deep", HEARTH_TRANSLATED("Engine",
                                            "The chat template nests too deeply or calls itself without end; "
                                            "choose another template for this model.")}};
inline constexpr ErrorKind templateTooMuchWork{
    ErrorCode::BadInput,
    {"template.too-much-work",
     HEARTH_TRANSLATED("Engine",
                       "The chat template takes too much work; choose another template for this model.")}};
inline constexpr ErrorKind templateTooMuchMemory{
    ErrorCode::BadInput,
    {"template.too-much-memory",
     HEARTH_TRANSLATED("Engine",
                       "The chat template uses too much memory; choose another template for this model.")}};

}  // namespace hearth::errors
