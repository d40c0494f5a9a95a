#include "hearth/one_at_a_time.h"

#include <algorithm>
#include <utility>

namespace hearth {

RequestId OneAtATime::submit(GenerationRequest request, GenerationListener& listener, Priority priority) {
    const std::scoped_lock lock(m_mutex);
    m_queue.push_back({++m_lastId, std::move(request), &listener, priority, {}});
    return m_lastId;
}

void OneAtATime::cancel(RequestId id) {
    const std::scoped_lock lock(m_mutex);
    for (Waiting& waiting : m_queue)
        if (waiting.id == id) waiting.stop.request_stop();
}

void OneAtATime::setPriority(RequestId id, Priority priority) {
    const std::scoped_lock lock(m_mutex);
    for (Waiting& waiting : m_queue)
        if (waiting.id == id) waiting.priority = priority;
}

std::optional<RequestStatus> OneAtATime::status(RequestId id) const {
    const std::scoped_lock lock(m_mutex);
    const bool waits = std::any_of(m_queue.begin(), m_queue.end(),
                                   [id](const Waiting& waiting) { return waiting.id == id; });
    return waits ? std::optional(RequestStatus{}) : std::nullopt;
}

bool OneAtATime::step() {
    Waiting next;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_queue.empty()) return false;
        next = *std::min_element(m_queue.begin(), m_queue.end(), [](const Waiting& a, const Waiting& b) {
            return a.priority != b.priority ? a.priority < b.priority : a.id < b.id;
        });
    }
    // It stays in the queue meanwhile, where cancel() finds it.
    const auto leave = [&] {
        const std::scoped_lock lock(m_mutex);
        std::erase_if(m_queue, [&](const Waiting& waiting) { return waiting.id == next.id; });
    };
    try {
        GenerationResult result = generate(next.request, *next.listener, next.stop.get_token());
        leave();
        next.listener->finished(std::move(result));
    } catch (const Error& error) {
        leave();
        next.listener->failed(error);
    }
    return true;
}

}  // namespace hearth
