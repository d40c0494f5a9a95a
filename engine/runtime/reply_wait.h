#pragma once

#include <exception>
#include <future>
#include <memory>
#include <stop_token>
#include <type_traits>

#include "hearth/engine_executor.h"
#include "hearth/generator.h"

namespace hearth {

/// Asks for a reply and waits for its end; `heard` hears the rest of it, on the thread of the model. A stop
/// request cancels it. Throws the Error that it failed with. Not from the thread of the model.
GenerationResult waitForReply(Generator& model, GenerationRequest request, GenerationListener& heard,
                              const std::stop_token& stop = {}, const Policy& policy = {});

/// Runs work where the engine runs and waits for what it returns. Throws what it threw, or the Error for
/// which there is no engine. Not from there.
template <class Work>
auto waitFor(EngineExecutor& port, Work work) {
    using Result = std::invoke_result_t<Work&, Engine&>;
    // The task still has it when the answer is already taken.
    const auto promise = std::make_shared<std::promise<Result>>();
    port.post([&work, promise](Engine* engine, const Error* problem) {
        try {
            if (engine == nullptr) throw Error(*problem);
            if constexpr (std::is_void_v<Result>) {
                work(*engine);
                promise->set_value();
            } else {
                promise->set_value(work(*engine));
            }
        } catch (...) {
            promise->set_exception(std::current_exception());
        }
    });
    return promise->get_future().get();
}

}  // namespace hearth
