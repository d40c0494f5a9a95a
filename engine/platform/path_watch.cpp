#include "hearth/platform/path_watch.h"

#include <sys/inotify.h>

#include <array>
#include <cstring>

namespace hearth::platform {

PathWatch::PathWatch() noexcept : m_file(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
}

int PathWatch::add(const std::filesystem::path& path) noexcept {
    // A file is ready to be read when it is closed; programs also exchange it for another by its name.
    constexpr uint32_t wanted = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVE | IN_ATTRIB |
                                IN_DELETE_SELF | IN_MOVE_SELF | IN_DONT_FOLLOW;
    return isOpen() ? ::inotify_add_watch(descriptor(), path.c_str(), wanted) : -1;
}

void PathWatch::remove(int number) noexcept {
    (void)::inotify_rm_watch(descriptor(), number);
}

std::vector<PathWatch::Change> PathWatch::changes() const {
    std::vector<Change> changes;
    alignas(inotify_event) std::array<char, 16384> bytes;
    for (ptrdiff_t count = 0; (count = m_file.read(bytes)) > 0;) {
        for (const char* at = bytes.data(); at < bytes.data() + count;) {
            inotify_event event{};
            std::memcpy(&event, at, sizeof event);
            at += sizeof event + event.len;
            if ((event.mask & IN_Q_OVERFLOW) != 0)
                changes.push_back({});
            else
                changes.push_back(
                    {event.wd, (event.mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) != 0});
        }
    }
    return changes;
}

}  // namespace hearth::platform
