#pragma once

#include "hearth/error.h"

/// Why a model cannot guess for another.
namespace hearth::errors {

/// Tokens of the draft model, and of the model.
inline constexpr ErrorKind draftOfOtherSize{
    ErrorCode::BadInput,
    {"draft.other-size",
     HEARTH_TRANSLATED(
         "Engine",
         "The draft model knows %1 tokens and this model %2; choose a smaller model of the same "
         "family.")}};
/// The first token that differs.
inline constexpr ErrorKind draftOfOtherTokens{
    ErrorCode::BadInput,
    {"draft.other-tokens",
     HEARTH_TRANSLATED("Engine",
                       "The draft model's vocabulary is another than this model's from token %1 on; choose a "
                       "smaller model of the same family.")}};
inline constexpr ErrorKind draftOfOtherKind{
    ErrorCode::BadInput,
    {"draft.other-kind",
     HEARTH_TRANSLATED("Engine",
                       "The draft model's vocabulary is of another kind than this model's; choose a smaller "
                       "model of the same family.")}};
inline constexpr ErrorKind recurrentDraft{
    ErrorCode::BadInput,
    {"draft.recurrent",
     HEARTH_TRANSLATED("Engine",
                       "The draft model has recurrent layers, which cannot go back to before wrong guesses; "
                       "choose another one.")}};

}  // namespace hearth::errors
