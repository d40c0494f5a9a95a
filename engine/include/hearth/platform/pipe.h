#pragma once

#include "hearth/platform/file.h"

namespace hearth::platform {

/// Both ends of a pipe.
struct Pipe {
    /// Makes a pipe; see isOpen(). errno has the reason of a failure.
    Pipe() noexcept;
    bool isOpen() const noexcept { return reader.isOpen() && writer.isOpen(); }

    File reader, writer;
};

/// A pair of sockets that are connected with each other: bytes go both ways.
struct SocketPair {
    /// Makes a pair; see isOpen(). errno has the reason of a failure. The number of `second` is at least
    /// `lowest`, so that it is no number that a program which inherits it has for another file.
    explicit SocketPair(int lowest = 0) noexcept;
    bool isOpen() const noexcept { return first.isOpen() && second.isOpen(); }

    File first, second;
};

/// Sends bytes through a socket, and no signal where the other end has gone. Returns the number of bytes.
/// -1: errno has the reason; without `waits`, EAGAIN says that nothing could be sent at once.
ptrdiff_t sendSome(FileHandle socket, std::span<const std::byte> bytes, bool waits) noexcept;

/// A flag that other threads wait for as for a file.
class WakeFlag {
public:
    /// Makes a flag; see isOpen().
    WakeFlag() noexcept;
    bool isOpen() const noexcept { return m_event.isOpen(); }
    int descriptor() const noexcept { return m_event.descriptor(); }
    /// Raises the flag for good: it is ready to be read.
    void raise() const noexcept;

private:
    File m_event;
};

}  // namespace hearth::platform
