#pragma once

#include "hearth/embedder.h"
#include "worker/engine_wire.h"

/// The values of an embedder's interface as bytes.
namespace hearth::wire {

/// Description of a loaded embedding model, sent by the worker.
struct LoadedEmbedding {
    EmbedderInfo info;
    std::optional<text::VocabularyCopy> vocabulary;
    std::optional<SentError> noVocabulary;  ///< the reason if there is none
    bool filesShut = false;
};

template <>
inline constexpr int memberCount<EmbedderOptions> = 6;
template <>
inline constexpr int memberCount<EmbedderInfo> = 15;
template <>
inline constexpr int memberCount<Embedding> = 3;
template <>
inline constexpr int memberCount<RerankScore> = 3;
template <>
inline constexpr int memberCount<LoadedEmbedding> = 4;

template <>
inline constexpr auto lastValue<EmbeddingKind> = EmbeddingKind::Passage;

}  // namespace hearth::wire
