#include "worker/channel.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "worker/worker_errors.h"

namespace hearth {

Channel::Channel(int descriptor, bool plainWrites) : m_descriptor(descriptor), m_plainWrites(plainWrites) {
}

Channel::~Channel() {
    if (m_descriptor >= 0) close(m_descriptor);
}

Channel::Channel(Channel&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_plainWrites(other.m_plainWrites),
      m_patience(other.m_patience),
      m_wasSilent(other.m_wasSilent) {
}

Channel& Channel::operator=(Channel&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_plainWrites, other.m_plainWrites);
    std::swap(m_patience, other.m_patience);
    std::swap(m_wasSilent, other.m_wasSilent);
    return *this;
}

void Channel::setPatience(std::chrono::milliseconds patience) {
    m_patience = patience;
}

bool Channel::waitFor(short event) {
    if (m_patience.count() == 0) return true;
    // Waits in pieces, each of which counts once regardless of its duration: this process, too, may have been
    // stopped, or the whole computer suspended.
    const std::chrono::milliseconds piece(std::clamp<int64_t>(m_patience.count() / 32, 1, 1000));
    for (auto left = m_patience; left.count() > 0; left -= piece) {
        pollfd end{.fd = m_descriptor, .events = event, .revents = 0};
        const int ready = poll(&end, 1, static_cast<int>(piece.count()));
        // An error is reported by the read or write that follows.
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    m_wasSilent = true;
    return false;
}

bool Channel::sendAll(const char* from, size_t bytes) {
    const int noWait = m_patience.count() == 0 ? 0 : MSG_DONTWAIT;
    while (bytes > 0) {
        const ssize_t sent = m_plainWrites ? write(m_descriptor, from, bytes)
                                           : ::send(m_descriptor, from, bytes, MSG_NOSIGNAL | noWait);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN && noWait != 0) {
            if (!waitFor(POLLOUT)) return false;
            continue;
        }
        if (sent <= 0) return false;
        from += sent;
        bytes -= static_cast<size_t>(sent);
    }
    return true;
}

bool Channel::receiveAll(char* to, size_t bytes) {
    while (bytes > 0) {
        if (!waitFor(POLLIN)) return false;
        const ssize_t count = read(m_descriptor, to, bytes);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        to += count;
        bytes -= static_cast<size_t>(count);
    }
    return true;
}

bool Channel::send(std::string_view message) {
    // Short ones, which are most, go at once.
    constexpr size_t together = 16384;
    const uint64_t size = message.size();
    std::string first(sizeof size, '\0');
    std::memcpy(first.data(), &size, sizeof size);
    const size_t part = std::min(message.size(), together);
    first.append(message.substr(0, part));
    return sendAll(first.data(), first.size()) && sendAll(message.data() + part, message.size() - part);
}

std::optional<std::string> Channel::receive() {
    uint64_t size = 0;
    char head[sizeof size];
    if (!receiveAll(head, sizeof head)) return std::nullopt;
    std::memcpy(&size, head, sizeof size);
    if (size > mostBytes) throw Error(errors::workerNonsense);
    // Memory only for what is there: a size is quickly said.
    constexpr size_t atOnce = size_t{1} << 20U;
    std::string message;
    while (message.size() < size) {
        const size_t done = message.size();
        message.resize(done + std::min<size_t>(atOnce, size - done));
        if (!receiveAll(message.data() + done, message.size() - done)) return std::nullopt;
    }
    return message;
}

}  // namespace hearth
