#include "openai/message_fields.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/bounded_json.h"
#include "hearth/readable_text.h"

namespace hearth::openai {

namespace {

std::string readRole(const std::string& field, const Json& value) {
    static constexpr std::array roles = {"system", "developer", "user", "assistant", "tool", "function"};
    if (std::none_of(roles.begin(), roles.end(), [&](const char* role) { return value == role; }))
        refuseField(field, R"(must be "system", "developer", "user", "assistant" or "tool".)");
    if (value == "developer") return "system";
    return value == "function" ? "tool" : value.get<std::string>();
}

/// A call as templates take it. `function`: {"name", "arguments"}.
Json callWith(const std::string& name, const Json& function) {
    const Json& written = memberOf(function, "arguments");
    Json arguments = written;
    if (written.is_string())
        arguments = callArguments(written.get_ref<const std::string&>());
    else if (!written.is_object() && !written.is_null())
        refuseField(name + ".arguments", "must be a string.");
    if (arguments.is_null()) arguments = Json::object();
    return {{"type", "function"},
            {"function", {{"name", function.at("name")}, {"arguments", std::move(arguments)}}}};
}

std::string textOfCalls(const Json& calls) {
    return calls.empty() ? std::string() : calls.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string readToolCalls(const std::string& field, const Json& value, RequestNotes& notes) {
    if (!value.is_array()) refuseField(field, "must be a list of calls.");
    Json calls = Json::array();
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string name = field + "[" + std::to_string(i) + "]";
        const Json &call = value[i], &function = memberOf(call, "function");
        if (!call.is_object() || !function.is_object() || !memberOf(function, "name").is_string())
            refuseField(name, R"(must be a call: {"id": "...", "type": "function", "function": {...}}.)");
        notes.ignoreOthers(name, call, {"id", "type", "function", "index"});
        notes.ignoreOthers(name + ".function", function, {"name", "arguments"});
        Json& one = calls.emplace_back(callWith(name + ".function", function));
        if (memberOf(call, "id").is_string()) one["id"] = call.at("id");
    }
    return textOfCalls(calls);
}

/// The form of a call before there were tools.
std::string readOldCall(const std::string& field, const Json& value, RequestNotes& notes) {
    if (!memberOf(value, "name").is_string())
        refuseField(field, R"(must be a call: {"name": "...", "arguments": "..."}.)");
    notes.ignoreOthers(field, value, {"name", "arguments"});
    return textOfCalls(Json::array({callWith(field, value)}));
}

OtherParts otherPartsOf(const ChatMessage& message) {
    if (message.role == "tool") return OtherParts::Name;
    return message.role == "user" ? OtherParts::Pictures : OtherParts::Refuse;
}

/// Reads one field of a message; what it does not know is noted as ignored.
void readMessageField(const std::string& field, const std::string& key, const Json& value,
                      RequestNotes& notes, PictureParts& pictures, ChatMessage& message) {
    const bool assistant = message.role == "assistant", tool = message.role == "tool";
    if (value.is_null() || key == "role") return;
    if (key == "content") {
        MessageContent content = readContent(field, value, {"text"}, notes, pictures, otherPartsOf(message));
        message.content = std::move(content.text);
        message.pictures = std::move(content.pictures);
    } else if ((key == "reasoning_content" || key == "reasoning") && assistant && value.is_string()) {
        message.reasoning = value.get<std::string>();
    } else if (key == "tool_calls" && assistant) {
        message.toolCalls = readToolCalls(field, value, notes);
    } else if (key == "function_call" && assistant) {
        // Answers to "functions" have both.
        if (!value.empty() && message.toolCalls.empty()) message.toolCalls = readOldCall(field, value, notes);
    } else if (key == "refusal" && assistant && value.is_string()) {
        if (message.content.empty()) message.content = value.get<std::string>();
    } else if (key == "tool_call_id" && tool) {
        message.toolCallId = readString(field, value);
    } else if (key == "name") {
        const std::string& name = readString(field, value);
        if (tool) message.name = name;
    } else if (!assistant || (key != "annotations" && key != "audio") || !value.empty()) {
        notes.ignore(field);
    }
}

ChatMessage readMessage(const std::string& name, const Json& value, RequestNotes& notes,
                        PictureParts& pictures) {
    if (!value.is_object()) refuseField(name, "must be an object.");
    if (!value.contains("role")) refuseField(name + ".role", "is missing.");
    ChatMessage message{
        .role = readRole(name + ".role", value.at("role")), .content = {}, .reasoning = {}, .tokens = {}};
    // An assistant may have only called or refused.
    if (!value.contains("content") && message.role != "assistant")
        refuseField(name + ".content", "is missing.");
    for (const auto& [key, entry] : value.items())
        readMessageField(name + "." + key, key, entry, notes, pictures, message);
    return message;
}

}  // namespace

std::string nameOfPart(const Json& part) {
    const Json& type = memberOf(part, "type");
    if (type == "audio" || type == "input_audio" || type == "audio_url") return "[audio]";
    if (type == "video" || type == "video_url" || type == "input_video") return "[video]";
    if (type == "file" || type == "input_file" || type == "document") return "[file]";
    return {};
}

Json callArguments(const std::string& written) {
    if (written.find_first_not_of(" \t\r\n") == std::string::npos) return Json::object();
    Json arguments = parseOrderedJson(written);
    if (arguments.is_null()) return Json::object();
    return arguments.is_object() ? arguments : Json(written);
}

MessageContent readContent(const std::string& field, const Json& value,
                           std::initializer_list<const char*> types, RequestNotes& notes,
                           PictureParts& pictures, OtherParts others) {
    if (value.is_null()) return {};
    if (value.is_string()) return {value.get<std::string>()};
    if (!value.is_array()) refuseField(field, "must be a string or a list of parts.");
    MessageContent content;
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string place = field + "[" + std::to_string(i) + "]";
        const Json &part = value[i], &type = memberOf(part, "type");
        const bool isText =
            std::any_of(types.begin(), types.end(), [&](const char* one) { return type == one; });
        if (isText && memberOf(part, "text").is_string()) {
            content.text += part.at("text").get_ref<const std::string&>();
            // Parts of answers have these, and programs send them back.
            notes.ignoreOthers(place, part, {"type", "text", "annotations", "logprobs"});
        } else if (type == "refusal" && memberOf(part, "refusal").is_string()) {
            content.text += part.at("refusal").get_ref<const std::string&>();
        } else if (others != OtherParts::Refuse && PictureParts::isPicture(part)) {
            content.pictures.push_back(pictures.read(place, part, content.text.size()));
            notes.ignoreOthers(place, part, {"type", "image_url", "source", "detail", "data", "mimeType"});
        } else {
            const std::string name = others == OtherParts::Name ? nameOfPart(part) : std::string();
            if (name.empty())
                refuseField(place, others == OtherParts::Refuse
                                       ? R"(must be a text part: {"type": "text", "text": "..."}.)"
                                       : "must be a text or a picture.");
            content.text += name;
        }
    }
    return content;
}

