#include "cli/batch_messages.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/batch_line.h"

namespace hearth::cli {

namespace {

using MessageJson = nlohmann::ordered_json;

[[noreturn]] void refuseMessage(const std::string& field, const std::string& problem) {
    throw BatchRefusal{"The field \"" + field + "\" " + problem, field};
}

std::string messageRole(const std::string& field, const MessageJson& value) {
    static constexpr std::array roles = {"system", "developer", "user", "assistant", "tool"};
    if (std::none_of(roles.begin(), roles.end(), [&](const char* role) { return value == role; }))
        refuseMessage(field, "must be \"system\", \"developer\", \"user\", \"assistant\" or \"tool\".");
    return value == "developer" ? "system" : value.get<std::string>();
}

std::string messageContent(const std::string& field, const MessageJson& value) {
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_array()) refuseMessage(field, "must be a string or a list of text parts.");
    std::string content;
    for (size_t i = 0; i < value.size(); ++i) {
        const MessageJson& part = value[i];
        const bool text = part.is_object() && part.size() == 2 && part.contains("type") &&
                          part.at("type") == "text" && part.contains("text") && part.at("text").is_string();
        if (!text)
            refuseMessage(field + "[" + std::to_string(i) + "]",
                          "must be a text part: {\"type\": \"text\", \"text\": \"...\"}.");
        content += part.at("text").get_ref<const std::string&>();
    }
    return content;
}

ChatMessage readMessage(const std::string& name, const MessageJson& value) {
    if (!value.is_object()) refuseMessage(name, "must be an object.");
    for (const char* needed : {"role", "content"})
        if (!value.contains(needed)) refuseMessage(name + "." + needed, "is missing.");
    ChatMessage message{
        .role = messageRole(name + ".role", value.at("role")), .content = {}, .reasoning = {}, .tokens = {}};
    for (const auto& [key, entry] : value.items()) {
        const std::string field = name + "." + key;
        if (key == "content") {
            message.content = messageContent(field, entry);
        } else if (key == "reasoning_content" && message.role == "assistant") {
            if (!entry.is_string()) refuseMessage(field, "must be a string.");
            message.reasoning = entry.get<std::string>();
        } else if (key == "tool_call_id" && message.role == "tool") {
            // The order of the messages says which call it answers.
            if (!entry.is_string()) refuseMessage(field, "must be a string.");
        } else if (key != "role") {
            refuseMessage(field, "is not supported.");
        }
    }
    return message;
}

}  // namespace

std::vector<ChatMessage> readBatchMessages(const MessageJson& messages) {
    if (!messages.is_array() || messages.empty())
        refuseMessage("messages", "must be a list of at least one message.");
    std::vector<ChatMessage> all;
    for (size_t i = 0; i < messages.size(); ++i)
        all.push_back(readMessage("messages[" + std::to_string(i) + "]", messages[i]));
    return all;
}

}  // namespace hearth::cli
