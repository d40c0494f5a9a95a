#pragma once

#include "hearth/error.h"

/// What can be wrong with a vocabulary.
namespace hearth::errors {

/// What the file calls it.
inline constexpr ErrorKind unknownTokenizer{
    ErrorCode::Unsupported,
    {"tokenizer.unknown",
     HEARTH_TRANSLATED("Engine",
                       "Hearth does not know the tokenizer '%1' of this file; a newer version may.")}};

}  // namespace hearth::errors
