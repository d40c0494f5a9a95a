#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/embedder.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// A request for embeddings.
struct EmbeddingRequest {
    std::string model;  ///< that is asked for; empty: any
    /// What is to be embedded: texts, or lists of tokens. One of the two is empty.
    std::vector<std::string> texts;
    std::vector<std::vector<TokenId>> tokens;
    EmbeddingKind kind = EmbeddingKind::Plain;
    bool base64 = false;
    bool truncate = false;  ///< of texts that are too long the beginning is read; else they are refused
    std::optional<int> dimensions;  ///< numbers of an embedding that are wanted

    size_t count() const noexcept { return texts.size() + tokens.size(); }
};

/// Texts and passages that one request may have.
inline constexpr size_t mostTextsOfRequest = 2048;

/// Reads the body of a request. Throws Refusal with the field that cannot be used.
EmbeddingRequest readEmbeddingRequest(const Json& body, RequestNotes& notes);
/// The fields that it knows at the top of a body.
std::vector<std::string_view> embeddingFields();

}  // namespace hearth::openai
