#pragma once

#include "hearth/error.h"

/// Errors of vocabularies.
namespace hearth::errors {

/// Argument: its name in the file.
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
/// Argument: its name.
inline constexpr ErrorKind unknownPreTokenizer{
    ErrorCode::Unsupported,
    {"tokenizer.unknown-pre-tokenizer",
     HEARTH_TRANSLATED("Engine",
                       "Hearth does not know the pre-tokenizer '%1' of this file; a newer version may.")}};
/// Argument: the defect, a clause in English.
inline constexpr ErrorKind damagedVocabulary{
    ErrorCode::BadFile,
    {"tokenizer.damaged",
     HEARTH_TRANSLATED("Engine", "The vocabulary of this file is damaged: %1; download the file again.")}};

}  // namespace hearth::errors
