#include "anthropic/tool_fields.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "anthropic/cache_mark.h"

namespace hearth::anthropic {

using openai::memberOf;
using openai::readBoolean;
using openai::readFixed;
using openai::readString;
using openai::refuseField;

namespace {

Json readTool(const std::string& name, const Json& tool, bool& marked) {
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
            marked |= readCacheMark(field, value);
        else if (key == "type") {
            if (!value.is_null() && value != "custom")
                refuseField(field, R"(can only be "custom": this server has no tools of its own.)");
        } else if (key == "strict" || key == "defer_loading") {
            if (!value.is_null()) readFixed(field, value, false);
        } else if (key == "eager_input_streaming") {
            if (!value.is_null()) (void)readBoolean(field, value);  // they come as they are made anyway
        } else if (key == "allowed_callers") {
            if (!value.is_null()) readFixed(field, value, Json::array({"direct"}));
        } else {
            refuseField(field, "is not supported.");
        }
    }
    for (const char* needed : {"name", "parameters"})
        if (!function.contains(needed))
            refuseField(name + (std::string_view(needed) == "name" ? ".name" : ".input_schema"),
                        "is missing.");
    return {{"type", "function"}, {"function", std::move(function)}};
}

}  // namespace

ToolList readTools(const Json& value) {
    if (!value.is_array()) refuseField("tools", "must be a list of tools.");
    ToolList tools;
    for (size_t i = 0; i < value.size(); ++i)
        tools.functions.push_back(readTool("tools[" + std::to_string(i) + "]", value[i], tools.marked));
    return tools;
}

ToolChoice readToolChoice(const Json& value) {
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
            refuseField(field, "is not supported.");
    }
    return choice;
}

}  // namespace hearth::anthropic
