#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

#include "hearth/engine.h"
#include "hearth/error.h"

namespace hearth {

/// Hears that an engine goes though some of its requests may not have ended.
class EngineWatcher {
public:
    virtual ~EngineWatcher() = default;
    /// Called when the engine will not call any listener again. Runs on the engine's thread, before any call
    /// of the next engine.
    virtual void engineGone(const Error& reason) = 0;
};

/// Runs tasks on the thread of an engine, between two of its steps.
class EngineExecutor {
public:
    /// `engine` is nullptr when there is none, and `problem` then says why.
    using Task = std::function<void(Engine* engine, const Error* problem)>;

    virtual ~EngineExecutor() = default;
    /// Posts a task, from any thread. Tasks run in the order in which they were posted; none is dropped.
    virtual void post(Task task) = 0;
    /// As post(), but loads no model: if none is loaded or being loaded, the task is told so.
    virtual void postIfLoaded(Task task) { post(std::move(task)); }
    /// Work that no caller waits for. `engine` is nullptr if there is none, or if it has other work; `stop`
    /// is requested as soon as it has.
    using IdleTask = std::function<void(Engine* engine, const std::stop_token& stop)>;
    /// Runs the task when its turn comes, once. From any thread.
    virtual void postIdle(IdleTask task) { task(nullptr, {}); }
    /// Runs work that needs no engine on another thread than its own, one piece after the other. At the end
    /// of the port `stop` is requested, and work that has not begun is destroyed without having run. From any
    /// thread.
    virtual void beside(std::function<void(const std::stop_token& stop)> work) = 0;
    /// Engine::cancel(), from any thread: also in the middle of a step.
    virtual void cancel(RequestId id) = 0;
    /// Reports that a reply of the engine ended with this error; called on the engine's thread. If its device
    /// is lost, the next task may find another engine. `othersRun`: some of its replies continue.
    virtual void replyFailed(const Error& problem, bool othersRun) { (void)problem, (void)othersRun; }
    /// Tells a watcher, as long as it lives, of every engine that goes. From any thread.
    virtual void watch(const std::weak_ptr<EngineWatcher>& watcher) { (void)watcher; }
};

}  // namespace hearth