std::vector<ChatMessage> readMessages(const Json& messages, RequestNotes& notes, const std::string& field) {
    if (!messages.is_array() || messages.empty())
        refuseField(field, "must be a list of at least one message.");
    std::vector<ChatMessage> all;
    PictureParts pictures(notes);
    for (size_t i = 0; i < messages.size(); ++i)
        all.push_back(readMessage(field + "[" + std::to_string(i) + "]", messages[i], notes, pictures));
    return all;
}

void noteOtherTool(const std::string& field, const Json& type, RequestNotes& notes) {
    constexpr size_t longest = 40;
    notes.ignore(field, "Tools of the type \"" + readableText(type.get_ref<const std::string&>(), longest) +
                            "\" are left out of requests: this server has functions alone.");
}

Json readFunction(const std::string& name, const Json& function, RequestNotes& notes) {
    Json read = Json::object();
    for (const auto& [key, value] : function.items()) {
        const std::string field = name + "." + key;
        if (key == "name")
            read[key] = readString(field, value);
        else if (value.is_null() || key == "type")
            continue;
        else if (key == "description")
            read[key] = readString(field, value);
        else if (key == "parameters") {
            // Some programs spell an object without entries as a list.
            const bool isEmpty = value.is_array() && value.empty();
            if (!value.is_object() && !isEmpty) refuseField(field, "must be an object.");
            read[key] = isEmpty ? Json::object() : value;
        } else if (key == "strict")
            read[key] = readBoolean(field, value);
        else if (key == "return")
            read[key] = value;
        else
            notes.ignore(field);
    }
    if (!read.contains("name")) refuseField(name + ".name", "is missing.");
    return {{"type", "function"}, {"function", std::move(read)}};
}

Json readTools(const std::string& field, const Json& tools, RequestNotes& notes) {
    if (!tools.is_array()) refuseField(field, "must be a list of functions.");
    Json functions = Json::array();
    for (size_t i = 0; i < tools.size(); ++i) {
        const std::string name = field + "[" + std::to_string(i) + "]";
        const Json &type = memberOf(tools[i], "type"), &function = memberOf(tools[i], "function");
        if (type.is_string() && type != "function") {
            noteOtherTool(name + ".type", type, notes);
            continue;
        }
        if (!function.is_object() || !memberOf(function, "name").is_string())
            refuseField(name,
                        R"(must be a function: {"type": "function", "function": {"name": "...", ...}}.)");
        notes.ignoreOthers(name, tools[i], {"type", "function"});
        functions.push_back(readFunction(name + ".function", function, notes));
    }
    return functions;
}

}  // namespace hearth::openai
