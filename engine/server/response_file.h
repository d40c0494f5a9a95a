#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "hearth/platform/file.h"

namespace hearth::server {

/// A file of records, which only its user can read (0600) and one process has open. Each record has a
/// checksum: a record that was cut off when the process or the machine ended is ignored, with all later ones.
/// For one thread.
class ResponseFile {
public:
    /// Longer records are not read.
    static constexpr uint64_t longestRecord = uint64_t{1} << 30U;

    /// Opens it, or makes it with its folders. Throws Error (errors::responseFileInUse,
    /// responseFileUnusable).
    explicit ResponseFile(std::filesystem::path path);

    /// Returns all whole records. Removes the rest of incomplete ones.
    std::vector<std::string> read();
    /// Length of the file.
    uint64_t bytes() const noexcept { return m_bytes; }

    // Both leave the file unchanged if it cannot be written, and then return false.
    bool append(std::span<const std::string> records);
    /// Replaces the content by these records, in one step.
    bool replace(std::span<const std::string> records);

private:
    std::filesystem::path m_path;
    platform::File m_file, m_lock;
    uint64_t m_bytes = 0;
};

}  // namespace hearth::server
