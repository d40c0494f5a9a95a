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
inline constexpr ErrorKind noVocabulary{
    ErrorCode::Unsupported,
    {"tokenizer.none", HEARTH_TRANSLATED("Engine",
                                         "This file has no vocabulary, so text cannot be turned into tokens; "
                                         "choose a file that includes its tokenizer.")}};
/// Its name.
inline constexpr ErrorKind unknownPreTokenizer{
    ErrorCode::Unsupported,
    {"tokenizer.unknown-pre-tokenizer",
     HEARTH_TRANSLATED("Engine",
                       "Hearth does not know the pre-tokenizer '%1' of this file; a newer version may.")}};
/// What is wrong, a clause in English.
inline constexpr ErrorKind damagedVocabulary{
    ErrorCode::BadFile,
    {"tokenizer.damaged",
     HEARTH_TRANSLATED("Engine", "The vocabulary of this file is damaged: %1; download the file again.")}};

}  // namespace hearth::errors
