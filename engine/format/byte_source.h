#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "hearth/platform/file.h"

namespace hearth::format {

/// The bytes of one file, or of an image in memory. Reads are positional, so several threads may read at
/// once. Move only; closes the file in its destructor.
class ByteSource {
public:
    /// Opens a regular file. Error(Io) with the system's reason; folders, pipes and devices are refused.
    static ByteSource openFile(const std::filesystem::path& path);
    /// Copies an image.
    static ByteSource copyOf(std::span<const std::byte> image);
    /// Reads from an image that somebody else keeps.
    static ByteSource viewOf(std::span<const std::byte> image);

    ByteSource(ByteSource&& other) noexcept;
    ByteSource& operator=(ByteSource&& other) noexcept;
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;
    ~ByteSource() = default;

    uint64_t sizeBytes() const noexcept { return m_sizeBytes; }
    /// Fills out from byte `offset`. Error(Io) when the file has become shorter or cannot be read.
    void readAt(uint64_t offset, std::span<std::byte> out) const;

private:
    ByteSource() = default;

    platform::File m_file;  ///< not open for an image
    uint64_t m_sizeBytes = 0;
    std::vector<std::byte> m_image;
    std::span<const std::byte> m_bytes;  ///< of the image
};

}  // namespace hearth::format
