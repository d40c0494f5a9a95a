#pragma once

#include "hearth/error.h"

/// Errors of embedding models and of requests to them.
namespace hearth::errors {

inline constexpr ErrorKind makesNoEmbeddings{
    ErrorCode::Unsupported,
    {"embedding.chat-model",
     HEARTH_TRANSLATED("Engine",
                       "This model writes replies and makes no embeddings; choose an embedding model.")}};
inline constexpr ErrorKind onlyReranks{
    ErrorCode::Unsupported,
    {"embedding.only-reranks",
     HEARTH_TRANSLATED(
         "Engine", "This model scores pairs of texts and makes no embeddings; choose an embedding model.")}};
inline constexpr ErrorKind noPairTemplate{
    ErrorCode::BadFile,
    {"embedding.no-pair-template",
     HEARTH_TRANSLATED(
         "Engine",
         "The model's template for reranking has no place for the question or for the passage; the file is "
         "damaged.")}};
/// Tokens of a text, and the most that the model reads. Only those who count tokens themselves meet it.
inline constexpr ErrorKind textTooLong{
    ErrorCode::BadInput,
    {"embedding.text-too-long", "A text has %1 tokens, and the model reads 1 to %2; cut it."}};

}  // namespace hearth::errors
