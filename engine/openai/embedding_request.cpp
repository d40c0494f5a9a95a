#include "openai/embedding_request.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "openai/field_table.h"

namespace hearth::openai {

namespace {

std::vector<TokenId> readTokens(const std::string& field, const Json& value) {
    std::vector<TokenId> tokens;
    for (const Json& one : value) tokens.push_back(readInteger(field, one, 0));
    if (tokens.empty()) refuseField(field, "must hold at least one token.");
    return tokens;
}

void readInput(const std::string& field, const Json& value, EmbeddingRequest& request) {
    if (value.is_string()) {
        request.texts.push_back(value.get<std::string>());
        return;
    }
    if (!value.is_array() || value.empty())
        refuseField(field, "must be a text, a list of texts, a list of tokens, or a list of such lists.");
    if (value.front().is_number()) {
        request.tokens.push_back(readTokens(field, value));
        return;
    }
    if (value.size() > mostTextsOfRequest)
        refuseField(field, "can have " + std::to_string(mostTextsOfRequest) + " texts at most.");
    const bool texts = value.front().is_string();
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string name = field + "[" + std::to_string(i) + "]";
        if (texts)
            request.texts.push_back(readString(name, value[i]));
        else if (value[i].is_array())
            request.tokens.push_back(readTokens(name, value[i]));
        else
            refuseField(name, "must be a text or a list of tokens.");
    }
}

/// Cohere's and Voyage's words for it.
void readInputType(const std::string& field, const Json& value, EmbeddingRequest& request) {
    if (value == "query" || value == "search_query")
        request.kind = EmbeddingKind::Query;
    else if (value == "document" || value == "passage" || value == "search_document")
        request.kind = EmbeddingKind::Passage;
    else
        refuseField(field, R"(must be "query" or "document".)");
}

using EmbeddingField = Field<EmbeddingRequest>;

constexpr std::array embeddingFieldList = {
    EmbeddingField{"model", [](const std::string& field, const Json& value,
                               EmbeddingRequest& request) { request.model = readString(field, value); }},
    EmbeddingField{"input", readInput},
    EmbeddingField{"input_type", readInputType},
    EmbeddingField{"encoding_format",
                   [](const std::string& field, const Json& value, EmbeddingRequest& request) {
                       if (value != "float" && value != "base64")
                           refuseField(field, R"(must be "float" or "base64".)");
                       request.base64 = value == "base64";
                   }},
    EmbeddingField{"dimensions",
                   [](const std::string& field, const Json& value, EmbeddingRequest& request) {
                       request.dimensions = readInteger(field, value, 1);
                   }},
    EmbeddingField{"truncate",
                   [](const std::string& field, const Json& value, EmbeddingRequest& request) {
                       request.truncate = readBoolean(field, value);
                   }},
    EmbeddingField{"user", [](const std::string& field, const Json& value,
                              EmbeddingRequest&) { (void)readString(field, value); }},
};

}  // namespace

EmbeddingRequest readEmbeddingRequest(const Json& body, RequestNotes& notes) {
    EmbeddingRequest request;
    readFields(body, embeddingFieldList, request,
               [&](const std::string& field, const Json&) { notes.ignore(field); });
    if (request.count() == 0) refuseField("input", "is missing.");
    if (!request.tokens.empty() && request.kind != EmbeddingKind::Plain)
        refuseField("input_type", "cannot be used with lists of tokens, which are taken as they are.");
    return request;
}

std::vector<std::string_view> embeddingFields() {
    return fieldNames(embeddingFieldList);
}

}  // namespace hearth::openai
