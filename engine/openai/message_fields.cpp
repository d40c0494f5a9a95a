#include "openai/message_fields.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/bounded_json.h"

namespace hearth::openai {

namespace {

std::string readRole(const std::string& field, const Json& value) {
    static constexpr std::array roles = {"system", "developer", "user", "assistant", "tool"};
    if (std::none_of(roles.begin(), roles.end(), [&](const char* role) { return value == role; }))
        refuseField(field, R"(must be "system", "developer", "user", "assistant" or "tool".)");
    return value == "developer" ? "system" : value.get<std::string>();
}

/// Calls as templates take them: arguments are objects, where they are JSON at all.
std::string readToolCalls(const std::string& field, const Json& value) {
    if (!value.is_array()) refuseField(field, "must be a list of calls.");
    Json calls = Json::array();
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string name = field + "[" + std::to_string(i) + "]";
        const Json &call = value[i], &function = memberOf(call, "function");
        if (!call.is_object() || !function.is_object() || !memberOf(function, "name").is_string())
            refuseField(name, R"(must be a call: {"id": "...", "type": "function", "function": {...}}.)");
        const Json& written = memberOf(function, "arguments");
        Json arguments = written;
        if (written.is_string()) {
            arguments = parseOrderedJson(written.get_ref<const std::string&>());
            if (!arguments.is_object()) arguments = written;
        } else if (!written.is_object() && !written.is_null()) {
            refuseField(name + ".function.arguments", "must be a string.");
        }
        if (arguments.is_null()) arguments = Json::object();
        Json one{{"type", "function"},
                 {"function", {{"name", function.at("name")}, {"arguments", std::move(arguments)}}}};
        if (memberOf(call, "id").is_string()) one["id"] = call.at("id");
        calls.push_back(std::move(one));
    }
    return calls.empty() ? std::string() : calls.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// false: the message has no such field.
bool readMessageField(const std::string& field, const std::string& key, const Json& value,
                      ChatMessage& message) {
    const bool assistant = message.role == "assistant", tool = message.role == "tool";
    if (key == "role") return true;
    if (key == "content") {
        if (!(assistant && value.is_null())) message.content = readContent(field, value, {"text"});
        return true;
    }
    if (value.is_null()) return true;  // what programs leave out
    if ((key == "reasoning_content" || key == "reasoning") && assistant)
        return message.reasoning = readString(field, value), true;
    if (key == "tool_calls" && assistant) return message.toolCalls = readToolCalls(field, value), true;
    if (key == "tool_call_id" && tool) return message.toolCallId = readString(field, value), true;
    if (key == "name") {
        const std::string& name = readString(field, value);
        if (tool) message.name = name;
        return true;
    }
    // What answers have that programs send back.
    return assistant &&
           (key == "annotations" || key == "refusal" || key == "function_call" || key == "audio") &&
           value.empty();
}

ChatMessage readMessage(const std::string& name, const Json& value) {
    if (!value.is_object()) refuseField(name, "must be an object.");
    if (!value.contains("role")) refuseField(name + ".role", "is missing.");
    ChatMessage message{
        .role = readRole(name + ".role", value.at("role")), .content = {}, .reasoning = {}, .tokens = {}};
    const bool calls = message.role == "assistant" && !memberOf(value, "tool_calls").is_null();
    if (!value.contains("content") && !calls) refuseField(name + ".content", "is missing.");
    for (const auto& [key, entry] : value.items())
        if (!readMessageField(name + "." + key, key, entry, message))
            refuseField(name + "." + key, "is not supported.");
    return message;
}

}  // namespace

std::string readContent(const std::string& field, const Json& value,
                        std::initializer_list<const char*> types) {
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) refuseField(field, "must be a string or a list of text parts.");
    std::string content;
    for (size_t i = 0; i < value.size(); ++i) {
        const Json &part = value[i], &type = memberOf(part, "type");
        const bool known =
            std::any_of(types.begin(), types.end(), [&](const char* one) { return type == one; });
        if (!known || !memberOf(part, "text").is_string())
            refuseField(field + "[" + std::to_string(i) + "]",
                        R"(must be a text part: {"type": "text", "text": "..."}.)");
        content += part.at("text").get_ref<const std::string&>();
    }
    return content;
}

std::vector<ChatMessage> readMessages(const Json& messages, const std::string& field) {
    if (!messages.is_array() || messages.empty())
        refuseField(field, "must be a list of at least one message.");
    std::vector<ChatMessage> all;
    for (size_t i = 0; i < messages.size(); ++i)
        all.push_back(readMessage(field + "[" + std::to_string(i) + "]", messages[i]));
    return all;
}

void checkTools(const Json& tools) {
    if (!tools.is_array()) refuseField("tools", "must be a list of functions.");
    for (size_t i = 0; i < tools.size(); ++i) {
        const Json& function = memberOf(tools[i], "function");
        if (memberOf(tools[i], "type") != "function" || !memberOf(function, "name").is_string())
            refuseField("tools[" + std::to_string(i) + "]",
                        R"(must be a function: {"type": "function", "function": {"name": "...", ...}}.)");
        if (memberOf(function, "strict") == true)
            refuseField("tools[" + std::to_string(i) + "].function.strict", "is not supported.");
    }
}

}  // namespace hearth::openai
