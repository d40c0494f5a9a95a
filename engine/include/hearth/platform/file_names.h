#pragma once

#include <cstdint>
#include <filesystem>

namespace hearth::platform {

/// The kind of thing that has a name in a folder.
enum class NameUse : uint8_t {
    Free,
    File,   ///< an ordinary file
    Other,  ///< a link, folder, pipe, device or socket
};

// Functions that return false leave the reason in errno. Any thread.

/// The use of a name. A link is itself, not what it leads to.
NameUse nameUse(const std::filesystem::path& path) noexcept;
/// Gives a finished file its name, in the same file system. At most an ordinary file is replaced, and none at
/// all without `replace`. False: EEXIST for what is not replaced; nothing has changed.
bool giveName(const std::filesystem::path& file, const std::filesystem::path& name, bool replace) noexcept;
/// Removes the name of a file or a link, never a folder.
bool removeFile(const std::filesystem::path& path) noexcept;
/// Removes an empty folder.
bool removeFolder(const std::filesystem::path& path) noexcept;
/// Makes a folder, of which only its owner may see anything. False, with EEXIST: the name is in use.
bool makePrivateFolder(const std::filesystem::path& path) noexcept;
/// Has only its owner see anything of a folder that exists.
bool closeToOthers(const std::filesystem::path& folder) noexcept;
/// True for a file that this process may run.
bool isExecutable(const std::filesystem::path& path) noexcept;

}  // namespace hearth::platform
