#include "openai/completion_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "openai/call_choice.h"
#include "openai/message_fields.h"
#include "openai/refusal.h"
#include "openai/sampling_fields.h"
#include "openai/template_variables.h"
#include "openai/text_format.h"

namespace hearth::openai {

namespace {

constexpr int mostChoices = 16, mostTopLogprobs = 20;

struct BodyReader {
    CompletionRequest& request;
    Json variables = Json::object();  ///< of the template
    CallChoice choice = {};
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

using ReadCompletionField = void (*)(const std::string& field, const Json& value, BodyReader& reader);

void readCompletionSampling(const std::string& field, const Json& value, BodyReader& reader) {
    (void)readSamplingField(field, value, reader.request.generation.sampling);
}

/// Says who asks or how a provider is to treat it, and changes no answer.
void readNothing(const std::string&, const Json&, BodyReader&) {
}

void readToolChoice(const std::string& field, const Json& value, BodyReader& reader) {
    reader.choice = readCallChoice(field, value);
}

void readTools(const std::string&, const Json& value, BodyReader& reader) {
    checkTools(value);
    if (!value.empty()) reader.variables["tools"] = value;
}

void readTopLogprobs(const std::string& field, const Json& value, BodyReader& reader) {
    reader.request.topLogprobs = readInteger(field, value, 0);
    if (reader.request.topLogprobs > mostTopLogprobs) refuseField(field, "must be 20 or less.");
}

void readTextLogprobs(const std::string& field, const Json& value, BodyReader& reader) {
    readTopLogprobs(field, value, reader);
    reader.request.logprobs = true;
}

template <ReplyGrammar::Kind kind>
void readGrammarField(const std::string& field, const Json& value, BodyReader& reader) {
    ReplyGrammar read = kind == ReplyGrammar::Kind::JsonSchema ? readTextFormat(field, value)
                                                               : readGrammar(field, value, kind);
    if (read.kind == ReplyGrammar::Kind::None) return;
    ReplyGrammar& grammar = reader.request.generation.grammar;
    if (grammar.kind != ReplyGrammar::Kind::None) refuseField(field, "is a second form for one reply.");
    grammar = std::move(read);
}

void readChoices(const std::string& field, const Json& value, BodyReader& reader) {
    reader.request.choices = readInteger(field, value, 1);
    if (reader.request.choices > mostChoices) refuseField(field, "must be 16 or less.");
}

void readStreamSettings(const std::string& field, const Json& value, BodyReader& reader) {
    for (const auto& [name, entry] : value.items()) {
        if (name == "include_usage")
            reader.request.streamsUsage = readBoolean(field + "." + name, entry);
        else if (name != "include_obfuscation")
            refuseField(field + "." + name, "is not supported.");
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
    CompletionField{"messages", HEARTH_SETS(reader.request.generation.messages = readMessages(value, field)),
                    FieldOf::Chat},
    CompletionField{"prompt", HEARTH_SETS(readPrompt(field, value, reader.request.generation)),
                    FieldOf::Text},
    CompletionField{"stream", HEARTH_SETS(reader.request.stream = readBoolean(field, value))},
    CompletionField{"stream_options", readStreamSettings},
    CompletionField{"n", readChoices},
    CompletionField{"max_tokens", readCompletionSampling},
    CompletionField{"max_completion_tokens", readCompletionSampling},
    CompletionField{"temperature", readCompletionSampling},
    CompletionField{"top_p", readCompletionSampling},
    CompletionField{"top_k", readCompletionSampling},
    CompletionField{"min_p", readCompletionSampling},
    CompletionField{"presence_penalty", readCompletionSampling},
    CompletionField{"frequency_penalty", readCompletionSampling},
    CompletionField{"repetition_penalty", readCompletionSampling},
    CompletionField{"repeat_penalty", readCompletionSampling},
    CompletionField{"stop", readCompletionSampling},
    CompletionField{"logit_bias", readCompletionSampling},
    CompletionField{"seed", readCompletionSampling},
    CompletionField{"logprobs", HEARTH_SETS(reader.request.logprobs = readBoolean(field, value)),
                    FieldOf::Chat},
    CompletionField{"logprobs", readTextLogprobs, FieldOf::Text},
    CompletionField{"top_logprobs", readTopLogprobs, FieldOf::Chat},
    CompletionField{"tools", readTools, FieldOf::Chat},
    CompletionField{"tool_choice", readToolChoice, FieldOf::Chat},
    CompletionField{"parallel_tool_calls",
                    HEARTH_SETS(reader.request.parallelCalls = readBoolean(field, value)), FieldOf::Chat},
    CompletionField{"reasoning_effort", HEARTH_SETS(setReasoningEffort(field, value, reader.variables)),
                    FieldOf::Chat},
    CompletionField{"chat_template_kwargs", readTemplateVariables, FieldOf::Chat},
    CompletionField{"response_format", readGrammarField<ReplyGrammar::Kind::JsonSchema>},
    CompletionField{"grammar", readGrammarField<ReplyGrammar::Kind::Gbnf>},
    CompletionField{"regex", readGrammarField<ReplyGrammar::Kind::Regex>},
    CompletionField{"modalities", HEARTH_SETS((void)reader; readFixed(field, value, Json::array({"text"}))),
                    FieldOf::Chat},
    CompletionField{"echo", HEARTH_SETS(reader.request.echo = readBoolean(field, value)), FieldOf::Text},
    CompletionField{"suffix", HEARTH_SETS((void)reader; readFixed(field, value, "")), FieldOf::Text},
    CompletionField{"best_of", HEARTH_SETS((void)reader; readFixed(field, value, 1)), FieldOf::Text},
    CompletionField{"ignore_eos",
                    HEARTH_SETS(reader.request.generation.ignoreEndOfText = readBoolean(field, value))},
    CompletionField{"cache_prompt",
                    HEARTH_SETS(reader.request.generation.useCache = readBoolean(field, value))},
    CompletionField{"cache_reply",
                    HEARTH_SETS(reader.request.generation.replyReuse = readReplyReuse(field, value))},
    CompletionField{"route", HEARTH_SETS(reader.request.generation.route = readRoute(field, value))},
    CompletionField{"store", HEARTH_SETS((void)reader; readFixed(field, value, false))},
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

std::vector<std::string_view> completionFields(Completion kind) {
    std::vector<std::string_view> names;
    for (const CompletionField& field : completionFieldList)
        if (isOf(field, kind)) names.push_back(field.name);
    return names;
}

CompletionRequest readCompletionRequest(const Json& body, Completion kind) {
    if (!body.is_object()) throw Refusal{"The body is not a JSON object.", ""};
    CompletionRequest request;
    request.kind = kind;
    request.generation.replyReuse = ReplyReuse::Use;
    BodyReader reader{.request = request};
    const char* needed = kind == Completion::Chat ? "messages" : "prompt";
    for (const auto& [field, value] : body.items()) {
        // Many programs write null for what they leave out.
        if (value.is_null() && field != needed) continue;
        const auto known = std::find_if(
            completionFieldList.begin(), completionFieldList.end(),
            [&, name = field](const CompletionField& one) { return one.name == name && isOf(one, kind); });
        if (known == completionFieldList.end()) refuseField(field, "is not supported.");
        known->read(field, value, reader);
    }
    refuseBoth(body, "max_completion_tokens", "max_tokens");
    refuseBoth(body, "repetition_penalty", "repeat_penalty");
    if (!body.contains(needed)) refuseField(needed, "is missing.");
    if (request.topLogprobs > 0 && !request.logprobs) refuseField("top_logprobs", "needs \"logprobs\".");
    if (request.streamsUsage && !request.stream) refuseField("stream_options", "needs \"stream\".");
    holdToCalls(reader.choice, memberOf(reader.variables, "tools"), request.parallelCalls,
                request.generation);
    request.tools =
        setTemplateVariables(request.generation, std::move(reader.variables), reader.choice.allowed);
    if (request.logprobs) request.generation.candidates = std::max(request.topLogprobs, 1);
    return request;
}

}  // namespace hearth::openai
