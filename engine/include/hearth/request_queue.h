#pragma once

#include <cstddef>
#include <memory>

#include "hearth/engine_executor.h"
#include "hearth/generator.h"

namespace hearth {

/// The requests of one model before and while its engine makes their replies. A limited number runs at a
/// time; the others wait by priority, and then in the order in which they came. Long prompts are made beside
/// the engine. When an engine fails and is loaded again, the requests that run fail and those that wait are
/// given to the next one.
class RequestQueue final : public Generator {
public:
    struct Limits {
        int parallel = 8;           ///< replies at a time
        size_t mostWaiting = 1024;  ///< requests; those beyond are refused
    };
    /// The port outlives the requests.
    RequestQueue(EngineExecutor& port, Limits limits);
    /// Requests that have not ended continue.
    ~RequestQueue() override;
    RequestQueue(const RequestQueue&) = delete;
    RequestQueue& operator=(const RequestQueue&) = delete;

    RequestId submit(GenerationRequest request, ReplySink& sink, Priority priority,
                     const Policy& policy = {}) override;
    void cancel(RequestId id) override;
    void setPriority(RequestId id, Priority priority) override;

    /// Runs a task that may take long, and for which nobody waits, where the engine runs: while no reply of
    /// Priority::Reading is made, and one such task between two steps. Has no model loaded for it. From any
    /// thread.
    void whenUnread(EngineExecutor::Task task);
    /// Runs a task where the engine runs, once requests that were cancelled before have left it. Has no model
    /// loaded for it. From any thread.
    void afterCancelled(EngineExecutor::Task task);

    // Figures, from any thread.
    int running() const noexcept;
    /// Priority of the most urgent request that runs; Chat where none does.
    Priority urgency() const noexcept;
    size_t waiting() const noexcept;

private:
    class Core;
    std::shared_ptr<Core> m_core;
};

}  // namespace hearth
