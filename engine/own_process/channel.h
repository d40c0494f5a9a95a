#pragma once

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

    /// False: the other end is gone.
    bool send(std::string_view message);
    /// Waits for the next one. nullopt: the other end is gone. Throws errors::processNonsense for a message
    /// that is too long.
    std::optional<std::string> receive();

private:
    bool sendAll(const char* from, size_t bytes) const;
    bool receiveAll(char* to, size_t bytes) const;

    int m_descriptor;
    bool m_plainWrites;
};

}  // namespace hearth
