#include "openai/response_request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "openai/call_choice.h"
#include "openai/field_table.h"
#include "openai/form_fields.h"
#include "openai/input_items.h"
#include "openai/message_fields.h"
#include "openai/sampling_fields.h"
#include "openai/shared_fields.h"
#include "openai/template_variables.h"
#include "openai/text_format.h"

namespace hearth::openai {

namespace {

/// State while the fields of a body are read.
struct ResponseReader {
    ResponseRequest& request;
    RequestNotes& notes;
    Json variables = Json::object();  ///< of the template
    CallChoice choice = {};
};

using ReadResponseField = void (*)(const std::string& field, const Json& value, ResponseReader& reader);

/// Fields that are only repeated in the answer: who asks, and how a provider should handle the request.
void readLabel(const std::string& field, const Json& value, ResponseReader& reader) {
    (void)readString(field, value);
    reader.request.echo[field] = value;
}

void readResponseMetadata(const std::string& field, const Json& value, ResponseReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    reader.request.echo[field] = value;
}

void readFunctions(const std::string& field, const Json& value, ResponseReader& reader) {
    if (!value.is_array()) refuseField(field, "must be a list of functions.");
    Json functions = Json::array(), told = Json::array();
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string name = field + "[" + std::to_string(i) + "]";
        if (const Json& type = memberOf(value[i], "type"); type.is_string() && type != "function") {
            noteOtherTool(name + ".type", type, reader.notes);
            continue;
        }
        if (memberOf(value[i], "type") != "function") refuseField(name + ".type", R"(must be "function".)");
        functions.push_back(readFunction(name, value[i], reader.notes));
        Json& one = told.emplace_back(value[i]);
        // Answers have both always.
        for (const char* needed : {"parameters", "strict"})
            if (!one.contains(needed)) one[needed] = nullptr;
    }
    reader.request.echo["tools"] = std::move(told);
    if (!functions.empty()) reader.variables["tools"] = std::move(functions);
}

void readReasoning(const std::string& field, const Json& value, ResponseReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (entry.is_null()) continue;
        if (key == "effort")
            setReasoningEffort(name, entry, reader.notes, reader.variables);
        else if (key == "summary" || key == "generate_summary")
            (void)readString(name, entry);  // all of it is told
        else
            reader.notes.ignore(name);
    }
    reader.request.echo[field] = {{"effort", memberOf(value, "effort")},
                                  {"summary", memberOf(value, "summary")}};
}

void readTextSettings(const std::string& field, const Json& value, ResponseReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (key == "format" && !entry.is_null()) {
            setForm(name, readTextFormat(name, entry, reader.notes), reader.request.generation.grammar);
            reader.request.echo[field][key] = entry;
        } else if (key == "verbosity") {
            if (!entry.is_null()) reader.request.echo[field][key] = readString(name, entry);
        } else if (key != "format") {
            reader.notes.ignore(name);
        }
    }
}

void readInclude(const std::string& field, const Json& value, ResponseReader& reader) {
    if (!value.is_array()) refuseField(field, "must be a list.");
    for (const Json& one : value) {
        if (one == "message.output_text.logprobs")
            reader.request.logprobs = true;
        else if (one != "reasoning.encrypted_content")  // it is there in the open
            reader.notes.ignore(field);
    }
}

void readResponseStreaming(const std::string& field, const Json& value, ResponseReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items())
        if (key != "include_obfuscation") reader.notes.ignore(field + "." + key);
}

using ResponseField = Field<ResponseReader>;

