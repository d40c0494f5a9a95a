#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "prefix_store/block_record.h"
#include "prefix_store/block_usage.h"
#include "prefix_store/file_seal.h"

namespace hearth {

/// The folder of the store on disk: a folder for each space, a file for each record. Only its owner can read
/// them. A file gets its name when it is complete: a file that a crash left unfinished has another name, and
/// one that a power loss damaged does not match its hashes. The time of a file is that of its last use. Any
/// thread.
///
/// With a seal, files are encrypted and have other names, in a folder of their own within the store's. all()
/// and names() return the names that stored() gives, and the functions on files expect those, except write()
/// and read(), which take the names of the records themselves.
class BlockFolder {
public:
    explicit BlockFolder(const std::filesystem::path& folder) : m_folder(folder), m_root(folder) {}
    BlockFolder(const std::filesystem::path& folder, const std::optional<FileSeal>& seal);

    /// Folder of the records: the store's folder, or the one inside it.
    const std::filesystem::path& root() const noexcept { return m_root; }
    /// Name of a space, or of a record, on disk.
    ContentHash stored(const ContentHash& hash) const { return m_seal ? m_seal->nameOf(hash) : hash; }
    BlockName stored(BlockName name) const {
        name.key = stored(name.key);
        return name;
    }
    /// Bytes of the record's file.
    uint64_t sizeOf(const BlockRecord& record) const noexcept {
        return record.sizeBytes() + (m_seal ? FileSeal::addedBytes : 0);
    }
    std::filesystem::path fileOf(const ContentHash& space, const BlockName& name) const;

    /// The records of one space.
    std::vector<BlockName> names(const ContentHash& space) const;
    /// The records of all spaces.
    std::vector<StoredBlock> all() const;
    /// Removes files of earlier formats, and unfinished ones that are older than ten minutes.
    void tidy() const;

    /// Removes files that are encrypted in another way than here, or not at all.
    void removeOtherKinds() const;
    /// Removes unencrypted files in a store's folder.
    static void removeReadable(const std::filesystem::path& folder);
    /// The roots of all kinds in a store's folder.
    static std::vector<std::filesystem::path> rootsIn(const std::filesystem::path& folder);

    /// Makes the folder, readable by its owner alone, where it is not there yet.
    void make() const;
    /// Reads a record as readRecord() does; `space` and name are those of the record itself.
    std::optional<BlockRecord> read(const ContentHash& space, const BlockShape& shape,
                                    const WantedRecord& wanted) const;
    /// Writes a record that was last used at `time`. Throws Error(Io); no file is left then.
    void write(const ContentHash& space, const BlockRecord& record, FileTime time) const;
    void use(const ContentHash& space, const BlockName& name, FileTime time) const noexcept;
    void remove(const ContentHash& space, const BlockName& name) const noexcept;
    /// Removes every record of a space.
    void removeSpace(const ContentHash& space) const noexcept;

private:
    std::filesystem::path m_folder, m_root;
    std::optional<FileSeal> m_seal;
};

}  // namespace hearth
