#include "openai/template_variables.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace hearth::openai {

void setReasoningEffort(const std::string& field, const Json& value, Json& variables) {
    static constexpr std::array efforts = {"none", "minimal", "low", "medium", "high", "xhigh"};
    if (std::none_of(efforts.begin(), efforts.end(), [&](const char* effort) { return value == effort; }))
        refuseField(field, R"(must be "none", "minimal", "low", "medium", "high" or "xhigh".)");
    const bool thinks = value != "none" && value != "minimal";
    variables["enable_thinking"] = thinks;
    variables["reasoning_effort"] = value == "xhigh" ? Json("high") : thinks ? value : Json("low");
}

bool setTemplateVariables(GenerationRequest& generation, Json variables, bool callsAllowed) {
    if (!callsAllowed) variables.erase("tools");
    if (!variables.empty()) generation.templateVariables = variables.dump();
    return variables.contains("tools");
}

}  // namespace hearth::openai
