#pragma once

#include <filesystem>

#include "hearth/platform/file.h"

namespace hearth::app::store {

/// A lock that one program at a time can hold on a folder. The system takes it back when the program ends in
/// any way, so that a crash never locks anybody out.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder);

    bool isHeld() const { return m_held; }
    /// Another program holds it (otherwise the folder could not be written).
    bool isTaken() const { return m_file.isOpen() && !m_held; }

    /// The file that is locked.
    static std::filesystem::path pathIn(const std::filesystem::path& folder);
    /// The number of the process that took the lock last, as it wrote it down; 0: nobody did. Whether it
    /// still holds it is another question.
    static int holder(const std::filesystem::path& folder);

private:
    /// The file stays when this goes: removing it would race with the next program that opens it.
    platform::File m_file;
    bool m_held = false;
};

}  // namespace hearth::app::store
