#include "worker/channel.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "hearth/platform/pipe.h"
#include "worker/worker_errors.h"

namespace hearth {

Channel::Channel(platform::File socket, bool plainWrites)
    : m_socket(std::move(socket)), m_plainWrites(plainWrites) {
}

void Channel::setPatience(std::chrono::milliseconds patience) {
    m_patience = patience;
}

bool Channel::waitFor(platform::Ready event) {
    if (m_patience.count() == 0) return true;
    // Waits in pieces, each of which counts once regardless of its duration: this process, too, may have been
    // stopped, or the whole computer suspended.
    const std::chrono::milliseconds piece(std::clamp<int64_t>(m_patience.count() / 32, 1, 1000));
    for (auto left = m_patience; left.count() > 0; left -= piece) {
        platform::Awaited end{.descriptor = m_socket.descriptor(), .wanted = event};
        const int ready = platform::waitUntilReady(std::span(&end, 1), static_cast<int>(piece.count()));
        // An error is reported by the read or write that follows.
        if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
    }
    m_wasSilent = true;
    return false;
}

bool Channel::sendAll(const char* from, size_t bytes) {
    const bool waits = m_patience.count() == 0;
    while (bytes > 0) {
        const auto part = std::as_bytes(std::span(from, bytes));
        const ptrdiff_t sent =
            m_plainWrites ? m_socket.writeSome(part) : platform::sendSome(m_socket, part, waits);
        if (sent < 0 && errno == EAGAIN && !waits) {
            if (!waitFor(platform::Ready::ToWrite)) return false;
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
        if (!waitFor(platform::Ready::ToRead)) return false;
        const ptrdiff_t count = m_socket.read(std::span(to, bytes));
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
