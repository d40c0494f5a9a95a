#pragma once

#include <string_view>

#include "inference/generation_job.h"

namespace hearth::app {

/// By the source of a template.
TemplateSwitches templateSwitches(std::string_view source);
/// Of a model; a server's says nothing of its template and has none.
TemplateSwitches templateSwitches(const Engine& engine);

}  // namespace hearth::app
