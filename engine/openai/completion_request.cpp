#include "openai/completion_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "openai/call_choice.h"
#include "openai/message_fields.h"
#include "openai/refusal.h"
#include "openai/sampling_fields.h"
#include "openai/shared_fields.h"
#include "openai/template_variables.h"

namespace hearth::openai {

namespace {

constexpr int mostChoices = 16, mostTopLogprobs = 20;
constexpr size_t mostReplies = 128;

struct BodyReader {
    CompletionRequest& request;
    RequestNotes& notes;
    Json variables = Json::object();  ///< of the template
    CallChoice choice = {};
    bool opensReply = true;  ///< the prompt ends with the head of a new reply
    int bestOf = 1;          ///< replies to make and choose from
};

RawPrompt readPromptTokens(const std::string& field, const Json& value) {
    RawPrompt prompt;
    for (const Json& token : value) {
        if (!token.is_number_integer()) refuseField(field, "must be texts or lists of tokens.");
        prompt.tokens.push_back(static_cast<TokenId>(
            std::clamp<int64_t>(token.get<int64_t>(), -1, std::numeric_limits<TokenId>::max())));
    }
    if (prompt.tokens.empty()) refuseField(field, "must hold at least one token.");
    return prompt;
}

void readPrompt(const std::string& field, const Json& value, CompletionRequest& request) {
    std::vector<RawPrompt> prompts;
    if (value.is_string()) {
        prompts.push_back({.text = value.get<std::string>()});
    } else if (!value.is_array() || value.empty()) {
        refuseField(field, "must be a text, a list of texts, a list of tokens, or a list of such lists.");
    } else if (value.front().is_number()) {
        prompts.push_back(readPromptTokens(field, value));
    } else {
        for (size_t i = 0; i < value.size(); ++i) {
            const std::string name = field + "[" + std::to_string(i) + "]";
            if (value[i].is_array())
                prompts.push_back(readPromptTokens(name, value[i]));
            else
                prompts.push_back({.text = readString(name, value[i])});
        }
    }
    request.generation.rawText = prompts.front().text;
    request.generation.rawTokens = prompts.front().tokens;
    if (prompts.size() > 1) request.prompts = std::move(prompts);
}

using ReadCompletionField = void (*)(const std::string& field, const Json& value, BodyReader& reader);

/// Says who asks or how a provider is to treat it, and changes no answer.
void readNothing(const std::string&, const Json&, BodyReader&) {
}

void readToolChoice(const std::string& field, const Json& value, BodyReader& reader) {
    reader.choice = readCallChoice(field, value, reader.notes);
}

void readChatTools(const std::string& field, const Json& value, BodyReader& reader) {
    Json tools = readTools(field, value, reader.notes);
    if (!tools.empty()) reader.variables["tools"] = std::move(tools);
}

/// The form of tools before there were tools.
void readOldFunctions(const std::string& field, const Json& value, BodyReader& reader) {
    if (!value.is_array()) refuseField(field, "must be a list of functions.");
    Json tools = Json::array();
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string name = field + "[" + std::to_string(i) + "]";
        if (!value[i].is_object()) refuseField(name, R"(must be a function: {"name": "...", ...}.)");
        tools.push_back(readFunction(name, value[i], reader.notes));
    }
    if (!tools.empty()) reader.variables["tools"] = std::move(tools);
    reader.request.answersOldCalls = true;
    reader.request.parallelCalls = false;
}

void readOldChoice(const std::string& field, const Json& value, BodyReader& reader) {
    const bool named = value.is_object();
    readToolChoice(field, named ? Json{{"type", "function"}, {"function", value}} : value, reader);
}

/// As OpenRouter has it.
void readChatReasoning(const std::string& field, const Json& value, BodyReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (entry.is_null()) continue;
        if (key == "effort")
            setReasoningEffort(name, entry, reader.notes, reader.variables);
        else if (key == "enabled")
            reader.variables["enable_thinking"] = readBoolean(name, entry);
        else
            reader.notes.ignore(name);
    }
}

