#pragma once

#include <string>

#include "hearth/generation_request.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// Sets the template variables for the reasoning effort: both whether to think and how much, because a
/// template supports one or the other. `value`: "none", "minimal", "low", "medium", "high", "xhigh" or "max";
/// other texts, which can only be a wish, are noted as ignored.
void setReasoningEffort(const std::string& field, const Json& value, RequestNotes& notes, Json& variables);

/// Sets the template variables of a request, with its "tools" or, if no calls are allowed, without them.
/// Returns true if it has tools.
bool setTemplateVariables(GenerationRequest& generation, Json variables, bool callsAllowed);

}  // namespace hearth::openai
