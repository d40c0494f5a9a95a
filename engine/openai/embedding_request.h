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
    /// The inputs: texts, or lists of tokens. One of the two is empty.
    std::vector<std::string> texts;
    std::vector<std::vector<TokenId>> tokens;
    EmbeddingKind kind = EmbeddingKind::Plain;
    bool base64 = false;
    bool truncate = false;  ///< texts that are too long are cut at the end; otherwise they are refused
    std::optional<int> dimensions;  ///< requested numbers of an embedding

    size_t count() const noexcept { return texts.size() + tokens.size(); }
};

/// Maximum number of texts and passages of one request.
inline constexpr size_t mostTextsOfRequest = 2048;

/// Reads the body of a request. Throws Refusal with the field that cannot be used.
EmbeddingRequest readEmbeddingRequest(const Json& body, RequestNotes& notes);
/// The fields that it knows at the top of a body.
std::vector<std::string_view> embeddingFields();

}  // namespace hearth::openai
