#include "inference/template_switches.h"

#include "hearth/prompt_service.h"

namespace hearth::app {

TemplateSwitches templateSwitches(std::string_view source) {
    const auto reads = [&](std::string_view name) { return source.find(name) != std::string_view::npos; };
    return {reads("enable_thinking"), reads("reasoning_effort")};
}

TemplateSwitches templateSwitches(const Engine& engine) {
    const auto prompts = engine.prompts();
    return prompts ? templateSwitches(prompts->templateSource()) : TemplateSwitches();
}

}  // namespace hearth::app
