#pragma once

#include <filesystem>

namespace hearth {

/// The kind of thing that has a name in a folder.
enum class NameUse {
    Free,
    File,   ///< an ordinary file
    Other,  ///< a link, folder, pipe, device or socket
};

/// The use of a name. A link is itself, not what it leads to. Any thread.
NameUse nameUse(const std::filesystem::path& path) noexcept;

/// Gives a finished file its name, in the same file system. At most an ordinary file is replaced, and none at
/// all without `replace`. False: errno has the reason, EEXIST for what is not replaced, and nothing has
/// changed. Any thread.
bool giveName(const std::filesystem::path& file, const std::filesystem::path& name, bool replace) noexcept;

}  // namespace hearth
