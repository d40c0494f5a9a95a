#include "worker/response_channel.h"

#include <utility>

#include "worker/worker_calls.h"

namespace hearth {

ResponseChannel::ResponseChannel(Channel channel, std::atomic<int>& working)
    : m_channel(std::move(channel)), m_working(working) {
}

std::optional<std::string> ResponseChannel::receive() {
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

bool ResponseChannel::part(std::string_view message) {
    const std::scoped_lock lock(m_mutex);
    return m_channel.send(message);
}

bool ResponseChannel::answer(std::string_view message) {
    --m_working;
    const std::scoped_lock lock(m_mutex);
    m_isUnderWay = false;
    return m_channel.send(message);
}

void ResponseChannel::sayAlive() {
    const std::scoped_lock lock(m_mutex);
    if (m_isUnderWay) (void)m_channel.send(wire::packed(wire::Answer::Alive));
}

}  // namespace hearth
