#include "cli/batch_line.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "hearth/bounded_json.h"

namespace hearth::cli {

namespace {

/// More would make the ids of a large batch take more memory than its model.
constexpr size_t mostIdBytes = 512;

openai::CompletionRequest readRequest(const openai::Json& line, openai::RequestNotes& notes) {
    for (const auto& [field, value] : line.items()) {
        static constexpr std::array known = {"custom_id", "method", "url", "body"};
        if (std::find(known.begin(), known.end(), field) == known.end())
            openai::refuseField(field, "is not supported.");
    }
    if (openai::memberOf(line, "method") != "POST") openai::refuseField("method", "must be \"POST\".");
    const openai::Json& url = openai::memberOf(line, "url");
    const bool chat = url == "/v1/chat/completions";
    if (!chat && url != "/v1/completions")
        openai::refuseField("url", R"(must be "/v1/chat/completions" or "/v1/completions".)");
    const openai::Json& body = openai::memberOf(line, "body");
    if (!body.is_object()) openai::refuseField("body", "must be an object.");
    // An answer is one line with one reply.
    if (!openai::memberOf(body, "n").is_null()) openai::readFixed("n", body.at("n"), 1);
    if (!openai::memberOf(body, "stream").is_null()) openai::readFixed("stream", body.at("stream"), false);
    if (!openai::memberOf(body, "route").is_null()) openai::readFixed("route", body.at("route"), "auto");
    auto request = openai::readCompletionRequest(
        body, chat ? openai::Completion::Chat : openai::Completion::Text, notes);
    if (!request.prompts.empty()) openai::refuseField("prompt", "must be one text or one list of tokens.");
    return request;
}

}  // namespace

BatchLine readBatchLine(std::string_view text) {
    const openai::Json line = parseOrderedJson(text);
    if (line.is_discarded() || !line.is_object())
        return {{}, BatchFault{"invalid_json", "The line is not a JSON object."}};
    const openai::Json& id = openai::memberOf(line, "custom_id");
    if (!id.is_string() || id.get_ref<const std::string&>().empty())
        return {{}, BatchFault{"missing_custom_id", "The line has no \"custom_id\" that is a string."}};
    auto customId = id.get<std::string>();
    if (customId.size() > mostIdBytes)
        return {{}, BatchFault{"custom_id_too_long", "The line's \"custom_id\" is longer than 512 bytes."}};
    BatchLine result{.customId = std::move(customId), .content = {}};
    try {
        openai::RequestNotes notes;
        result.content = readRequest(line, notes);
        result.notes = notes.sentences();
    } catch (openai::Refusal& refusal) {
        result.content = std::move(refusal);
    }
    return result;
}

}  // namespace hearth::cli
