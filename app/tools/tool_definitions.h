#pragma once

#include <string>
#include <vector>

#include "hearth/generation_request.h"
#include "tools/tool_box.h"

namespace hearth::app {

/// Tool definitions for chat templates: GenerationRequest::templateVariables with "tools" in OpenAI's form.
/// Empty: there are none.
std::string toolDefinitions(const std::vector<const ToolBox::Tool*>& tools);

/// Gives a request such definitions, and constrains the calls of its reply to them from their beginning.
/// Empty: it has no tools.
void setTools(GenerationRequest& request, const std::string& definitions);

}  // namespace hearth::app
