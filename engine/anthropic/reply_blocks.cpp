#include "anthropic/reply_blocks.h"

#include <nlohmann/json.hpp>

#include "hearth/bounded_json.h"

namespace hearth::anthropic {

using openai::PartKind;
using openai::ReplyPart;

Json emptyBlockJson(const ReplyPart& part) {
    switch (part.kind) {
        case PartKind::Reasoning:
            return {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}};
        case PartKind::Call:
            return {{"type", "tool_use"}, {"id", part.id}, {"name", part.name}, {"input", Json::object()}};
        case PartKind::Text:
            break;
    }
    return {{"type", "text"}, {"text", ""}};
}

Json blockJson(const ReplyPart& part) {
    Json json = emptyBlockJson(part);
    switch (part.kind) {
        case PartKind::Reasoning:
            json["thinking"] = part.text;
            break;
        case PartKind::Call: {
            Json input = part.text.empty() ? Json::object() : parseOrderedJson(part.text);
            if (!input.is_object()) input = {{"arguments", part.text}};
            json["input"] = std::move(input);
            break;
        }
        case PartKind::Text:
            json["text"] = part.text;
            break;
    }
    return json;
}

}  // namespace hearth::anthropic
