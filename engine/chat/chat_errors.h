#pragma once

#include "hearth/error.h"

/// Why there is no prompt.
namespace hearth::errors {

/// The number of the message, from 0, and the tool.
inline constexpr ErrorKind brokenArguments{
    ErrorCode::BadInput,
    {"prompt.broken-arguments",
     "In messages[%1], the arguments of the call of \"%2\" are not a JSON object, and this model's template "
     "cannot write them; send an object, or leave the call out."}};

}  // namespace hearth::errors
