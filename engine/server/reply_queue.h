#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>

#include "server/reply_job.h"

namespace hearth::server {

/// Lets so many replies run at a time and the others wait for their turn, in the order in which they came.
/// Everything but the figures is for the engine's thread.
class ReplyQueue {
public:
    /// `parallel`: replies at a time. `mostWaiting`: requests; those beyond are refused.
    ReplyQueue(int parallel, size_t mostWaiting) : m_parallel(parallel), m_mostWaiting(mostWaiting) {}

    /// Begins a request or has it wait.
    void take(Engine& engine, std::shared_ptr<ReplyJob> job);
    /// So many replies have ended: others begin.
    void release(Engine* engine, int choices);

    // From any thread.
    int running() const noexcept { return m_running; }
    size_t waiting() const noexcept { return m_waitingCount; }

private:
    void begin(Engine& engine);

    int m_parallel;
    size_t m_mostWaiting;
    std::deque<std::shared_ptr<ReplyJob>> m_waiting;
    std::atomic<int> m_running = 0;
    std::atomic<size_t> m_waitingCount = 0;
};

}  // namespace hearth::server
