#pragma once

#include <string>

#include "hearth/engine.h"
#include "openai/field_reader.h"

namespace hearth::openai {

/// What a chat template hears of an effort to think: whether to, and how much, for templates know one or the
/// other. `value`: "none", "minimal", "low", "medium", "high" or "xhigh"; else throws Refusal.
void setReasoningEffort(const std::string& field, const Json& value, Json& variables);

/// What the template hears of a request, with its "tools" or, where no calls are allowed, without. Whether it
/// has tools.
bool setTemplateVariables(GenerationRequest& generation, Json variables, bool callsAllowed);

}  // namespace hearth::openai
