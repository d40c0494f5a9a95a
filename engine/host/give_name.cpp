#include "host/give_name.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>

namespace hearth {

NameUse nameUse(const std::filesystem::path& path) noexcept {
    struct stat status {};
    // A path that cannot be examined is not free. If its folder does not exist, nothing has the name, and
    // writing reports the error.
    if (::lstat(path.c_str(), &status) != 0)
        return errno == ENOENT || errno == ENOTDIR ? NameUse::Free : NameUse::Other;
    return S_ISREG(status.st_mode) ? NameUse::File : NameUse::Other;
}

bool giveName(const std::filesystem::path& file, const std::filesystem::path& name, bool replace) noexcept {
    const NameUse use = nameUse(name);
    if (use == NameUse::Free) {
        if (::renameat2(AT_FDCWD, file.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) == 0) return true;
        // Some file systems cannot rename so.
        if (errno != EINVAL && errno != ENOSYS) return false;
    } else if (use == NameUse::Other || !replace) {
        errno = EEXIST;
        return false;
    }
    return ::rename(file.c_str(), name.c_str()) == 0;
}

}  // namespace hearth