/// As GLM, Kimi and DeepSeek have it.
void readChatThinking(const std::string& field, const Json& value, BodyReader& reader) {
    const Json& type = memberOf(value, "type");
    if (type != "enabled" && type != "disabled" && type != "adaptive" && type != "auto")
        return reader.notes.ignore(field);
    reader.variables["enable_thinking"] = type != "disabled";
}

void readTopLogprobs(const std::string& field, const Json& value, BodyReader& reader) {
    reader.request.topLogprobs = readInteger(field, value, 0);
    if (reader.request.topLogprobs > mostTopLogprobs) refuseField(field, "must be 20 or less.");
}

void readTextLogprobs(const std::string& field, const Json& value, BodyReader& reader) {
    readTopLogprobs(field, value, reader);
    reader.request.logprobs = true;
}

void readChoices(const std::string& field, const Json& value, BodyReader& reader) {
    reader.request.choicesOfPrompt = readInteger(field, value, 1);
    if (reader.request.choicesOfPrompt > mostChoices) refuseField(field, "must be 16 or less.");
}

void readStreamSettings(const std::string& field, const Json& value, BodyReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [name, entry] : value.items()) {
        if (entry.is_null()) continue;
        if (name == "include_usage")
            reader.request.streamsUsage = readBoolean(field + "." + name, entry);
        else if (name != "include_obfuscation")
            reader.notes.ignore(field + "." + name);
    }
}

enum class FieldOf : uint8_t { Both, Chat, Text };

struct CompletionField {
    std::string_view name;
    ReadCompletionField read;
    FieldOf of = FieldOf::Both;
};

#define HEARTH_SETS(target) [](const std::string& field, const Json& value, BodyReader& reader) { target; }
constexpr std::array completionFieldList = {
    CompletionField{"model", HEARTH_SETS(reader.request.model = readString(field, value))},
    CompletionField{
        "messages",
        HEARTH_SETS(reader.request.generation.messages = readMessages(value, reader.notes, field)),
        FieldOf::Chat},
    CompletionField{"prompt", HEARTH_SETS(readPrompt(field, value, reader.request)), FieldOf::Text},
    CompletionField{"stream", HEARTH_SETS(reader.request.stream = readBoolean(field, value))},
    CompletionField{"stream_options", readStreamSettings},
    CompletionField{"n", readChoices},
    CompletionField{"max_tokens",
                    HEARTH_SETS(readLimitOrNone(field, value, reader.request.generation.sampling)),
                    FieldOf::Text},
    CompletionField{"logprobs", HEARTH_SETS(reader.request.logprobs = readBoolean(field, value)),
                    FieldOf::Chat},
    CompletionField{"logprobs", readTextLogprobs, FieldOf::Text},
    CompletionField{"top_logprobs", readTopLogprobs, FieldOf::Chat},
    CompletionField{"tools", readChatTools, FieldOf::Chat},
    CompletionField{"tool_choice", readToolChoice, FieldOf::Chat},
    CompletionField{"parallel_tool_calls",
                    HEARTH_SETS(reader.request.parallelCalls = readBoolean(field, value)), FieldOf::Chat},
    CompletionField{"functions", readOldFunctions, FieldOf::Chat},
    CompletionField{"function_call", readOldChoice, FieldOf::Chat},
    CompletionField{"reasoning", readChatReasoning, FieldOf::Chat},
    CompletionField{"thinking", readChatThinking, FieldOf::Chat},
    CompletionField{"continue_final_message",
                    HEARTH_SETS(reader.request.generation.continueLast = readBoolean(field, value)),
                    FieldOf::Chat},
    CompletionField{"add_generation_prompt", HEARTH_SETS(reader.opensReply = readBoolean(field, value)),
                    FieldOf::Chat},
    CompletionField{"echo", HEARTH_SETS(reader.request.echo = readBoolean(field, value)), FieldOf::Text},
    CompletionField{"best_of", HEARTH_SETS(reader.bestOf = readInteger(field, value, 1)), FieldOf::Text},
    CompletionField{"store", HEARTH_SETS(if (value != false) reader.notes.ignore(field))},
    CompletionField{"user", readNothing},
    CompletionField{"metadata", readNothing},
    CompletionField{"safety_identifier", readNothing},
    CompletionField{"service_tier", readNothing},
    CompletionField{"prompt_cache_key", readNothing},
    CompletionField{"prompt_cache_retention", readNothing},
    CompletionField{"verbosity", readNothing},
};
#undef HEARTH_SETS

