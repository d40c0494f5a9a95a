#pragma once

#include <string>

#include "openai/field_reader.h"

namespace hearth::openai {

/// What a chat template hears of an effort to think: whether to, and how much, for templates know one or the
/// other. `value`: "none", "minimal", "low", "medium", "high" or "xhigh"; else throws Refusal.
void setReasoningEffort(const std::string& field, const Json& value, Json& variables);

}  // namespace hearth::openai
