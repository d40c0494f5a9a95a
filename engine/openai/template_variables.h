#pragma once

#include <string>

#include "hearth/generation_request.h"
#include "openai/field_reader.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// What a chat template hears of an effort to think: whether to, and how much, for templates know one or the
/// other. `value`: "none", "minimal", "low", "medium", "high", "xhigh" or "max"; other texts, which can only
/// be a wish, are noted as ignored.
void setReasoningEffort(const std::string& field, const Json& value, RequestNotes& notes, Json& variables);

/// What the template hears of a request, with its "tools" or, where no calls are allowed, without. Whether it
/// has tools.
bool setTemplateVariables(GenerationRequest& generation, Json variables, bool callsAllowed);

}  // namespace hearth::openai
