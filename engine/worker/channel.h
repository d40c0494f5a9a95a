#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "hearth/platform/readiness.h"

namespace hearth {

/// One end of a pair of connected sockets between two processes. Carries messages, whole and in order. Each
/// direction is for one thread at a time.
class Channel {
public:
    /// Maximum size of a message; longer ones are invalid.
    static constexpr size_t mostBytes = size_t{1} << 30U;

    /// Takes ownership of the socket; one that is not open: the other end is gone. `plainWrites`: only by
    /// write(), for a process that may no longer call socket functions; it must ignore SIGPIPE.
    explicit Channel(platform::File socket = {}, bool plainWrites = false);

    /// Sets the maximum time of waiting without any activity of the other end; 0, the default: no limit. The
    /// time starts again with each part of a message; time in which this process was stopped does not count.
    void setPatience(std::chrono::milliseconds patience);
    /// False: the other end is gone, or was silent for too long.
    bool send(std::string_view message);
    /// Waits for the next message. nullopt: the other end is gone, or was silent for too long. Throws
    /// errors::workerNonsense for a message that is too long.
    std::optional<std::string> receive();
    /// True if the other end was silent for too long.
    bool wasSilent() const noexcept { return m_wasSilent; }
    /// Owned by the channel.
    platform::FileHandle socket() const noexcept { return m_socket; }

private:
    bool sendAll(const char* from, size_t bytes);
    bool receiveAll(char* to, size_t bytes);
    /// Waits until it can send or receive; false: the time is over.
    bool waitFor(platform::Ready event);

    platform::File m_socket;
    bool m_plainWrites;
    std::chrono::milliseconds m_patience{0};
    bool m_wasSilent = false;
};

}  // namespace hearth
