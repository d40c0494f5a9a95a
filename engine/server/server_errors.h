#pragma once

#include "hearth/error.h"

/// Why a server does not answer.
namespace hearth::errors {

inline constexpr ErrorKind noMemoryToLoad{
    ErrorCode::OutOfMemory,
    {"server.no-memory-to-load", "There is not enough memory to load the model; close other programs."}};
inline constexpr ErrorKind noMemoryForRequest{
    ErrorCode::OutOfMemory,
    {"server.no-memory-for-request",
     "There is not enough memory for this request; close other programs or send a shorter one."}};
inline constexpr ErrorKind stillLoading{
    ErrorCode::OutOfMemory,
    {"server.still-loading",
     "The model is still being loaded, or waits for memory that others use; try again later."}};
inline constexpr ErrorKind tooManyRequests{
    ErrorCode::OutOfMemory, {"server.too-many-requests", "Too many requests are waiting; try again later."}};
inline constexpr ErrorKind noModelsInFolder{
    ErrorCode::BadInput,
    {"server.no-models-in-folder", "There are no models in %1; give a folder with GGUF files."}};
/// The file.
inline constexpr ErrorKind servedMakesNoEmbeddings{
    ErrorCode::Unsupported,
    {"server.makes-no-embeddings",
     "The model %1 makes no embeddings, or cannot be read; give --embedding-model one that does."}};
/// The name.
inline constexpr ErrorKind noRoutedModel{
    ErrorCode::BadInput,
    {"server.no-routed-model", "There is no model called \"%1\" in the folder; give --route names of it."}};
inline constexpr ErrorKind sameRoutedModel{
    ErrorCode::BadInput, {"server.same-routed-model", "Both models of --route are \"%1\"; give it two."}};
inline constexpr ErrorKind responseFileInUse{
    ErrorCode::Io,
    {"server.response-file-in-use",
     "Another server keeps its responses in %1; choose another file with --responses."}};
inline constexpr ErrorKind responseFileUnusable{
    ErrorCode::Io,
    {"server.response-file-unusable",
     "The file %1 for responses cannot be used (%2); choose another with --responses."}};
inline constexpr ErrorKind serverStopped{
    ErrorCode::Cancelled, {"server.stopped", "The server is stopping, or the model is being unloaded."}};

}  // namespace hearth::errors
