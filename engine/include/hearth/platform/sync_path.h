#pragma once

#include <filesystem>

namespace hearth::platform {

/// Has a file's bytes, or the names in a folder, written to the disk. False: errno says why that failed. A
/// new file stays after a loss of power when it and its folder were written. Any thread.
bool syncPath(const std::filesystem::path& path) noexcept;
/// The folder of a file, whether its path names one or not.
std::filesystem::path folderOf(const std::filesystem::path& file);

}  // namespace hearth::platform
