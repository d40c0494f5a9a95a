#pragma once

#include "hearth/error.h"
#include "runtime/runtime_errors.h"

/// Why a server does not answer.
namespace hearth::errors {

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

}  // namespace hearth::errors
