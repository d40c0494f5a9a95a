#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "hearth/engine.h"
#include "hearth/engine_port.h"
#include "hearth/error.h"

namespace hearth::server {

/// An engine with a thread of its own, which loads it, steps it as long as there is something to do, and
/// sleeps else.
class EngineThread final : public EnginePort {
public:
    /// Called on the thread; throws Error.
    using Load = std::function<std::unique_ptr<Engine>(const std::stop_token& stop)>;

    explicit EngineThread(Load load);
    /// What runs is cancelled and told so; tasks that wait hear that there is no engine.
    ~EngineThread() override;
    EngineThread(const EngineThread&) = delete;
    EngineThread& operator=(const EngineThread&) = delete;

    void post(Task task) override;
    void cancel(RequestId id) override;
    /// Waits until the engine is loaded. Throws what loading threw.
    void waitUntilReady();
    enum class State : uint8_t { Loading, Ready, Failed };
    State state() const;

private:
    void run(const Load& load, const std::stop_token& stop);
    void serve(Engine& engine, const std::stop_token& stop);
    /// Ends what runs, and keeps the cache.
    static void end(Engine& engine);
    std::deque<Task> takeTasks();

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks;
    bool m_isWoken = false;  ///< by the engine itself
    State m_state = State::Loading;
    Engine* m_engine = nullptr;  ///< while it serves
    std::optional<Error> m_problem;
    std::jthread m_thread;  // last: it uses the others
};

}  // namespace hearth::server
