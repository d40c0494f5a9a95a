#pragma once

#include <future>
#include <memory>

#include "hearth/model_loop.h"
#include "support/scripted_engine.h"

namespace hearth::test {

/// An engine with a script, on its thread.
inline std::unique_ptr<ModelLoop> servedScript(const std::shared_ptr<EngineScript>& script) {
    auto thread = std::make_unique<ModelLoop>(
        [script](const std::stop_token& stop) { return ScriptedEngine::load(script, {}, stop); });
    thread->waitUntilReady();
    return thread;
}

/// Runs a task on the thread and waits for it.
template <class Task>
void runOn(EngineExecutor& port, Task task) {
    std::promise<void> done;
    port.post([&](Engine* engine, const Error* problem) {
        task(engine, problem);
        done.set_value();
    });
    done.get_future().wait();
}

}  // namespace hearth::test
