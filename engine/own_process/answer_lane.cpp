#include "own_process/answer_lane.h"

#include <utility>

#include "own_process/process_calls.h"

namespace hearth {

AnswerLane::AnswerLane(Channel channel, std::atomic<int>& working)
    : m_channel(std::move(channel)), m_working(working) {
}

std::optional<std::string> AnswerLane::receive() {
    auto message = m_channel.receive();
    if (!message) return message;
    {
        const std::scoped_lock lock(m_mutex);
        m_isUnderWay = true;
    }
    ++m_working;
    m_working.notify_all();
    return message;
}

bool AnswerLane::part(std::string_view message) {
    const std::scoped_lock lock(m_mutex);
    return m_channel.send(message);
}

bool AnswerLane::answer(std::string_view message) {
    --m_working;
    const std::scoped_lock lock(m_mutex);
    m_isUnderWay = false;
    return m_channel.send(message);
}

void AnswerLane::sayAlive() {
    const std::scoped_lock lock(m_mutex);
    if (m_isUnderWay) (void)m_channel.send(wire::packed(wire::Answer::Alive));
}

}  // namespace hearth
