#include "hearth/platform/pipe.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace hearth::platform {

Pipe::Pipe() noexcept {
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    reader = File(ends[0]);
    writer = File(ends[1]);
}

SocketPair::SocketPair(int lowest) noexcept {
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    first = File(ends[0]);
    const File low(ends[1]);
    second = File::copyOf(low, lowest);
}

ptrdiff_t sendSome(FileHandle socket, std::span<const std::byte> bytes, bool waits) noexcept {
    for (;;) {
        const ssize_t sent = ::send(socket.descriptor(), bytes.data(), bytes.size(),
                                    MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
        if (sent >= 0 || errno != EINTR) return sent;
    }
}

WakeFlag::WakeFlag() noexcept : m_event(::eventfd(0, EFD_CLOEXEC)) {
}

void WakeFlag::raise() const noexcept {
    (void)::eventfd_write(m_event.descriptor(), 1);
}

}  // namespace hearth::platform
