#pragma once

#include <functional>
#include <utility>

#include "inference/inference_thread.h"

namespace hearth::test {

/// Has a function called where the engine runs, after so many of its steps. The thread outlives that.
inline void afterSteps(app::InferenceThread& thread, int steps, std::function<void()> then) {
    thread.post([&thread, steps, then = std::move(then)](Engine*) {
        if (steps == 0) return then();
        afterSteps(thread, steps - 1, then);
    });
}

}  // namespace hearth::test
