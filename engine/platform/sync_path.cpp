#include "hearth/platform/sync_path.h"

#include "hearth/platform/file.h"

namespace hearth::platform {

bool syncPath(const std::filesystem::path& path) noexcept {
    const File file(path, Open::Read);
    return file.isOpen() && file.sync();
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

}  // namespace hearth::platform
