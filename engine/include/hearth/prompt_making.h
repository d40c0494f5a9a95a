#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "hearth/engine_executor.h"

namespace hearth {

/// A request on its way to its prompt.
struct PromptMaking {
    GenerationRequest request;
    std::stop_source stop = {};                   ///< ends the making
    std::optional<Error> problem = std::nullopt;  ///< why there is no prompt: another try would fail as well
};

/// Has the prompt of a request made beside the engine if it is long (promptBytes()), so that replies that run
/// do not wait for it; a short one is left to Engine::submit(). Then runs `then` where the engine runs.
/// Pictures in results of tools become a text first if the model does not read pictures. From where the
/// engine runs. `port` outlives that.
void makePrompt(Engine& engine, EngineExecutor& port, std::shared_ptr<PromptMaking> making,
                EngineExecutor::Task then);

}  // namespace hearth
