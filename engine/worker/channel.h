#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hearth {

/// One end of a pair of connected sockets between two processes: messages, whole and in order. Each direction
/// is for one thread at a time.
class Channel {
public:
    /// What a message may have; longer ones are nonsense.
    static constexpr size_t mostBytes = size_t{1} << 30U;

    /// Takes the descriptor; -1: the other end is gone. `plainWrites`: by write() alone, for a process that
    /// may no longer use calls of sockets; it has to ignore SIGPIPE.
    explicit Channel(int descriptor = -1, bool plainWrites = false);
    ~Channel();
    Channel(Channel&& other) noexcept;
    Channel& operator=(Channel&& other) noexcept;

    /// How long the other end may do nothing when it is waited for; 0, as at first: for ever. What a message
    /// takes in parts counts from part to part, and time in which this process stood still does not.
    void setPatience(std::chrono::milliseconds patience);
    /// False: the other end is gone, or was waited for too long.
    bool send(std::string_view message);
    /// Waits for the next one. nullopt: the other end is gone, or was waited for too long. Throws
    /// errors::workerNonsense for a message that is too long.
    std::optional<std::string> receive();
    /// Whether it was waited for too long.
    bool wasSilent() const noexcept { return m_wasSilent; }
    /// Stays the channel's; -1: there is none.
    int descriptor() const noexcept { return m_descriptor; }

private:
    bool sendAll(const char* from, size_t bytes);
    bool receiveAll(char* to, size_t bytes);
    /// Until something may be sent or is there, an event of poll(); false: that takes too long.
    bool waitFor(short event);

    int m_descriptor;
    bool m_plainWrites;
    std::chrono::milliseconds m_patience{0};
    bool m_wasSilent = false;
};

}  // namespace hearth