bool isOf(const CompletionField& field, Completion kind) {
    return field.of == FieldOf::Both ||
           field.of == (kind == Completion::Chat ? FieldOf::Chat : FieldOf::Text);
}

/// Checks fields that have a meaning together.
void checkTogether(const Json& body, const BodyReader& reader) {
    const CompletionRequest& request = reader.request;
    refuseContradictions(body);
    if (request.prompts.size() * static_cast<size_t>(request.choicesOfPrompt) > mostReplies)
        refuseField("prompt", "asks for more than " + std::to_string(mostReplies) + " replies.");
    if (request.topLogprobs > 0 && !request.logprobs) refuseField("top_logprobs", "needs \"logprobs\".");
    if (reader.bestOf > request.choicesOfPrompt)
        refuseField("best_of", "cannot be more than \"n\": this server ranks no replies.");
    if (!request.generation.continueLast) {
        if (!reader.opensReply)
            refuseField("add_generation_prompt", "can only be false with \"continue_final_message\".");
        return;
    }
    if (request.generation.messages.back().role != "assistant")
        refuseField("continue_final_message", "needs a last message of the assistant.");
}

}  // namespace

std::string echoOf(const CompletionRequest& request, const Tokenizer* tokenizer, int choice) {
    if (!request.echo) return {};
    const GenerationRequest& asked = request.generation;
    const auto number = static_cast<size_t>(choice / request.choicesOfPrompt);
    const RawPrompt prompt =
        request.prompts.empty() ? RawPrompt{asked.rawText, asked.rawTokens} : request.prompts.at(number);
    if (prompt.text || tokenizer == nullptr) return prompt.text.value_or("");
    return tokenizer->decode(prompt.tokens);
}

std::vector<std::string_view> completionFields(Completion kind) {
    std::vector<std::string_view> names;
    for (const CompletionField& field : completionFieldList)
        if (isOf(field, kind)) names.push_back(field.name);
    return names;
}

CompletionRequest readCompletionRequest(const Json& body, Completion kind, RequestNotes& notes) {
    if (!body.is_object()) throw Refusal{"The body is not a JSON object.", ""};
    CompletionRequest request;
    request.kind = kind;
    request.generation.replyReuse = ReplyReuse::Use;
    BodyReader reader{.request = request, .notes = notes};
    const SharedReader shared{request.generation, reader.variables, notes};
    const char* needed = kind == Completion::Chat ? "messages" : "prompt";
    for (const auto& [field, value] : body.items()) {
        // Many programs write null for what they leave out.
        if (value.is_null() && field != needed) continue;
        const auto known = std::find_if(
            completionFieldList.begin(), completionFieldList.end(),
            [&, name = field](const CompletionField& one) { return one.name == name && isOf(one, kind); });
        if (known == completionFieldList.end())
            readSharedField(field, value, shared);
        else
            known->read(field, value, reader);
    }
    if (!body.contains(needed)) refuseField(needed, "is missing.");
    checkTogether(body, reader);
    request.choices = request.choicesOfPrompt * static_cast<int>(std::max<size_t>(request.prompts.size(), 1));
    request.streamsUsage = request.streamsUsage && request.stream;
    keepAllowedTools(reader.choice, reader.variables);
    holdToCalls(reader.choice, memberOf(reader.variables, "tools"), request.parallelCalls,
                request.generation);
    request.tools =
        setTemplateVariables(request.generation, std::move(reader.variables), reader.choice.allowed);
    if (request.logprobs) request.generation.candidates = std::max(request.topLogprobs, 1);
    return request;
}

}  // namespace hearth::openai
