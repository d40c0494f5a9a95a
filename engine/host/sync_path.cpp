#include "host/sync_path.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace hearth {

bool syncPath(const std::filesystem::path& path) noexcept {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    const bool synced = ::fsync(descriptor) == 0;
    const int problem = errno;
    ::close(descriptor);
    errno = problem;
    return synced;
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

}  // namespace hearth
