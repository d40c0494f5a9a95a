#pragma once

#include <span>
#include <string>

#include "hearth/embedder.h"

namespace hearth::openai {

/// The first `dimensions` numbers of an embedding, made one of length 1 again: what is left of models that
/// were trained to be cut (Kusupati et al. 2022).
void cutEmbedding(Embedding& embedding, int dimensions);
/// The body of the answer to a request for embeddings.
std::string embeddingAnswer(const std::string& model, std::span<const Embedding> embeddings, bool base64);

}  // namespace hearth::openai
