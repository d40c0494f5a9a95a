#include "anthropic/message_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "anthropic/cache_mark.h"
#include "anthropic/message_blocks.h"
#include "anthropic/tool_fields.h"
#include "openai/refusal.h"
#include "openai/sampling_fields.h"
#include "openai/template_variables.h"
#include "openai/text_format.h"

namespace hearth::anthropic {

using openai::readBoolean;
using openai::readFixed;
using openai::readInteger;
using openai::readString;
using openai::refuseField;

namespace {

/// What is read of a body, until all of it is known.
struct MessageReader {
    MessageRequest& request;
    Json variables = Json::object();  ///< of the template
    ToolChoice choice = {};
};

using ReadMessageField = void (*)(const std::string& field, const Json& value, MessageReader& reader);

void readSampling(const std::string& field, const Json& value, MessageReader& reader) {
    if (field == "max_tokens" && value == 0) {
        // The prompt alone, for the cache.
        reader.request.generation.sampling.maxTokens = 0;
        return;
    }
    (void)openai::readSamplingField(field, value, reader.request.generation.sampling);
}

void readMessageTools(const std::string&, const Json& value, MessageReader& reader) {
    ToolList tools = readTools(value);
    reader.request.marksCache |= tools.marked;
    if (!tools.functions.empty()) reader.variables["tools"] = std::move(tools.functions);
}

/// Templates that can think hear whether to. How long, no template can be told.
void readThinking(const std::string& field, const Json& value, MessageReader& reader) {
    const Json& type = openai::memberOf(value, "type");
    const bool thinks = type == "enabled" || type == "adaptive";
    if (!thinks && type != "disabled")
        refuseField(field + ".type", R"(must be "enabled", "adaptive" or "disabled".)");
    if (type == "enabled" && !value.contains("budget_tokens"))
        refuseField(field + ".budget_tokens", "is missing.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (key == "budget_tokens" && type == "enabled")
            (void)readInteger(name, entry, 1);
        else if (key == "display" && thinks) {
            if (!entry.is_null()) readFixed(name, entry, "summarized");
        } else if (key != "type") {
            refuseField(name, "is not supported.");
        }
    }
    reader.variables["enable_thinking"] = thinks;
}

void readOutput(const std::string& field, const Json& value, MessageReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (key != "effort" && key != "format") refuseField(name, "is not supported.");
        if (entry.is_null()) continue;
        if (key == "format") {
            reader.request.generation.grammar = openai::readTextFormat(name, entry);
            continue;
        }
        static constexpr std::array efforts = {"low", "medium", "high", "xhigh", "max"};
        if (std::none_of(efforts.begin(), efforts.end(), [&](const char* effort) { return entry == effort; }))
            refuseField(name, R"(must be "low", "medium", "high", "xhigh" or "max".)");
        reader.variables["reasoning_effort"] = entry == "low" || entry == "medium" ? entry : Json("high");
    }
}

void readMetadata(const std::string& field, const Json& value, MessageReader&) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        if (key != "user_id") refuseField(field + "." + key, "is not supported.");
        if (!entry.is_null()) (void)readString(field + "." + key, entry);
    }
}

struct MessageField {
    std::string_view name;
    ReadMessageField read;
    bool counts = false;  ///< also of count_tokens
};

constexpr std::array messageFieldList = {
    MessageField{"model",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     reader.request.model = readString(field, value);
                 },
                 true},
    // Both are read together, at the end.
    MessageField{"messages", nullptr, true},
    MessageField{"system", nullptr, true},
    MessageField{"max_tokens", readSampling},
    MessageField{"stop_sequences", readSampling},
    MessageField{"temperature", readSampling},
    MessageField{"top_p", readSampling},
    MessageField{"top_k", readSampling},
    MessageField{"min_p", readSampling},
    MessageField{"repeat_penalty", readSampling},
    MessageField{"presence_penalty", readSampling},
    MessageField{"frequency_penalty", readSampling},
    MessageField{"seed", readSampling},
    MessageField{"cache_reply",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     reader.request.generation.replyReuse = openai::readReplyReuse(field, value);
                 }},
    MessageField{"stream", [](const std::string& field, const Json& value,
                              MessageReader& reader) { reader.request.stream = readBoolean(field, value); }},
    MessageField{"tools", readMessageTools, true},
    MessageField{"tool_choice",
                 [](const std::string&, const Json& value, MessageReader& reader) {
                     reader.choice = readToolChoice(value);
                 },
                 true},
    MessageField{"thinking", readThinking, true},
    MessageField{"output_config", readOutput, true},
    MessageField{"cache_control",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     reader.request.marksCache |= readCacheMark(field, value);
                 },
                 true},
    MessageField{"route",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     reader.request.generation.route = openai::readRoute(field, value);
                 },
                 true},
    MessageField{"metadata", readMetadata},
    MessageField{"service_tier",
                 [](const std::string& field, const Json& value, MessageReader&) {
                     if (value != "auto" && value != "standard_only")
                         refuseField(field, R"(must be "auto" or "standard_only".)");
                 }},
    MessageField{"speed",
                 [](const std::string& field, const Json& value, MessageReader&) {
                     readFixed(field, value, "standard");
                 },
                 true},
    MessageField{"mcp_servers", [](const std::string& field, const Json& value,
                                   MessageReader&) { readFixed(field, value, Json::array()); }},
};

bool isFor(const MessageField& field, MessageUse use) {
    return use == MessageUse::Reply || field.counts;
}

void readFields(const Json& body, MessageUse use, MessageReader& reader) {
    for (const auto& [field, value] : body.items()) {
        const auto known = std::find_if(messageFieldList.begin(), messageFieldList.end(),
                                        [&](const MessageField& one) { return one.name == field; });
        if (known == messageFieldList.end() || !isFor(*known, use)) refuseField(field, "is not supported.");
        if (known->read != nullptr && !value.is_null()) known->read(field, value, reader);
    }
    for (const char* needed : {"model", "max_tokens", "messages"}) {
        if (needed == std::string_view("max_tokens") && use == MessageUse::Count) continue;
        if (openai::memberOf(body, needed).is_null()) refuseField(needed, "is missing.");
    }
}

}  // namespace

std::vector<std::string_view> messageFields(MessageUse use) {
    std::vector<std::string_view> names;
    for (const MessageField& field : messageFieldList)
        if (isFor(field, use)) names.push_back(field.name);
    return names;
}

MessageRequest readMessageRequest(const Json& body, MessageUse use) {
    if (!body.is_object()) throw openai::Refusal{"The body is not a JSON object.", ""};
    MessageRequest request;
    request.generation.replyReuse = ReplyReuse::Use;
    MessageReader reader{.request = request};
    readFields(body, use, reader);
    MessageList list = readMessageList(openai::memberOf(body, "system"), body.at("messages"));
    request.generation.messages = std::move(list.messages);
    request.generation.continueLast = list.continuesLast;
    request.marksCache |= list.marked;
    request.parallelCalls = reader.choice.parallel;
    const openai::CallChoice& calls = reader.choice.calls;
    openai::holdToCalls(calls, openai::memberOf(reader.variables, "tools"), request.parallelCalls,
                        request.generation);
    request.tools =
        openai::setTemplateVariables(request.generation, std::move(reader.variables), calls.allowed);
    return request;
}

}  // namespace hearth::anthropic
