#pragma once

#include <functional>

#include "hearth/engine.h"
#include "hearth/error.h"

namespace hearth {

/// Where an engine runs: whoever wants something of it posts a task, which runs between two of its steps.
class EnginePort {
public:
    /// `engine` is nullptr when there is none, and `problem` says why.
    using Task = std::function<void(Engine* engine, const Error* problem)>;

    virtual ~EnginePort() = default;
    /// From any thread. Tasks run in the order in which they came; none is dropped.
    virtual void post(Task task) = 0;
    /// Engine::cancel(), from any thread: also in the middle of a step.
    virtual void cancel(RequestId id) = 0;
    /// A reply of the engine ended so; from where the engine runs. Whoever has the engine may load another
    /// one before the next task, if its device is lost.
    virtual void replyFailed(const Error& problem) { (void)problem; }
};

}  // namespace hearth
