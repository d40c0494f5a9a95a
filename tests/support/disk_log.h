#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::test {

/// Log of the operations on the files below a folder, in order, and of the possible contents of a disk after
/// a power cut in the middle. A file then holds everything that was synced; each sector written since is kept
/// or lost. A file that grew has its new length, with zeros where no data arrived. Names (of files that were
/// created, renamed or removed, and folders) are kept in one order, as file system journals do: those up to
/// the last folder sync, and some of those after it. Syncing a file keeps its bytes, not its name. Paths are
/// relative to the folder. One thread at a time.
class DiskLog {
public:
    using File = uint64_t;  ///< a new one for each file that is created

    void makeFolder(std::string path) { addName({.to = std::move(path), .folder = true}); }
    void make(std::string path, File file) { addName({.to = std::move(path), .file = file}); }
    void rename(std::string from, std::string to) { addName({.from = std::move(from), .to = std::move(to)}); }
    void remove(std::string path) { addName({.from = std::move(path)}); }
    void write(File file, uint64_t offset, std::string_view bytes);
    void resize(File file, uint64_t size);
    void syncFile(File file);
    void syncFolder();
    /// Marks a promise: the data is durable from now on.
    void acknowledge();

    size_t size() const noexcept { return m_steps.size(); }
    /// Number of promises within the first `steps` steps.
    size_t acknowledged(size_t steps) const noexcept;
    /// Writes the contents of the disk after this many steps into an existing, empty folder.
    void writeTo(const std::string& folder, size_t steps, std::mt19937_64& random) const;

private:
    struct Name {
        std::string from = {}, to = {};  ///< `from` empty: made; `to` empty: removed
        File file = 0;
        bool folder = false;
    };
    struct Step {
        enum Kind : uint8_t { Names, Write, Resize, SyncFile, SyncFolder, Acknowledge } kind = Names;
        Name name = {};
        File file = 0;
        uint64_t offset = 0;  ///< Resize: the size
        std::string bytes = {};
    };
    struct Content {
        std::string durable;
        std::vector<const Step*> pending;
    };

    void addName(Name name);
    static std::string left(const Content& content, std::mt19937_64& random);

    std::vector<Step> m_steps;
};

}  // namespace hearth::test
