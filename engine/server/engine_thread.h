#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "hearth/device_fault.h"
#include "hearth/engine.h"
#include "hearth/engine_port.h"
#include "hearth/error.h"

namespace hearth::server {

/// An engine with a thread of its own, which loads it, steps it as long as there is something to do, and
/// sleeps else. When a reply fails because the device of the model is lost, so do all others that run, and
/// the model is loaded again elsewhere; what comes meanwhile waits.
class EngineThread final : public EnginePort {
public:
    /// Called on the thread; throws Error.
    using Load = std::function<std::unique_ptr<Engine>(const std::stop_token& stop)>;

    /// The same for a model whose device is lost, when what it replied has ended and its engine is gone.
    using LoadElsewhere =
        std::function<std::unique_ptr<Engine>(const DeviceFault& fault, const std::stop_token& stop)>;

    /// Without `elsewhere` nothing is loaded again.
    explicit EngineThread(Load load, LoadElsewhere elsewhere = {});
    /// What runs is cancelled and told so; tasks that wait hear that there is no engine.
    ~EngineThread() override;
    EngineThread(const EngineThread&) = delete;
    EngineThread& operator=(const EngineThread&) = delete;

    void post(Task task) override;
    void cancel(RequestId id) override;
    void replyFailed(const Error& problem) override;
    /// Waits until the engine is loaded. Throws what loading threw.
    void waitUntilReady();
    enum class State : uint8_t { Loading, Ready, Failed };
    State state() const;

private:
    void run(const Load& load, const std::stop_token& stop);
    /// An engine that serves, or why there is none.
    void load(const std::function<std::unique_ptr<Engine>()>& loaded);
    /// Until the end, or until the device is lost.
    void serve(const std::stop_token& stop);
    /// The engine goes, without what runs and what is not kept yet.
    void leaveDevice();
    /// Ends what runs, and keeps the cache.
    static void end(Engine& engine);
    std::deque<Task> takeTasks();
    /// Those that are there, up to one that finds the device lost.
    void runTasks();

    const LoadElsewhere m_elsewhere;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks;
    bool m_isWoken = false;  ///< by the engine itself
    State m_state = State::Loading;
    std::unique_ptr<Engine> m_engine;  ///< only the thread changes it
    std::optional<Error> m_problem;
    std::optional<DeviceFault> m_fault;  ///< of m_engine; the thread's
    std::jthread m_thread;               // last: it uses the others
};

}  // namespace hearth::server
