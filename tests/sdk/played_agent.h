#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hearth/engine.h"

namespace hearth::test {

/// The behaviour of a model that calls tools well, decided by the request alone: an answer that has to
/// be JSON is the shortest that fits its schema; a tool that is there is called once, and answered with when
/// it returned something; "say: TEXT" has TEXT answered, and a picture of this or an earlier message its size
/// ("37x23").
class PlayedAgent {
public:
    using Json = nlohmann::ordered_json;

    struct Reply {
        std::string text;
        std::vector<ToolCallDelta> calls;
    };

    static Reply replyTo(const GenerationRequest& request) {
        const Json source = Json::parse(request.grammar.source, nullptr, false);
        switch (request.grammar.kind) {
            case ReplyGrammar::Kind::JsonSchema:
            case ReplyGrammar::Kind::LooseJsonSchema:
                return {.text = PlayedAgent(source).valueOf(source).dump(), .calls = {}};
            case ReplyGrammar::Kind::JsonObject:
                return {.text = R"({"name": "Rome", "people": 7, "city": "Rome", "answer": "Rome"})",
                        .calls = {}};
            case ReplyGrammar::Kind::ToolCalls:
            case ReplyGrammar::Kind::MayCallTools:
                return callOf(request, source["tools"]);
            default:
                return {.text = textFor(request), .calls = {}};
        }
    }

private:
    explicit PlayedAgent(const Json& root) : m_root(root) {}

    static std::string textFor(const GenerationRequest& request) {
        const auto asked =
            std::ranges::find(request.messages.rbegin(), request.messages.rend(), "user", &ChatMessage::role);
        if (asked != request.messages.rend() && !asked->pictures.empty()) return sizesOf(asked->pictures);
        for (auto message = request.messages.rbegin(); message != request.messages.rend(); ++message) {
            constexpr std::string_view sign = "say: ";
            const size_t at = message->role == "user" ? message->content.rfind(sign) : std::string::npos;
            if (at != std::string::npos) return message->content.substr(at + sign.size());
        }
        for (auto message = request.messages.rbegin(); message != request.messages.rend(); ++message)
            if (message->role == "user" && !message->pictures.empty()) return sizesOf(message->pictures);
        return "Rome is the capital of Italy.";
    }

    static std::string sizesOf(const std::vector<MessagePicture>& pictures) {
        std::string sizes = "Sizes:";
        for (const MessagePicture& picture : pictures)
            sizes += " " + std::to_string(picture.file->size().width) + "x" +
                     std::to_string(picture.file->size().height);
        return sizes;
    }

    static bool endsWork(const Json& tool) { return tool["name"].get<std::string>().starts_with("final"); }

    static Reply callOf(const GenerationRequest& request, const Json& tools) {
        const bool must = request.grammar.kind == ReplyGrammar::Kind::ToolCalls;
        // A result has come since the person spoke last; some send it with words of their own.
        bool answered = false;
        for (const ChatMessage& message : request.messages) {
            if (message.role == "tool") answered = true;
            if (message.role == "user" && &message != &request.messages.back()) answered = false;
        }
        if (request.messages.back().role == "user" && request.messages.size() > 1)
            answered = request.messages[request.messages.size() - 2].role == "tool";
        std::vector<Json> called;
        for (const Json& tool : tools)
            if (endsWork(tool) == answered) called.push_back(tool);
        if (called.empty() && must) called.push_back(tools.back());
        const bool both = request.messages.back().content.find("both") != std::string::npos;
        if (called.size() > (both ? 2U : 1U)) called.resize(both ? 2 : 1);
        if (called.empty() || (!must && textFor(request) != "Rome is the capital of Italy."))
            return {.text = textFor(request), .calls = {}};
        Reply reply;
        for (const Json& tool : called) {
            const Json schema = tool.value("parameters", Json::object());
            const Json arguments = PlayedAgent(schema).valueOf(schema);
            const std::string text = arguments.is_object() ? arguments.dump() : "{}";
            const int index = static_cast<int>(reply.calls.size());
            reply.calls.push_back(
                {.index = index, .id = {}, .name = tool["name"], .arguments = text, .written = text});
        }
        return reply;
    }

    /// A short value that fits a schema, of those keywords that programs use: with what is required of an
    /// object, or with everything where nothing is.
    Json valueOf(const Json& schema, int depth = 0) const {
        if (!schema.is_object() || depth > 20) return nullptr;
        if (schema.contains("const")) return schema["const"];
        if (schema.contains("enum")) return schema["enum"][0];
        if (schema.contains("$ref")) return valueOf(referred(schema["$ref"]), depth + 1);
        for (const char* key : {"anyOf", "oneOf", "allOf"})
            if (schema.contains(key)) return valueOf(schema[key][0], depth + 1);
        const Json type = schema.value("type", Json("object"));
        const std::string kind = type.is_array() ? type[0] : type;
        if (kind == "integer" || kind == "number") return schema.value("minimum", Json(7));
        if (kind == "boolean") return true;
        if (kind == "null") return nullptr;
        if (kind == "string") return schema.value("format", "") == "date" ? "2026-05-01" : "Rome";
        if (kind == "array") {
            Json list = Json::array();
            const size_t least = schema.value("minItems", size_t{1});
            while (list.size() < least)
                list.push_back(valueOf(schema.value("items", Json{{"type", "string"}}), depth + 1));
            return list;
        }
        Json object = Json::object();
        const Json required = schema.value("required", Json::array());
        const Json properties = schema.value("properties", Json::object());
        for (const auto& [key, inner] : properties.items())
            if (required.empty() || std::ranges::find(required, Json(key)) != required.end())
                object[key] = valueOf(inner, depth + 1);
        return object;
    }

    Json referred(const std::string& place) const {
        const Json::json_pointer pointer(place.substr(place.find('#') + 1));
        return m_root.contains(pointer) ? m_root[pointer] : Json();
    }

    const Json& m_root;
};

}  // namespace hearth::test
