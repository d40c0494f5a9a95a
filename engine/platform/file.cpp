#include "hearth/platform/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "platform/file_status.h"

namespace hearth::platform {

namespace {

/// Bytes of one call at most: Linux itself stops a little below 2 GiB.
constexpr size_t mostAtOnce = size_t{1} << 30U;

/// Repeats a call that a signal interrupted.
template <typename Call>
auto uninterrupted(const Call& call) noexcept {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

FileKind kindOf(mode_t mode) noexcept {
    if (S_ISREG(mode)) return FileKind::Regular;
    if (S_ISDIR(mode)) return FileKind::Folder;
    if (S_ISLNK(mode)) return FileKind::Link;
    if (S_ISFIFO(mode)) return FileKind::Pipe;
    return S_ISCHR(mode) || S_ISBLK(mode) ? FileKind::Device : FileKind::Other;
}

/// Writes all bytes with calls of `write(bytes, done)`.
template <typename Write>
bool writeAll(std::span<const std::byte> bytes, const Write& write) noexcept {
    for (size_t done = 0; done < bytes.size();) {
        const auto part = bytes.subspan(done, std::min(mostAtOnce, bytes.size() - done));
        const ssize_t written = uninterrupted([&] { return write(part, done); });
        if (written < 0) return false;
        if (written == 0) {
            errno = EIO;
            return false;
        }
        done += static_cast<size_t>(written);
    }
    return true;
}

}  // namespace

FileFacts factsOf(const struct stat& status) noexcept {
    constexpr int64_t nsOfSecond = 1'000'000'000;
    return {.kind = kindOf(status.st_mode),
            .identity = {.device = status.st_dev, .number = status.st_ino},
            .sizeBytes = static_cast<uint64_t>(std::max<off_t>(0, status.st_size)),
            .modifiedNs = int64_t{status.st_mtim.tv_sec} * nsOfSecond + status.st_mtim.tv_nsec,
            .names = status.st_nlink,
            .permissions = status.st_mode & 07777U,
            .isOwn = status.st_uid == ::geteuid()};
}

int openFlags(Open how) noexcept {
    constexpr std::array<std::pair<Open, int>, 8> options{{{Open::Append, O_APPEND},
                                                           {Open::Create, O_CREAT},
                                                           {Open::New, O_CREAT | O_EXCL},
                                                           {Open::NoLink, O_NOFOLLOW},
                                                           {Open::NoWait, O_NONBLOCK},
                                                           {Open::NoTerminal, O_NOCTTY},
                                                           {Open::Folder, O_DIRECTORY},
                                                           {Open::Uncached, O_DIRECT}}};
    int flags = O_CLOEXEC;
    if (has(how, Open::Write)) flags |= has(how, Open::Read) ? O_RDWR : O_WRONLY;
    for (const auto& [option, flag] : options)
        if (has(how, option)) flags |= flag;
    return flags;
}

std::optional<FileFacts> FileHandle::facts() const noexcept {
    struct stat status {};
    if (::fstat(m_descriptor, &status) != 0) return std::nullopt;
    return factsOf(status);
}

ptrdiff_t FileHandle::read(std::span<std::byte> out) const noexcept {
    return uninterrupted([&] { return ::read(m_descriptor, out.data(), std::min(out.size(), mostAtOnce)); });
}

ptrdiff_t FileHandle::readAt(uint64_t offset, std::span<std::byte> out) const noexcept {
    return uninterrupted([&] {
        return ::pread(m_descriptor, out.data(), std::min(out.size(), mostAtOnce),
                       static_cast<off_t>(offset));
    });
}

bool FileHandle::write(std::span<const std::byte> bytes) const noexcept {
    return writeAll(bytes, [this](std::span<const std::byte> part, size_t) {
        return ::write(m_descriptor, part.data(), part.size());
    });
}

bool FileHandle::writeAt(uint64_t offset, std::span<const std::byte> bytes) const noexcept {
    return writeAll(bytes, [&](std::span<const std::byte> part, size_t done) {
        return ::pwrite(m_descriptor, part.data(), part.size(), static_cast<off_t>(offset + done));
    });
}

ptrdiff_t FileHandle::writeSome(std::span<const std::byte> bytes) const noexcept {
    return uninterrupted(
        [&] { return ::write(m_descriptor, bytes.data(), std::min(bytes.size(), mostAtOnce)); });
}

bool FileHandle::seek(uint64_t offset) const noexcept {
    const auto wanted = static_cast<off_t>(offset);
    return ::lseek(m_descriptor, wanted, SEEK_SET) == wanted;
}

bool FileHandle::truncate(uint64_t sizeBytes) const noexcept {
    return ::ftruncate(m_descriptor, static_cast<off_t>(sizeBytes)) == 0;
}

bool FileHandle::sync() const noexcept {
    return ::fsync(m_descriptor) == 0;
}

bool FileHandle::syncData() const noexcept {
    return ::fdatasync(m_descriptor) == 0;
}

bool FileHandle::lock() const noexcept {
    return ::flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
}

bool FileHandle::setPermissions(unsigned permissions) const noexcept {
    return ::fchmod(m_descriptor, permissions) == 0;
}

bool FileHandle::setTimes(int64_t nsSince1970) const noexcept {
    constexpr int64_t nsOfSecond = 1'000'000'000;
    const timespec time{.tv_sec = static_cast<time_t>(nsSince1970 / nsOfSecond),
                        .tv_nsec = nsSince1970 % nsOfSecond};
    const std::array both{time, time};
    return ::futimens(m_descriptor, both.data()) == 0;
}

bool FileHandle::setNoWait() const noexcept {
    const int flags = ::fcntl(m_descriptor, F_GETFL);
    return flags >= 0 && ::fcntl(m_descriptor, F_SETFL, flags | O_NONBLOCK) == 0;
}

void FileHandle::forgetCached() const noexcept {
    (void)::posix_fadvise(m_descriptor, 0, 0, POSIX_FADV_DONTNEED);
}

File::File(const std::filesystem::path& path, Open how, unsigned permissions) noexcept
    : FileHandle(::open(path.c_str(), openFlags(how), static_cast<mode_t>(permissions))) {
}

File& File::operator=(File&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

File::~File() {
    const int kept = errno;
    (void)close();
    errno = kept;
}

File File::copyOf(FileHandle file, int lowest) noexcept {
    return File(::fcntl(file.descriptor(), F_DUPFD_CLOEXEC, lowest));
}

File File::inMemory() noexcept {
    return File(::memfd_create("input", MFD_CLOEXEC));
}

File File::withNewName(std::string& path) noexcept {
    path += "XXXXXX";
    return File(::mkostemp(path.data(), O_CLOEXEC));
}

bool File::close() noexcept {
    return m_descriptor < 0 || ::close(std::exchange(m_descriptor, -1)) == 0;
}

std::optional<FileFacts> factsOf(const std::filesystem::path& path) noexcept {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return std::nullopt;
    return factsOf(status);
}

std::optional<FileFacts> factsOfTarget(const std::filesystem::path& path) noexcept {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return factsOf(status);
}

}  // namespace hearth::platform
