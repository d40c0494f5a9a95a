#pragma once

#include <filesystem>

namespace hearth::app::store {

/// A lock that one program at a time can hold on a folder. The system takes it back when the program ends in
/// any way, so that a crash never locks anybody out.
class FolderLock {
public:
    explicit FolderLock(const std::filesystem::path& folder);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    bool isHeld() const { return m_held; }
    /// Another program holds it (otherwise the folder could not be written).
    bool isTaken() const { return m_file >= 0 && !m_held; }

    /// The file that is locked.
    static std::filesystem::path pathIn(const std::filesystem::path& folder);
    /// The number of the process that took the lock last, as it wrote it down; 0: nobody did. Whether it
    /// still holds it is another question.
    static int holder(const std::filesystem::path& folder);

private:
    int m_file = -1;
    bool m_held = false;
};

}  // namespace hearth::app::store
