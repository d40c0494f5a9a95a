#include "hearth/platform/file_names.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "hearth/platform/file.h"

namespace hearth::platform {

namespace {

constexpr mode_t ownerFolder = 0700;

}  // namespace

NameUse nameUse(const std::filesystem::path& path) noexcept {
    const auto facts = factsOf(path);
    // A path that cannot be examined is not free. If its folder does not exist, nothing has the name, and
    // writing reports the error.
    if (!facts) return errno == ENOENT || errno == ENOTDIR ? NameUse::Free : NameUse::Other;
    return facts->kind == FileKind::Regular ? NameUse::File : NameUse::Other;
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

bool removeFile(const std::filesystem::path& path) noexcept {
    return ::unlink(path.c_str()) == 0;
}

bool removeFolder(const std::filesystem::path& path) noexcept {
    return ::rmdir(path.c_str()) == 0;
}

bool makePrivateFolder(const std::filesystem::path& path) noexcept {
    return ::mkdir(path.c_str(), ownerFolder) == 0;
}

bool closeToOthers(const std::filesystem::path& folder) noexcept {
    return ::chmod(folder.c_str(), ownerFolder) == 0;
}

bool isExecutable(const std::filesystem::path& path) noexcept {
    return ::access(path.c_str(), X_OK) == 0;
}

}  // namespace hearth::platform
