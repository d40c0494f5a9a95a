#include "openai/call_choice.h"

#include <nlohmann/json.hpp>

#include "openai/refusal.h"

namespace hearth::openai {

CallChoice readCallChoice(const std::string& field, const Json& value) {
    if (value == "none") return {.allowed = false};
    if (value == "auto") return {};
    if (value == "required") return {.required = true};
    const Json& inner = memberOf(value, "function");
    const Json& name = memberOf(inner.is_object() ? inner : value, "name");
    if (memberOf(value, "type") != "function" || !name.is_string())
        refuseField(field, R"(must be "auto", "none", "required" or a function's name.)");
    return {.required = true, .name = name.get<std::string>()};
}

void holdToCalls(const CallChoice& choice, const Json& tools, bool parallel, GenerationRequest& generation) {
    if (!choice.allowed) return;
    const bool hasForm = generation.grammar.kind != ReplyGrammar::Kind::None;
    if (hasForm && choice.required)
        refuseField("tool_choice", "asks for calls, and the reply has to have another form.");
    Json functions = Json::array();
    if (tools.is_array())
        for (const Json& tool : tools)
            if (choice.name.empty() || tool["function"]["name"] == choice.name)
                functions.push_back(tool["function"]);
    if (functions.empty() && choice.required)
        refuseField("tool_choice", choice.name.empty()
                                       ? "needs \"tools\"."
                                       : "names \"" + choice.name + "\", which is none of the tools.");
    if (functions.empty() || hasForm) return;
    const bool several = parallel && choice.name.empty();
    generation.grammar = toolCallGrammar(functions.dump(), choice.required, several);
}

}  // namespace hearth::openai
