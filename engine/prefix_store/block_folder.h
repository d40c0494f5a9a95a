#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "prefix_store/block_record.h"
#include "prefix_store/block_usage.h"

namespace hearth {

/// The folder of the store on disk: a folder for each space, a file for each record. Only its owner can read
/// them. A file has its name when it is whole: one that a crash left unfinished has another, and what a power
/// loss left damaged does not fit its hashes. The time of a file is when it was last used. Any thread.
class BlockFolder {
public:
    explicit BlockFolder(std::filesystem::path root) : m_root(std::move(root)) {}

    const std::filesystem::path& root() const noexcept { return m_root; }
    std::filesystem::path fileOf(const ContentHash& space, const BlockName& name) const;

    /// The records of one space.
    std::vector<BlockName> names(const ContentHash& space) const;
    /// The records of all spaces.
    std::vector<StoredBlock> all() const;
    /// Removes files of earlier formats, and what was left unfinished more than ten minutes ago.
    void tidy() const;

    /// Writes a record that was last used at `time`. Throws Error(Io); then nothing is left behind.
    void write(const ContentHash& space, const BlockRecord& record, FileTime time) const;
    void use(const ContentHash& space, const BlockName& name, FileTime time) const noexcept;
    void remove(const ContentHash& space, const BlockName& name) const noexcept;
    /// Removes every record of a space.
    void removeSpace(const ContentHash& space) const noexcept;

private:
    std::filesystem::path m_root;
};

}  // namespace hearth
