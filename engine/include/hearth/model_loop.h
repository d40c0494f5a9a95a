#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "hearth/device_fault.h"
#include "hearth/engine.h"
#include "hearth/engine_executor.h"
#include "hearth/error.h"
#include "hearth/loaded_loop.h"
#include "hearth/work_thread.h"

namespace hearth {

class ProcessorTurns;

/// A model with a thread of its own, which loads it, steps its engine as long as there is something to do,
/// and otherwise sleeps. Nothing that a load, a task or a step throws ends the thread: it fails the requests
/// that it concerns, and an engine that throws out of a step is loaded again. When a reply fails because the
/// device of the model is lost, all others that run fail too, and the model is loaded again elsewhere; tasks
/// that come meanwhile wait.
class ModelLoop final : public EngineExecutor, public LoadedLoop {
public:
    /// Called on the thread; throws Error.
    using Load = std::function<std::unique_ptr<Engine>(const std::stop_token& stop)>;

    /// The same for a model whose device is lost, after its replies have ended and its engine is destroyed.
    using LoadElsewhere =
        std::function<std::unique_ptr<Engine>(const DeviceFault& fault, const std::stop_token& stop)>;

    /// Hears on the thread why the cache cannot be kept on disk.
    using Told = std::function<void(const Error& problem)>;

    /// Optional callbacks. All are called on the thread; exceptions of `keep` are dropped.
    struct Hooks {
        LoadElsewhere loadElsewhere = {};  ///< empty: a device that is lost is not replaced
        Told told = {};
        /// Writes the cache of an engine that goes. Left out: as much of it as two seconds allow.
        std::function<void(Engine& engine)> keep = {};
        std::function<void()> changed = {};  ///< state() has changed
        /// Shared with other loops whose steps use the same cores; outlives the loop. nullptr: not shared.
        ProcessorTurns* turns = nullptr;
        std::function<Priority()> urgency = {};  ///< of the next step in relation to others; empty: Chat
    };
    explicit ModelLoop(Load load) : ModelLoop(std::move(load), Hooks()) {}
    ModelLoop(Load load, Hooks hooks);
    /// Cancels running requests and notifies their listeners; tasks that wait are told that there is no
    /// engine.
    ~ModelLoop() override;

    void post(Task task) override;
    void postIdle(IdleTask task) override;
    void beside(WorkThread::Task work) override;
    void cancel(RequestId id) override;
    void replyFailed(const Error& problem, bool othersRun) override;
    void watch(const std::weak_ptr<EngineWatcher>& watcher) override;
    /// Waits until the engine is loaded. Throws the error of loading.
    void waitUntilReady();
    State state() const override;
    std::optional<Error> problem() const override;

private:
    void run(const Load& load, const std::stop_token& stop);
    /// Loads an engine, or sets the reason why there is none.
    void load(const std::function<std::unique_ptr<Engine>()>& loaded);
    /// Until the end, or until the device is lost.
    void serve(const std::stop_token& stop);
    /// The same. Returns the engine's error, after which it cannot be used any more.
    std::optional<Error> serveSafely(const std::stop_token& stop);
    static void run(const Task& task, Engine* engine, const Error* problem);
    void tellPrefixProblem(Engine& engine);
    void setState(State state);
    /// Ends the engine and its requests, without keeping anything. `reason`: for requests that the engine
    /// cannot end.
    void leaveDevice(const Error& reason);
    void tellWatchers(const Error& reason);
    /// Ends all requests, and keeps the cache.
    void end(Engine& engine);
    std::deque<Task> takeTasks();
    /// Gives those that are there the engine, or nullptr where it has something to do.
    void runIdleTasks(Engine* engine);
    /// Those that are there, up to one that finds the device lost.
    void runTasks();

    const Hooks m_hooks;
    std::string m_lastTold;  ///< to Hooks::told; the thread's
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks;
    std::deque<IdleTask> m_idleTasks;
    std::stop_source m_idleStop;  ///< of those, until a task is posted
    std::vector<std::weak_ptr<EngineWatcher>> m_watchers;
    std::unique_ptr<WorkThread> m_beside;  ///< from its first work on
    bool m_ends = false;
    bool m_isWoken = false;  ///< by the engine itself
    State m_state = State::Loading;
    std::unique_ptr<Engine> m_engine;  ///< only the thread changes it
    std::optional<Error> m_problem;
    std::optional<DeviceFault> m_fault;  ///< of m_engine; the thread's
    bool m_wasAsked = false;             ///< m_engine was given a task; the thread's
    std::jthread m_thread;               // last: it uses the others
};

}  // namespace hearth
