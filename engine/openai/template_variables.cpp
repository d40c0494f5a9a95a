#include "openai/template_variables.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace hearth::openai {

void setReasoningEffort(const std::string& field, const Json& value, RequestNotes& notes, Json& variables) {
    static constexpr std::array efforts = {"none", "minimal", "low", "medium", "high", "xhigh", "max"};
    const std::string& asked = readString(field, value);
    if (std::ranges::find(efforts, asked) == efforts.end()) return notes.ignore(field);
    const bool thinks = asked != "none" && asked != "minimal";
    const bool most = asked == "xhigh" || asked == "max";
    variables["enable_thinking"] = thinks;
    variables["reasoning_effort"] = !thinks ? "low" : most ? "high" : asked;
}

bool setTemplateVariables(GenerationRequest& generation, Json variables, bool callsAllowed) {
    if (!callsAllowed) variables.erase("tools");
    // The model does not need to know how strictly calls are constrained to a schema.
    if (const auto tools = variables.find("tools"); tools != variables.end() && tools->is_array())
        for (Json& tool : *tools)
            if (tool.is_object() && tool.contains("function") && tool["function"].is_object())
                tool["function"].erase("strict");
    if (!variables.empty()) generation.templateVariables = variables.dump();
    return variables.contains("tools");
}

}  // namespace hearth::openai
