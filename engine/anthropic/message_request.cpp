#include "anthropic/message_request.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "anthropic/cache_mark.h"
#include "anthropic/message_blocks.h"
#include "anthropic/tool_fields.h"
#include "openai/form_fields.h"
#include "openai/refusal.h"
#include "openai/sampling_fields.h"
#include "openai/shared_fields.h"
#include "openai/template_variables.h"
#include "openai/text_format.h"

namespace hearth::anthropic {

using openai::readBoolean;
using openai::readInteger;
using openai::readString;
using openai::refuseField;

namespace {

/// The data read from a body so far, until all of it is known.
struct MessageReader {
    MessageRequest& request;
    openai::RequestNotes& notes;
    Json variables = Json::object();  ///< of the template
    ToolChoice choice = {};
};

using ReadMessageField = void (*)(const std::string& field, const Json& value, MessageReader& reader);

void readMessageTools(const std::string&, const Json& value, MessageReader& reader) {
    ToolList tools = readTools(value, reader.notes);
    reader.request.marksCache |= tools.marked;
    if (!tools.functions.empty()) reader.variables["tools"] = std::move(tools.functions);
}

/// Templates that can think hear whether to. How long, no template can be told.
void readThinking(const std::string& field, const Json& value, MessageReader& reader) {
    const Json& type = openai::memberOf(value, "type");
    const bool thinks = type == "enabled" || type == "adaptive";
    if (!thinks && type != "disabled")
        refuseField(field + ".type", R"(must be "enabled", "adaptive" or "disabled".)");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (key == "budget_tokens" && !entry.is_null())
            (void)readInteger(name, entry, 1);
        else if (key != "type" && key != "display" && !entry.is_null())
            reader.notes.ignore(name);
    }
    reader.variables["enable_thinking"] = thinks;
}

/// null: one that is not known, which can only be a wish.
Json effortOf(const std::string& name, const Json& value, openai::RequestNotes& notes) {
    static constexpr std::array known = {"low", "medium", "high", "xhigh", "max"};
    const std::string& effort = readString(name, value);
    if (effort == "low" || effort == "medium") return effort;
    if (std::ranges::find(known, effort) != known.end()) return "high";
    notes.ignore(name);
    return {};
}

void readOutput(const std::string& field, const Json& value, MessageReader& reader) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (entry.is_null()) continue;
        if (key == "format")
            openai::setForm(name, openai::readTextFormat(name, entry, reader.notes),
                            reader.request.generation.grammar);
        else if (key == "effort")
            reader.variables["reasoning_effort"] = effortOf(name, entry, reader.notes);
        else
            reader.notes.ignore(name);
    }
    if (reader.variables["reasoning_effort"].is_null()) reader.variables.erase("reasoning_effort");
}

void readMetadata(const std::string& field, const Json& value, MessageReader&) {
    if (!value.is_object()) refuseField(field, "must be an object.");
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
    // With 0, the prompt is processed alone, for the cache.
    MessageField{"max_tokens",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     openai::readLimitOrNone(field, value, reader.request.generation.sampling);
                 }},
    MessageField{"stream", [](const std::string& field, const Json& value,
                              MessageReader& reader) { reader.request.stream = readBoolean(field, value); }},
    MessageField{"tools", readMessageTools, true},
    MessageField{"tool_choice",
                 [](const std::string&, const Json& value, MessageReader& reader) {
                     reader.choice = readToolChoice(value, reader.notes);
                 },
                 true},
    MessageField{"thinking", readThinking, true},
    MessageField{"output_config", readOutput, true},
    MessageField{"cache_control",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     reader.request.marksCache |= readCacheMark(field, value, reader.notes);
                 },
                 true},
    MessageField{"metadata", readMetadata},
    MessageField{"service_tier", [](const std::string&, const Json&, MessageReader&) {}},
    MessageField{"speed",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     if (value != "standard") reader.notes.ignore(field);
                 },
                 true},
    MessageField{"output_format",
                 [](const std::string& field, const Json& value, MessageReader& reader) {
                     openai::setForm(field, openai::readTextFormat(field, value, reader.notes),
                                     reader.request.generation.grammar);
                 },
                 true},
};

bool isFor(const MessageField& field, MessageUse use) {
    return use == MessageUse::Reply || field.counts;
}

void readFields(const Json& body, MessageUse use, MessageReader& reader) {
    const openai::SharedReader shared{reader.request.generation, reader.variables, reader.notes};
    for (const auto& [field, value] : body.items()) {
        if (value.is_null()) continue;
        const auto known = std::find_if(messageFieldList.begin(), messageFieldList.end(),
                                        [&](const MessageField& one) { return one.name == field; });
        if (known == messageFieldList.end() || !isFor(*known, use))
            openai::readSharedField(field, value, shared);
        else if (known->read != nullptr)
            known->read(field, value, reader);
    }
    openai::refuseContradictions(body);
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

MessageRequest readMessageRequest(const Json& body, MessageUse use, openai::RequestNotes& notes) {
    if (!body.is_object()) throw openai::Refusal{"The body is not a JSON object.", ""};
    MessageRequest request;
    request.generation.replyReuse = ReplyReuse::Use;
    MessageReader reader{.request = request, .notes = notes};
    readFields(body, use, reader);
    MessageList list = readMessageList(openai::memberOf(body, "system"), body.at("messages"), notes);
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
