#include "openai/completion_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "openai/message_fields.h"
#include "openai/refusal.h"
#include "openai/sampling_fields.h"

namespace hearth::openai {

namespace {

constexpr int mostChoices = 16, mostTopLogprobs = 20;

struct BodyReader {
    CompletionRequest& request;
    Json variables = Json::object();  ///< of the template
    bool callsAllowed = true;         ///< tool_choice is not "none"
};

void readPrompt(const std::string& field, const Json& value, GenerationRequest& generation) {
    if (value.is_string()) {
        generation.rawText = value.get<std::string>();
        return;
    }
    const bool one = value.is_array() && value.size() == 1 && value[0].is_string();
    if (one) {
        generation.rawText = value[0].get<std::string>();
        return;
    }
    const Json& tokens = value.is_array() && value.size() == 1 && value[0].is_array() ? value[0] : value;
    if (!tokens.is_array() || tokens.empty() ||
        !std::all_of(tokens.begin(), tokens.end(),
                     [](const Json& token) { return token.is_number_integer(); }))
        refuseField(field, "must be one string or one list of tokens.");
    for (const Json& token : tokens)
        generation.rawTokens.push_back(static_cast<TokenId>(
            std::clamp<int64_t>(token.get<int64_t>(), -1, std::numeric_limits<TokenId>::max())));
}

void readTemplateVariables(const std::string& field, const Json& value, BodyReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const char* own : {"messages", "tools", "add_generation_prompt"})
        if (value.contains(own)) refuseField(field + "." + own, "cannot be set.");
    reader.variables.update(value);
}

/// Templates that can think hear both of what is asked for: whether, and how much.
void readEffort(const std::string& field, const Json& value, BodyReader& reader) {
    static constexpr std::array efforts = {"none", "minimal", "low", "medium", "high", "xhigh"};
    if (std::none_of(efforts.begin(), efforts.end(), [&](const char* effort) { return value == effort; }))
        refuseField(field, R"(must be "none", "minimal", "low", "medium", "high" or "xhigh".)");
    const bool thinks = value != "none" && value != "minimal";
    reader.variables["enable_thinking"] = thinks;
    reader.variables["reasoning_effort"] = value == "xhigh" ? Json("high") : thinks ? value : Json("low");
}

void readToolChoice(const std::string& field, const Json& value, BodyReader& reader) {
    if (value == "none")
        reader.callsAllowed = false;
    else if (value != "auto")
        refuseField(field, R"(can only be "auto" or "none".)");
}

/// false: the field is none of those of chats.
bool readChatField(const std::string& field, const Json& value, BodyReader& reader) {
    CompletionRequest& request = reader.request;
    if (field == "messages") return request.generation.messages = readMessages(value), true;
    if (field == "tools") {
        checkTools(value);
        request.tools = !value.empty();
        if (request.tools) reader.variables["tools"] = value;
        return true;
    }
    if (field == "tool_choice") return readToolChoice(field, value, reader), true;
    if (field == "parallel_tool_calls") return request.parallelCalls = readBoolean(field, value), true;
    if (field == "chat_template_kwargs") return readTemplateVariables(field, value, reader), true;
    if (field == "reasoning_effort") return readEffort(field, value, reader), true;
    if (field == "response_format") {
        if (memberOf(value, "type") != "text") refuseField(field, R"(can only be {"type": "text"}.)");
        return true;
    }
    if (field == "modalities") return readFixed(field, value, Json::array({"text"})), true;
    if (field == "logprobs") return request.logprobs = readBoolean(field, value), true;
    if (field == "top_logprobs") {
        request.topLogprobs = readInteger(field, value, 0);
        if (request.topLogprobs > mostTopLogprobs) refuseField(field, "must be 20 or less.");
        return true;
    }
    return false;
}

/// false: the field is none of those of plain texts.
bool readTextField(const std::string& field, const Json& value, BodyReader& reader) {
    CompletionRequest& request = reader.request;
    if (field == "prompt") return readPrompt(field, value, request.generation), true;
    if (field == "echo") return request.echo = readBoolean(field, value), true;
    if (field == "suffix") return readFixed(field, value, ""), true;
    if (field == "best_of") return readFixed(field, value, 1), true;
    if (field == "logprobs") {
        request.topLogprobs = readInteger(field, value, 0);
        if (request.topLogprobs > mostTopLogprobs) refuseField(field, "must be 20 or less.");
        return request.logprobs = true;
    }
    return false;
}

/// false: it is not a field of requests at all.
bool readCommonField(const std::string& field, const Json& value, CompletionRequest& request) {
    if (field == "model") return request.model = readString(field, value), true;
    if (field == "stream") return request.stream = readBoolean(field, value), true;
    if (field == "n") {
        request.choices = readInteger(field, value, 1);
        if (request.choices > mostChoices) refuseField(field, "must be 16 or less.");
        return true;
    }
    if (field == "stream_options") {
        for (const auto& [name, entry] : value.items()) {
            if (name == "include_usage")
                request.streamsUsage = readBoolean(field + "." + name, entry);
            else if (name != "include_obfuscation")
                refuseField(field + "." + name, "is not supported.");
        }
        return true;
    }
    if (field == "ignore_eos") return request.generation.ignoreEndOfText = readBoolean(field, value), true;
    if (field == "cache_prompt") return request.generation.useCache = readBoolean(field, value), true;
    // What says who asks and how the provider is to treat it, and changes no answer.
    static constexpr std::array labels = {"user",         "metadata",         "safety_identifier",
                                          "service_tier", "prompt_cache_key", "prompt_cache_retention",
                                          "verbosity"};
    if (std::any_of(labels.begin(), labels.end(), [&](const char* label) { return field == label; }))
        return true;
    if (field == "store") return readFixed(field, value, false), true;
    return false;
}

/// Two names for one setting.
void refuseBoth(const Json& body, const char* one, const char* other) {
    const Json &first = memberOf(body, one), &second = memberOf(body, other);
    if (!first.is_null() && !second.is_null() && first != second)
        refuseField(other, std::string("says something else than \"") + one + "\"; give one of them.");
}

}  // namespace

