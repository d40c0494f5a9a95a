#include "openai/rerank_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>

#include "openai/embedding_request.h"
#include "openai/field_table.h"
#include "openai/number_list.h"
#include "openai/reply_json.h"

namespace hearth::openai {

namespace {

void readDocuments(const std::string& field, const Json& value, RerankRequest& request) {
    if (!value.is_array() || value.empty()) refuseField(field, "must be a list of at least one text.");
    if (value.size() > mostTextsOfRequest)
        refuseField(field, "can have " + std::to_string(mostTextsOfRequest) + " texts at most.");
    for (size_t i = 0; i < value.size(); ++i) {
        const Json& text = value[i].is_object() ? memberOf(value[i], "text") : value[i];
        request.documents.push_back(readString(field + "[" + std::to_string(i) + "]", text));
    }
}

using RerankField = Field<RerankRequest>;

constexpr std::array rerankFieldList = {
    RerankField{"model", [](const std::string& field, const Json& value,
                            RerankRequest& request) { request.model = readString(field, value); }},
    RerankField{"query", [](const std::string& field, const Json& value,
                            RerankRequest& request) { request.query = readString(field, value); }},
    RerankField{"documents", readDocuments},
    RerankField{"top_n",
                [](const std::string& field, const Json& value, RerankRequest& request) {
                    request.most = static_cast<size_t>(readInteger(field, value, 1));
                }},
    RerankField{"return_documents",
                [](const std::string& field, const Json& value, RerankRequest& request) {
                    request.returnsDocuments = readBoolean(field, value);
                }},
    RerankField{"truncate", [](const std::string& field, const Json& value,
                               RerankRequest& request) { request.truncate = readBoolean(field, value); }},
};

}  // namespace

RerankRequest readRerankRequest(const Json& body, RequestNotes& notes) {
    RerankRequest request;
    readFields(body, rerankFieldList, request,
               [&](const std::string& field, const Json&) { notes.ignore(field); });
    for (const char* needed : {"query", "documents"})
        if (memberOf(body, needed).is_null()) refuseField(needed, "is missing.");
    return request;
}

std::vector<std::string_view> rerankFields() {
    return fieldNames(rerankFieldList);
}

std::string rerankAnswer(const std::string& id, const std::string& model, const RerankRequest& request,
                         std::span<const RerankScore> scores) {
    std::vector<size_t> order(scores.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return scores[a].score > scores[b].score; });
    if (request.most != 0 && request.most < order.size()) order.resize(request.most);
    int64_t tokens = 0;
    for (const RerankScore& one : scores) tokens += one.tokens;
    std::string results;
    for (const size_t i : order) {
        if (!results.empty()) results += ',';
        results +=
            R"({"index":)" + std::to_string(i) + R"(,"relevance_score":)" + numberText(scores[i].score);
        if (request.returnsDocuments) results += R"(,"document":)" + dumped({{"text", request.documents[i]}});
        results += '}';
    }
    const std::string count = std::to_string(tokens);
    return R"({"id":)" + dumped(id) + R"(,"object":"list","model":)" + dumped(model) + R"(,"results":[)" +
           results + R"(],"usage":{"prompt_tokens":)" + count + R"(,"total_tokens":)" + count + "}}";
}

}  // namespace hearth::openai
