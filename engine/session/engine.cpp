#include "hearth/engine.h"

#include <utility>

#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"
#include "session/session_errors.h"

namespace hearth {

const PromptService& promptsOf(const Engine& engine) {
    // The engine holds it as well.
    if (const auto prompts = engine.prompts()) return *prompts;
    throw Error(ErrorCode::Unsupported,
                "Only the server that runs this model knows its tokens and its prompts; load a model on this "
                "machine.");
}

void readAttention(Engine& engine, AttentionQuestion question, AttentionListener& listener) {
    Probe* const probe = engine.probe();
    if (probe == nullptr) throw Error(errors::runsElsewhere);
    probe->readAttention(std::move(question), listener);
}

}  // namespace hearth
