#include "openai/call_choice.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "openai/refusal.h"

namespace hearth::openai {

namespace {

/// The name of a tool, next to its type or in an object of its type's name.
const Json& nameOf(const Json& tool) {
    const Json& inner = memberOf(tool, "function");
    return memberOf(inner.is_object() ? inner : tool, "name");
}

CallChoice readAllowedTools(const std::string& field, const Json& value, RequestNotes& notes) {
    const Json& inner = memberOf(value, "allowed_tools");
    const Json& list = inner.is_object() ? inner : value;
    notes.ignoreOthers(field, value, {"type", "allowed_tools", "mode", "tools"});
    const Json &mode = memberOf(list, "mode"), &tools = memberOf(list, "tools");
    if (!mode.is_null() && mode != "auto" && mode != "required")
        refuseField(field + ".mode", R"(must be "auto" or "required".)");
    if (!tools.is_array()) refuseField(field + ".tools", "must be a list of tools.");
    CallChoice choice{.required = mode == "required", .only = std::vector<std::string>()};
    for (size_t i = 0; i < tools.size(); ++i)
        if (memberOf(tools[i], "type") == "function")
            choice.only->push_back(
                readString(field + ".tools[" + std::to_string(i) + "].name", nameOf(tools[i])));
    return choice;
}

}  // namespace

CallChoice readCallChoice(const std::string& field, const Json& value, RequestNotes& notes) {
    if (value == "none") return {.allowed = false};
    if (value == "auto") return {};
    if (value == "required") return {.required = true};
    if (memberOf(value, "type") == "allowed_tools") return readAllowedTools(field, value, notes);
    const Json& name = nameOf(value);
    if (memberOf(value, "type") != "function" || !name.is_string())
        refuseField(field, R"(must be "auto", "none", "required" or a function's name.)");
    notes.ignoreOthers(field, value, {"type", "name", "function"});
    notes.ignoreOthers(field + ".function", memberOf(value, "function"), {"name"});
    return {.required = true, .name = name.get<std::string>()};
}

void keepAllowedTools(CallChoice& choice, Json& variables) {
    if (!choice.only) return;
    Json kept = Json::array();
    for (const std::string& name : *choice.only) {
        bool found = false;
        for (const Json& tool : memberOf(variables, "tools"))
            if (tool["function"]["name"] == name) {
                kept.push_back(tool);
                found = true;
            }
        if (!found)
            refuseField("tool_choice", "names \"" + readableText(name) + "\", which is none of the tools.");
    }
    if (kept.empty() && !choice.required) choice.allowed = false;
    variables["tools"] = std::move(kept);
}

void holdToCalls(const CallChoice& choice, const Json& tools, bool parallel, GenerationRequest& generation) {
    if (!choice.allowed) return;
    // A form of texts says nothing of a reply that has to be calls.
    const bool hasForm = generation.grammar.kind != ReplyGrammar::Kind::None && !choice.required;
    Json functions = Json::array();
    if (tools.is_array())
        for (const Json& tool : tools)
            if (choice.name.empty() || tool["function"]["name"] == choice.name)
                functions.push_back(tool["function"]);
    if (functions.empty() && choice.required)
        refuseField("tool_choice", choice.name.empty() ? "needs \"tools\"."
                                                       : "names \"" + readableText(choice.name) +
                                                             "\", which is none of the tools.");
    if (functions.empty() || hasForm) return;
    const bool several = parallel && choice.name.empty();
    generation.grammar = toolCallGrammar(functions.dump(), choice.required, several);
    const auto isStrict = [](const Json& function) { return memberOf(function, "strict") == true; };
    if (!std::any_of(functions.begin(), functions.end(), isStrict)) return;
    try {
        (void)checkReplyGrammar(generation.grammar);
    } catch (const Error& error) {
        throw Refusal{error.what(), "tools"};
    }
}

}  // namespace hearth::openai
