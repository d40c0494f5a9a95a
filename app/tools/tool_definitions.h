#pragma once

#include <string>
#include <vector>

#include "hearth/generation_request.h"
#include "tools/tool_box.h"

namespace hearth::app {

/// What chat templates hear of tools: GenerationRequest::templateVariables with "tools" as OpenAI spells
/// them. Empty: there are none.
std::string toolDefinitions(const std::vector<const ToolBox::Tool*>& tools);

/// Gives a request such definitions, and holds the calls of its reply to them from where they begin. Empty:
/// it has no tools.
void setTools(GenerationRequest& request, const std::string& definitions);

}  // namespace hearth::app
