#pragma once

#include "hearth/error.h"

/// Errors of models whose files are well formed.
namespace hearth::errors {

/// Argument: its name.
inline constexpr ErrorKind unknownArchitecture{
    ErrorCode::Unsupported,
    {"model.unknown-architecture",
     HEARTH_TRANSLATED(
         "Engine",
         "Hearth does not know the model architecture \"%1\" yet; choose a model of another family.")}};
inline constexpr ErrorKind missingTensor{
    ErrorCode::BadFile,
    {"model.missing-tensor",
     HEARTH_TRANSLATED(
         "Engine",
         "The model file lacks the tensor %1; it is incomplete or of a variant that Hearth does "
         "not know.")}};
/// The tensor, its shape, and the one that it should have.
inline constexpr ErrorKind wrongShape{
    ErrorCode::BadFile,
    {"model.wrong-shape",
     HEARTH_TRANSLATED(
         "Engine",
         "The tensor %1 has the shape %2 where the model's numbers ask for %3; the file is damaged.")}};
inline constexpr ErrorKind noArchitecture{
    ErrorCode::BadFile,
    {"model.no-architecture",
     HEARTH_TRANSLATED("Engine",
                       "The file does not say which architecture it holds (general.architecture is missing); "
                       "choose another model file.")}};
/// For files that converters write for programs that load them together with the model.
inline constexpr ErrorKind guessesAlone{
    ErrorCode::Unsupported,
    {"model.guesses-alone",
     HEARTH_TRANSLATED("Engine",
                       "The file has only the layer of a model that guesses further tokens; choose the file "
                       "of the whole model.")}};
inline constexpr ErrorKind noEmbeddings{
    ErrorCode::BadFile,
    {"model.no-embeddings", HEARTH_TRANSLATED("Engine",
                                              "The model file has no usable token embeddings "
                                              "(token_embd.weight); it is a vocabulary only, or damaged.")}};
/// Its name.
inline constexpr ErrorKind unknownScaling{
    ErrorCode::Unsupported,
    {"model.unknown-scaling", HEARTH_TRANSLATED("Engine",
                                                "The model stretches its positions by the method \"%1\", "
                                                "which Hearth does not know yet; choose another model.")}};
inline constexpr ErrorKind noScore{
    ErrorCode::Unsupported,
    {"model.no-score",
     HEARTH_TRANSLATED(
         "Engine",
         "This model sorts texts into classes and scores no pairs of them; choose a reranker or an embedding "
         "model.")}};
inline constexpr ErrorKind writesNoReplies{
    ErrorCode::Unsupported,
    {"model.embedding-model",
     HEARTH_TRANSLATED("Engine", "This model makes embeddings and writes no replies; choose a chat model.")}};

}  // namespace hearth::errors