constexpr std::array responseFieldList = {
    ResponseField{"model", [](const std::string& field, const Json& value,
                              ResponseReader& reader) { reader.request.model = readString(field, value); }},
    ResponseField{"input", [](const std::string&, const Json& value,
                              ResponseReader& reader) { reader.request.input = inputItemsOf(value); }},
    ResponseField{"instructions",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      reader.request.instructions = readString(field, value);
                      reader.request.echo[field] = value;
                  }},
    ResponseField{"previous_response_id",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      reader.request.previousId = readString(field, value);
                      reader.request.echo[field] = value;
                  }},
    ResponseField{"store", [](const std::string& field, const Json& value,
                              ResponseReader& reader) { reader.request.store = readBoolean(field, value); }},
    ResponseField{"stream",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      reader.request.stream = readBoolean(field, value);
                  }},
    ResponseField{"stream_options", readResponseStreaming},
    ResponseField{"include", readInclude},
    ResponseField{"top_logprobs",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      reader.request.topLogprobs = readInteger(field, value, 0);
                      if (reader.request.topLogprobs > 20) refuseField(field, "must be 20 or less.");
                      reader.request.logprobs |= reader.request.topLogprobs > 0;
                  }},
    ResponseField{"tools", readFunctions},
    ResponseField{"tool_choice",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      reader.choice = readCallChoice(field, value, reader.notes);
                      reader.request.echo[field] = value;
                  }},
    ResponseField{"parallel_tool_calls",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      reader.request.parallelCalls = readBoolean(field, value);
                  }},
    ResponseField{"reasoning", readReasoning},
    ResponseField{"text", readTextSettings},
    ResponseField{"truncation",
                  [](const std::string& field, const Json& value, ResponseReader& reader) {
                      if (value != "auto" && value != "disabled")
                          refuseField(field, R"(must be "auto" or "disabled".)");
                      if (value == "auto") reader.request.generation.overflow = ContextOverflow::Slide;
                      reader.request.echo[field] = value;
                  }},
    ResponseField{"metadata", readResponseMetadata},
    ResponseField{"user", readLabel},
    ResponseField{"safety_identifier", readLabel},
    ResponseField{"prompt_cache_key", readLabel},
    // Not repeated: a provider says there what it did.
    ResponseField{"service_tier", [](const std::string& field, const Json& value,
                                     ResponseReader&) { (void)readString(field, value); }},
    ResponseField{"prompt_cache_retention", [](const std::string& field, const Json& value,
                                               ResponseReader&) { (void)readString(field, value); }},
};

/// A float as people wrote it.
double plain(float value) {
    constexpr double digits = 1e6;
    return std::round(double{value} * digits) / digits;
}

Json echoedFields(const ResponseRequest& request) {
    const SamplingParams& sampling = request.generation.sampling;
    Json echo{{"instructions", nullptr},
              {"max_output_tokens", sampling.maxTokens < 0 ? Json() : Json(sampling.maxTokens)},
              {"metadata", Json::object()},
              {"parallel_tool_calls", request.parallelCalls},
              {"previous_response_id", nullptr},
              {"reasoning", {{"effort", nullptr}, {"summary", nullptr}}},
              {"temperature", plain(sampling.temperature)},
              {"text", {{"format", {{"type", "text"}}}}},
              {"tool_choice", "auto"},
              {"tools", Json::array()},
              {"top_logprobs", request.topLogprobs},
              {"top_p", plain(sampling.topP)},
              {"truncation", "disabled"}};
    for (const auto& [key, value] : request.echo.items()) {
        if (key == "text")
            echo[key].update(value);
        else
            echo[key] = value;
    }
    return echo;
}

}  // namespace

std::vector<std::string_view> responseFields() {
    return fieldNames(responseFieldList);
}

ResponseRequest readResponseRequest(const Json& body, RequestNotes& notes) {
    ResponseRequest request;
    request.generation.replyReuse = ReplyReuse::Use;
    ResponseReader reader{.request = request, .notes = notes};
    const SharedReader shared{request.generation, reader.variables, notes};
    readFields(body, responseFieldList, reader,
               [&](const std::string& field, const Json& value) { readSharedField(field, value, shared); });
    refuseContradictions(body);
    if (request.input.is_null()) refuseField("input", "is missing.");
    request.generation.messages = messagesOfItems(request.input, notes);
    request.echo = echoedFields(request);
    keepAllowedTools(reader.choice, reader.variables);
    holdToCalls(reader.choice, memberOf(reader.variables, "tools"), request.parallelCalls,
                request.generation);
    request.tools =
        setTemplateVariables(request.generation, std::move(reader.variables), reader.choice.allowed);
    if (request.logprobs) request.generation.candidates = std::max(request.topLogprobs, 1);
    return request;
}

void setMessages(ResponseRequest& request, Json earlier) {
    std::vector<ChatMessage>& messages = request.generation.messages;
    if (!earlier.empty()) {
        // Together, so that outputs find their calls.
        for (const Json& item : request.input) earlier.push_back(item);
        RequestNotes noted;  // when it was read
        messages = messagesOfItems(earlier, noted);
    }
    if (request.instructions.empty()) return;
    ChatMessage system;
    system.role = "system";
    system.content = request.instructions;
    messages.insert(messages.begin(), std::move(system));
}

}  // namespace hearth::openai
