#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "hearth/embedder.h"
#include "hearth/error.h"
#include "hearth/generation_listener.h"
#include "hearth/loaded_loop.h"

namespace hearth {

class ProcessorTurns;

/// Work with an embedder, called once on the thread of its loop. `embedder` is nullptr when there is none,
/// and `problem` says why. `stop` is requested when the embedder is about to go. What a task throws is
/// dropped, with what it held.
using EmbedderTask =
    std::function<void(Embedder* embedder, const Error* problem, const std::stop_token& stop)>;

/// Limit of the texts of one task, in bytes, so that others need not wait for long.
inline constexpr size_t embedderTaskBytes = 4096;

/// Number of texts, from `first` on, that one task takes: as many as the limit allows, and at least one of
/// those that are left. `bytes`: of a text.
size_t textsOfTask(size_t first, size_t texts, const std::function<size_t(size_t text)>& bytes);

/// An embedding model or a reranker with a thread of its own, which loads it and runs tasks with it, by
/// priority and then in the order in which they came. One that computes on the processor takes a turn for
/// each task, and gives way to others between two layers (Embedder::setPause()).
class EmbedderLoop final : public LoadedLoop {
public:
    /// Called on the thread; throws Error.
    using Load = std::function<std::unique_ptr<Embedder>(const std::stop_token& stop)>;

    /// Parts that may be left out.
    struct Hooks {
        std::function<void()> changed = {};  ///< state() has changed; called on the thread
        /// Shared with other loops whose steps use the same cores; outlives the loop. Left out: none do.
        ProcessorTurns* turns = nullptr;
    };
    EmbedderLoop(Load load, Hooks hooks);
    /// Stops the task that runs; those that wait hear that there is no model.
    ~EmbedderLoop() override;

    /// From any thread, tasks included.
    void post(EmbedderTask task, Priority priority);
    State state() const override;
    std::optional<Error> problem() const override;
    /// Number of tasks that have not begun. From any thread.
    size_t waiting() const;
    /// True while a task runs. From any thread.
    bool isRunning() const;

private:
    class Turn;

    void run(const Load& load, const std::stop_token& stop);
    void load(const Load& load, const std::stop_token& stop);
    void serve(const std::stop_token& stop);
    /// Tells all tasks, also those to come, that there is no embedder.
    void refuseAll(const std::stop_token& stop);
    /// The next task; nothing where there is none.
    EmbedderTask takeTask();
    void runTask(EmbedderTask task, Embedder* embedder, const Error* problem, const std::stop_token& stop);
    /// Priority of the next task; nothing where there is none.
    std::optional<Priority> urgency() const;
    void wake();
    void sleep(const std::stop_token& stop);

    const Hooks m_hooks;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::multimap<Priority, EmbedderTask> m_tasks;
    bool m_isWoken = false, m_isRunning = false;
    State m_state = State::Loading;
    std::optional<Error> m_problem;
    std::unique_ptr<Embedder> m_embedder;  ///< the thread's
    std::jthread m_thread;                 // last: it uses the others
};

}  // namespace hearth
