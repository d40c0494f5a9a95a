#pragma once

#include <span>
#include <string>

#include "hearth/embedder.h"

namespace hearth::openai {

/// The body of the answer to a request for embeddings.
std::string embeddingAnswer(const std::string& model, std::span<const Embedding> embeddings, bool base64);

}  // namespace hearth::openai
