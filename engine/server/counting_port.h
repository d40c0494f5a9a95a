#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "hearth/engine_executor.h"
#include "hearth/model_host.h"

namespace hearth::server {

/// Counts the tasks of several ports. From any thread.
class TaskCount {
public:
    /// Tasks, and work beside an engine, that have neither ended nor been dropped.
    int open() const noexcept { return m_open; }
    /// All tasks and work since the start.
    uint64_t posted() const noexcept { return m_posted; }

private:
    friend class CountingPort;
    std::atomic<int> m_open = 0;
    std::atomic<uint64_t> m_posted = 0;
};

/// The port of a hosted model, which is in use as long as this port, or a task that was posted here, exists.
/// Only std::make_shared makes one. From any thread.
class CountingPort final : public EngineExecutor, public std::enable_shared_from_this<CountingPort> {
public:
    CountingPort(std::shared_ptr<HostedModel> model, std::shared_ptr<TaskCount> count)
        : m_model(std::move(model)), m_count(std::move(count)) {}

    void post(Task task) override;
    void postIfLoaded(Task task) override;
    void postIdle(IdleTask task) override;
    void beside(std::function<void(const std::stop_token& stop)> work) override;
    void cancel(RequestId id) override;
    void replyFailed(const Error& problem, bool othersRun) override;
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override;

private:
    template <class Work>
    struct Counted;
    /// The work as a function that is open until its last copy is destroyed.
    template <class Work>
    auto counted(Work work);

    const std::shared_ptr<HostedModel> m_model;
    const std::shared_ptr<TaskCount> m_count;
};

}  // namespace hearth::server
