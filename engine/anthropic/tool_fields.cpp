#include "anthropic/tool_fields.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "anthropic/cache_mark.h"
#include "openai/message_fields.h"

namespace hearth::anthropic {

using openai::memberOf;
using openai::readBoolean;
using openai::readFixed;
using openai::readString;
using openai::refuseField;

namespace {

Json readTool(const std::string& name, const Json& tool, openai::RequestNotes& notes, bool& marked) {
    if (!tool.is_object()) refuseField(name, "must be an object.");
    Json function = Json::object();
    for (const auto& [key, value] : tool.items()) {
        const std::string field = name + "." + key;
        if (key == "name")
            function["name"] = readString(field, value);
        else if (key == "description")
            function["description"] = value.is_null() ? Json("") : Json(readString(field, value));
        else if (key == "input_schema") {
            if (!value.is_object()) refuseField(field, "must be an object.");
            function["parameters"] = value;
        } else if (key == "cache_control")
            marked |= readCacheMark(field, value, notes);
        else if (key == "type") {
            continue;
        } else if (key == "strict") {
            if (!value.is_null()) function[key] = readBoolean(field, value);
        } else if (key == "eager_input_streaming") {
            if (!value.is_null()) (void)readBoolean(field, value);  // they come as they are made anyway
        } else if (!value.is_null() && value != false) {
            notes.ignore(field);
        }
    }
    for (const char* needed : {"name", "parameters"})
        if (!function.contains(needed))
            refuseField(name + (std::string_view(needed) == "name" ? ".name" : ".input_schema"),
                        "is missing.");
    return {{"type", "function"}, {"function", std::move(function)}};
}

}  // namespace

ToolList readTools(const Json& value, openai::RequestNotes& notes) {
    if (!value.is_array()) refuseField("tools", "must be a list of tools.");
    ToolList tools;
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string name = "tools[" + std::to_string(i) + "]";
        const Json& type = memberOf(value[i], "type");
        if (type.is_string() && type != "custom")
            openai::noteOtherTool(name + ".type", type, notes);
        else
            tools.functions.push_back(readTool(name, value[i], notes, tools.marked));
    }
    return tools;
}

ToolChoice readToolChoice(const Json& value, openai::RequestNotes& notes) {
    const Json& type = memberOf(value, "type");
    ToolChoice choice;
    if (type == "tool")
        choice.calls = {.required = true, .name = readString("tool_choice.name", memberOf(value, "name"))};
    else if (type == "any")
        choice.calls.required = true;
    else if (type == "none")
        choice.calls.allowed = false;
    else if (type != "auto")
        refuseField("tool_choice.type", R"(must be "auto", "any", "none" or "tool".)");
    for (const auto& [key, entry] : value.items()) {
        const std::string field = "tool_choice." + key;
        if (key == "disable_parallel_tool_use")
            choice.parallel = entry.is_null() || !readBoolean(field, entry);
        else if (key != "type" && (key != "name" || type != "tool"))
            notes.ignore(field);
    }
    return choice;
}

}  // namespace hearth::anthropic
