#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace hearth::platform {

/// Options of opening a file, combined with `|`.
enum class Open : unsigned {
    Read = 1U << 0U,
    Write = 1U << 1U,
    Append = 1U << 2U,      ///< with Write: each write goes to the end of the file
    Create = 1U << 3U,      ///< makes the file if there is none
    New = 1U << 4U,         ///< makes the file; EEXIST if the name is in use, also by a link
    NoLink = 1U << 5U,      ///< ELOOP if the last name of the path is a symbolic link
    NoWait = 1U << 6U,      ///< neither opening nor reading waits for the other end of a pipe
    NoTerminal = 1U << 7U,  ///< a terminal that is opened does not become that of this process
    Folder = 1U << 8U,      ///< ENOTDIR for anything but a folder
    Uncached = 1U << 9U,    ///< past the system's cache: memory, offsets and sizes have to be aligned
};
constexpr Open operator|(Open a, Open b) noexcept {
    return static_cast<Open>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(Open all, Open one) noexcept {
    return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// Permissions of a new file that only its owner may read and write.
inline constexpr unsigned ownerOnly = 0600;
/// Permissions of a new file as the settings of the system restrict them.
inline constexpr unsigned usualPermissions = 0666;

enum class FileKind : uint8_t { Regular, Folder, Link, Pipe, Device, Other };

/// Identity of a file: equal for all paths and descriptors of the same file.
struct FileIdentity {
    uint64_t device = 0, number = 0;
    bool operator==(const FileIdentity&) const = default;
};

/// Facts about a file at one moment.
struct FileFacts {
    FileKind kind = FileKind::Other;
    FileIdentity identity;
    uint64_t sizeBytes = 0;
    int64_t modifiedNs = 0;    ///< since 1970
    uint64_t names = 1;        ///< hard links
    unsigned permissions = 0;  ///< as chmod takes them
    bool isOwn = false;        ///< belongs to the user who runs this process
};

/// An open file that another object closes.
///
/// Functions of this and of the classes below return false, -1 or nothing when the system refuses a call;
/// errno then has the reason, which std::generic_category() words. They repeat calls that a signal
/// interrupted. They are safe in handlers of signals. Any thread; several threads may call readAt() at once.
class FileHandle {
public:
    constexpr FileHandle() noexcept = default;
    explicit constexpr FileHandle(int descriptor) noexcept : m_descriptor(descriptor) {}

    bool isOpen() const noexcept { return m_descriptor >= 0; }
    /// The system's number of the open file, -1 for none.
    int descriptor() const noexcept { return m_descriptor; }

    std::optional<FileFacts> facts() const noexcept;
    /// Reads at most `out.size()` bytes at the current position. Returns their number, 0 at the end.
    ptrdiff_t read(std::span<std::byte> out) const noexcept;
    ptrdiff_t read(std::span<char> out) const noexcept { return read(std::as_writable_bytes(out)); }
    /// Reads at most `out.size()` bytes at an offset, without moving the position.
    ptrdiff_t readAt(uint64_t offset, std::span<std::byte> out) const noexcept;
    ptrdiff_t readAt(uint64_t offset, std::span<char> out) const noexcept {
        return readAt(offset, std::as_writable_bytes(out));
    }
    /// Writes all bytes at the current position, or at the end with Open::Append. False: some may have been
    /// written.
    bool write(std::span<const std::byte> bytes) const noexcept;
    bool write(std::string_view bytes) const noexcept { return write(std::as_bytes(std::span(bytes))); }
    /// Writes all bytes at an offset, without moving the position.
    bool writeAt(uint64_t offset, std::span<const std::byte> bytes) const noexcept;
    bool writeAt(uint64_t offset, std::string_view bytes) const noexcept {
        return writeAt(offset, std::as_bytes(std::span(bytes)));
    }
    /// Writes what the other end of a pipe has room for. Returns the number of bytes; -1 with EAGAIN: none.
    ptrdiff_t writeSome(std::span<const std::byte> bytes) const noexcept;
    bool seek(uint64_t offset) const noexcept;
    /// Changes the size; bytes that are added are zero.
    bool truncate(uint64_t sizeBytes) const noexcept;
    /// Has what was written, and the names in a folder, written to the disk.
    bool sync() const noexcept;
    /// sync() without times that are not needed to read the file.
    bool syncData() const noexcept;
    /// Locks the file for this open file alone, at once; EWOULDBLOCK while another one has the lock. Closing
    /// the file, and the end of the process, unlocks it.
    bool lock() const noexcept;
    bool setPermissions(unsigned permissions) const noexcept;
    /// Sets the times of last use and last change.
    bool setTimes(int64_t nsSince1970) const noexcept;
    /// Makes reads and writes return at once (EAGAIN) where they would wait.
    bool setNoWait() const noexcept;
    /// Has the system forget its copy of the file in memory, so that it is read from the disk.
    void forgetCached() const noexcept;

protected:
    int m_descriptor = -1;
};

/// The standard input of this process.
inline constexpr FileHandle standardInput{0};

/// An open file, closed with this object. Programs that are started do not inherit it. Move only.
class File : public FileHandle {
public:
    File() noexcept = default;
    /// Takes over an open file; -1: none.
    explicit File(int descriptor) noexcept : FileHandle(descriptor) {}
    /// Opens a file; see isOpen(). `permissions` are those of a new file.
    File(const std::filesystem::path& path, Open how, unsigned permissions = ownerOnly) noexcept;
    File(File&& other) noexcept : FileHandle(std::exchange(other.m_descriptor, -1)) {}
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    /// Keeps errno.
    ~File();

    /// Opens an open file a second time, with the same position, under a number of at least `lowest`.
    static File copyOf(FileHandle file, int lowest = 0) noexcept;
    /// Makes a file in memory that has no name.
    static File inMemory() noexcept;
    /// Makes a file, for its owner only, whose name begins with `path` and is in use by no other; appends
    /// the rest of the name to `path`.
    static File withNewName(std::string& path) noexcept;

    /// Closes the file. False: what was written may be lost.
    bool close() noexcept;
    /// Gives up the open file without closing it.
    int release() noexcept { return std::exchange(m_descriptor, -1); }
};

/// Facts about what a path names; of a link, about the link itself.
std::optional<FileFacts> factsOf(const std::filesystem::path& path) noexcept;
/// Facts about the file that a path leads to, through links.
std::optional<FileFacts> factsOfTarget(const std::filesystem::path& path) noexcept;

}  // namespace hearth::platform
