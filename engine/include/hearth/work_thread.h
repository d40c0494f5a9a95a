#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace hearth {

/// Does one task after the other on a thread of its own.
class WorkThread {
public:
    WorkThread();
    /// Tasks that have not begun are dropped.
    ~WorkThread();
    WorkThread(const WorkThread&) = delete;
    WorkThread& operator=(const WorkThread&) = delete;

    /// The work to do; at the end of the thread `stop` is requested.
    using Task = std::function<void(const std::stop_token& stop)>;

    /// From any thread. An exception of a task is dropped, and so is the task's state.
    void post(Task task);
    /// True if there is no work to do. From any thread.
    bool isIdle() const noexcept { return m_open == 0; }

private:
    void run(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Task> m_tasks;
    std::atomic<size_t> m_open = 0;  ///< tasks that have not ended
    std::jthread m_thread;           // last: it uses the others
};

}  // namespace hearth
