#include "server/reply_queue.h"

#include <algorithm>
#include <utility>

#include "server/server_errors.h"

namespace hearth::server {

void ReplyQueue::take(Engine& engine, std::shared_ptr<ReplyJob> job) {
    std::erase_if(m_waiting, [](const auto& waiting) {
        // Who waits and is gone gives its place up at once, not when its turn comes.
        const bool gone = waiting->isCancelled();
        if (gone) waiting->refuse(Error(errors::serverStopped));
        return gone;
    });
    if (m_waiting.size() >= m_mostWaiting) {
        job->refuse(Error(errors::tooManyRequests));
        return;
    }
    m_waiting.push_back(std::move(job));
    begin(engine);
}

void ReplyQueue::release(Engine* engine, int choices) {
    m_running -= choices;
    if (engine != nullptr) begin(*engine);
}

void ReplyQueue::begin(Engine& engine) {
    // One request alone may ask for more replies than run at a time.
    while (!m_waiting.empty() && (m_running == 0 || m_running + m_waiting.front()->choices() <= m_parallel)) {
        const std::shared_ptr<ReplyJob> job = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_running += job->choices();
        job->start(engine);
    }
    m_waitingCount = m_waiting.size();
}

}  // namespace hearth::server
