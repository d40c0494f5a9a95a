#include "hearth/platform/local_connection.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>

#include "hearth/platform/pipe.h"

namespace hearth::platform {

LocalConnection::LocalConnection(const std::filesystem::path& address,
                                 std::chrono::milliseconds patience) noexcept
    : m_file(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const std::string& path = address.native();
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    if (path.size() >= sizeof to.sun_path) return;
    std::copy(path.begin(), path.end(), to.sun_path);
    const timeval longest{.tv_sec = static_cast<time_t>(patience.count() / 1000),
                          .tv_usec = static_cast<suseconds_t>(patience.count() % 1000 * 1000)};
    ::setsockopt(m_file.descriptor(), SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof longest);
    ::setsockopt(m_file.descriptor(), SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
    m_isOpen = ::connect(m_file.descriptor(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

bool LocalConnection::send(std::string_view bytes) const noexcept {
    while (!bytes.empty()) {
        const ptrdiff_t sent = sendSome(m_file, std::as_bytes(std::span(bytes)), true);
        if (sent <= 0) return false;
        bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
}

std::string LocalConnection::receive(size_t bytes) const {
    std::string text(bytes, '\0');
    const ssize_t received = ::recv(m_file.descriptor(), text.data(), bytes, MSG_WAITALL);
    text.resize(static_cast<size_t>(std::max<ssize_t>(0, received)));
    return text;
}

}  // namespace hearth::platform
