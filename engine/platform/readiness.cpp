#include "hearth/platform/readiness.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace hearth::platform {

namespace {

short pollEvents(Ready wanted) noexcept {
    int events = 0;
    if (has(wanted, Ready::ToRead)) events |= POLLIN;
    if (has(wanted, Ready::ToWrite)) events |= POLLOUT;
    if (has(wanted, Ready::HalfClosed)) events |= POLLRDHUP;
    return static_cast<short>(events);
}

Ready readinessOf(int events) noexcept {
    Ready found = Ready::Nothing;
    if ((events & POLLIN) != 0) found = found | Ready::ToRead;
    if ((events & POLLOUT) != 0) found = found | Ready::ToWrite;
    if ((events & POLLRDHUP) != 0) found = found | Ready::HalfClosed;
    if ((events & (POLLHUP | POLLERR | POLLNVAL)) != 0) found = found | Ready::Gone;
    return found;
}

}  // namespace

int waitUntilReady(std::span<Awaited> files, int milliseconds) noexcept {
    if (files.size() > mostAwaited) {
        errno = EINVAL;
        return -1;
    }
    std::array<pollfd, mostAwaited> asked{};
    for (size_t i = 0; i < files.size(); ++i) {
        asked[i] = {.fd = files[i].descriptor, .events = pollEvents(files[i].wanted), .revents = 0};
        files[i].found = Ready::Nothing;
    }
    const int count = ::poll(asked.data(), files.size(), milliseconds);
    for (size_t i = 0; count > 0 && i < files.size(); ++i) files[i].found = readinessOf(asked[i].revents);
    return count;
}

Ready waitUntilReady(FileHandle file, Ready wanted, int milliseconds) noexcept {
    Awaited one{.descriptor = file.descriptor(), .wanted = wanted};
    (void)waitUntilReady(std::span(&one, 1), milliseconds);
    return one.found;
}

}  // namespace hearth::platform
