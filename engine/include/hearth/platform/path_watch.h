#pragma once

#include <filesystem>
#include <vector>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// Hears of changes of files and folders: what came, went, was renamed, was closed after writing or got
/// other permissions, in a folder also of what is in it, but not of what is in folders of it. For one thread.
class PathWatch {
public:
    struct Change {
        int number = -1;      ///< as add() returned it; -1: changes were lost, of any path
        bool isOver = false;  ///< the path was removed or renamed: its number is given up
    };

    /// See isOpen().
    PathWatch() noexcept;
    bool isOpen() const noexcept { return m_file.isOpen(); }
    /// Ready to be read when there are changes.
    int descriptor() const noexcept { return m_file.descriptor(); }
    /// Watches a path, which is not followed if it is a link. Returns its number; -1: the system refuses.
    int add(const std::filesystem::path& path) noexcept;
    void remove(int number) noexcept;
    /// Returns what has changed since the last call.
    std::vector<Change> changes() const;

private:
    File m_file;
};

}  // namespace hearth::platform
