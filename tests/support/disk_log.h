#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::test {

/// What was done to the files below a folder, in order, and what of it a disk holds when the power goes in
/// the middle. Of a file that is all that was synced, and of what was written since each sector or not; a
/// file that grew is as long as it was made, with zeros where nothing arrived. Names (of files that were
/// made, renamed or removed, and folders) are kept in one order, as journals of file systems do: those up to
/// the last folder that was synced, and some of those since. That a file was synced keeps its bytes, not its
/// name. Paths are relative to the folder. One thread at a time.
class DiskLog {
public:
    using File = uint64_t;  ///< another for each file that was ever made

    void makeFolder(std::string path) { addName({.to = std::move(path), .folder = true}); }
    void make(std::string path, File file) { addName({.to = std::move(path), .file = file}); }
    void rename(std::string from, std::string to) { addName({.from = std::move(from), .to = std::move(to)}); }
    void remove(std::string path) { addName({.from = std::move(path)}); }
    void write(File file, uint64_t offset, std::string_view bytes);
    void resize(File file, uint64_t size);
    void syncFile(File file);
    void syncFolder();
    /// Something was promised to be there from now on.
    void acknowledge();

    size_t size() const noexcept { return m_steps.size(); }
    /// How many promises were made in so many first steps.
    size_t acknowledged(size_t steps) const noexcept;
    /// Writes what the disk holds after so many steps into a folder that is there and empty.
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
