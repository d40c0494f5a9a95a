#pragma once

#include "hearth/error.h"

/// Why a request is refused.
namespace hearth::errors {

inline constexpr ErrorKind emptyPrompt{
    ErrorCode::BadInput,
    {"prompt.empty", HEARTH_TRANSLATED("Engine", "The prompt is empty; write something first.")}};
/// Tokens, and positions of the context.
inline constexpr ErrorKind contextFull{
    ErrorCode::ContextFull,
    {"prompt.context-full",
     HEARTH_TRANSLATED(
         "Engine",
         "The prompt has %1 tokens and the context only %2; shorten it or load the model with a "
         "longer context.")}};

}  // namespace hearth::errors