std::string echoOf(const CompletionRequest& request, const Tokenizer* tokenizer) {
    const GenerationRequest& asked = request.generation;
    if (!request.echo) return {};
    if (asked.rawText || tokenizer == nullptr) return asked.rawText.value_or("");
    return tokenizer->decode(asked.rawTokens);
}

CompletionRequest readCompletionRequest(const Json& body, Completion kind) {
    if (!body.is_object()) throw Refusal{"The body is not a JSON object.", ""};
    CompletionRequest request;
    request.kind = kind;
    BodyReader reader{.request = request};
    const char* needed = kind == Completion::Chat ? "messages" : "prompt";
    for (const auto& [field, value] : body.items()) {
        // Many programs write null for what they leave out.
        if (value.is_null() && field != needed) continue;
        const bool known = readSamplingField(field, value, request.generation.sampling) ||
                           (kind == Completion::Chat ? readChatField(field, value, reader)
                                                     : readTextField(field, value, reader)) ||
                           readCommonField(field, value, request);
        if (!known) refuseField(field, "is not supported.");
    }
    refuseBoth(body, "max_completion_tokens", "max_tokens");
    refuseBoth(body, "repetition_penalty", "repeat_penalty");
    if (!body.contains(needed)) refuseField(needed, "is missing.");
    if (request.topLogprobs > 0 && !request.logprobs) refuseField("top_logprobs", "needs \"logprobs\".");
    if (request.streamsUsage && !request.stream) refuseField("stream_options", "needs \"stream\".");
    if (!reader.callsAllowed) {
        reader.variables.erase("tools");
        request.tools = false;
    }
    if (!reader.variables.empty()) request.generation.templateVariables = reader.variables.dump();
    if (request.logprobs) request.generation.candidates = std::max(request.topLogprobs, 1);
    return request;
}

}  // namespace hearth::openai
