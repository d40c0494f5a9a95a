#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/embedder.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// A request to put passages in order by how well they answer a question, in the form of Jina and Cohere.
struct RerankRequest {
    std::string model;  ///< that is asked for; empty: any
    std::string query;
    std::vector<std::string> documents;
    size_t most = 0;  ///< passages that the answer is to have; 0: all
    bool returnsDocuments = false;
    bool truncate = true;  ///< of passages that are too long the beginning is read; else they are refused
};

/// Reads the body of a request. Throws Refusal with the field that cannot be used.
RerankRequest readRerankRequest(const Json& body, RequestNotes& notes);
/// The fields that it knows at the top of a body.
std::vector<std::string_view> rerankFields();
/// The body of the answer, the best passage first. `scores`: of all documents.
std::string rerankAnswer(const std::string& id, const std::string& model, const RerankRequest& request,
                         std::span<const RerankScore> scores);

}  // namespace hearth::openai
