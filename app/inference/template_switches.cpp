#include "inference/template_switches.h"

#include "hearth/chat_template.h"
#include "hearth/error.h"

namespace hearth::app {

TemplateSwitches templateSwitches(std::string_view source) {
    const auto reads = [&](std::string_view name) { return source.find(name) != std::string_view::npos; };
    return {reads("enable_thinking"), reads("reasoning_effort")};
}

TemplateSwitches templateSwitches(const Engine& engine) {
    try {
        return templateSwitches(engine.chatTemplate().source());
    } catch (const Error&) {
        return {};
    }
}

}  // namespace hearth::app
