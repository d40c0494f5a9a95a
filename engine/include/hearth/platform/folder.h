#pragma once

#include <optional>
#include <string>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// An open folder. Names are looked up in it whatever becomes of its path, so no part of a way through
/// folders can be exchanged for a link. Failures as of FileHandle. For one thread. Move only.
class Folder {
public:
    /// Opens a folder; see isOpen(). `how` adds to Open::Read, such as Open::NoLink.
    explicit Folder(const std::filesystem::path& path, Open how = Open::Read) noexcept
        : m_file(path, how | Open::Read | Open::Folder) {}
    /// Takes over an open folder.
    explicit Folder(File file) noexcept : m_file(std::move(file)) {}
    Folder(Folder&& other) noexcept;
    Folder& operator=(Folder&& other) noexcept;
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder();

    bool isOpen() const noexcept { return m_file.isOpen() || m_stream != nullptr; }
    /// Returns the next name, in no order, without "." and "..". nullopt: that was the last, or isBroken().
    std::optional<std::string> next();
    /// True if names could not be read to their end.
    bool isBroken() const noexcept { return m_isBroken; }

    // Of a single name in this folder.
    std::optional<FileFacts> facts(const std::string& name) const noexcept;
    File open(const std::string& name, Open how) const noexcept;
    /// Opens a folder in this one, which may not be a link.
    Folder below(const std::string& name) const noexcept;
    /// Makes a folder that others may look into. False, with EEXIST: the name is in use.
    bool makeFolder(const std::string& name) const noexcept;
    /// Moves a file of the same file system here. False, with EEXIST: the name is in use.
    bool take(const std::filesystem::path& file, const std::string& name) const noexcept;
    /// Has the names written to the disk.
    bool sync() const noexcept;

private:
    int descriptor() const noexcept;

    File m_file;
    void* m_stream = nullptr;  ///< DIR, which has the descriptor from the first next() on
    bool m_isBroken = false;
};

}  // namespace hearth::platform
