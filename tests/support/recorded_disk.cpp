// The functions of the C library that change files are defined here once more, in front of it. Both names of
// each are, for programs are built with 64-bit offsets and without.
#include "support/recorded_disk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "support/real_function.h"

namespace hearth::test {

namespace {

struct Recording {
    std::string folder;
    DiskLog log;
    struct Known {
        DiskLog::File file = 0;
        std::string path;  ///< without which the number may be that of another file
    };
    std::map<ino_t, Known> files;
    DiskLog::File made = 0;
    std::mutex mutex;

    std::optional<std::string> relative(const std::string& path) const {
        if (path.size() <= folder.size() + 1 || path.compare(0, folder.size(), folder) != 0 ||
            path[folder.size()] != '/')
            return std::nullopt;
        return path.substr(folder.size() + 1);
    }
    void addFile(const std::string& path, ino_t inode) {
        files[inode] = {++made, path};
        log.make(path, made);
    }
    /// A file that was opened where nobody saw it is new.
    DiskLog::File fileOf(const std::string& path, ino_t inode) {
        if (!files.contains(inode)) addFile(path, inode);
        return files.at(inode).file;
    }
    void rename(const std::string& from, const std::string& to) {
        std::erase_if(files, [&](const auto& one) { return one.second.path == to; });
        for (auto& [inode, known] : files)
            if (known.path == from) known.path = to;
        log.rename(from, to);
    }
    void remove(const std::string& path) {
        std::erase_if(files, [&](const auto& one) { return one.second.path == path; });
        log.remove(path);
    }
};

Recording* recording = nullptr;

std::string pathOf(int descriptor) {
    std::array<char, PATH_MAX> place{};
    std::array<char, 32> link{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link.data(), place.data(), place.size() - 1);
    return {place.data(), static_cast<size_t>(std::max<ssize_t>(length, 0))};
}

/// Below the recorded folder, or nothing.
std::optional<std::string> relative(int folder, const char* path) {
    if (recording == nullptr) return std::nullopt;
    std::string whole = path;
    if (path[0] != '/') {
        const std::string base =
            folder == AT_FDCWD ? std::filesystem::current_path().string() : pathOf(folder);
        whole = whole.empty() ? base : base + '/' + whole;
    }
    return recording->relative(std::filesystem::path(whole).lexically_normal().string());
}

bool isThere(int folder, const char* path) {
    struct stat state {};
    return ::fstatat(folder, path, &state, AT_SYMLINK_NOFOLLOW) == 0;
}

/// Keeps errno, which the recording's own calls change.
struct KeptErrno {
    int value = errno;
    ~KeptErrno() { errno = value; }
};

/// Calls `record(recording, path, inode)` for a regular file below the folder.
template <typename Record>
void recordFile(int descriptor, const Record& record) {
    if (recording == nullptr) return;
    const KeptErrno kept;
    const auto path = recording->relative(pathOf(descriptor));
    struct stat state {};
    if (!path || ::fstat(descriptor, &state) != 0) return;
    const std::lock_guard lock(recording->mutex);
    record(*path, state);
}

void recordWrite(int descriptor, off_t offset, std::string_view bytes) {
    recordFile(descriptor, [&](const std::string& path, const struct stat& state) {
        recording->log.write(recording->fileOf(path, state.st_ino), static_cast<uint64_t>(offset), bytes);
    });
}

/// Offset of the next write(), before it.
off_t placeOf(int descriptor) {
    if (recording == nullptr) return 0;
    const KeptErrno kept;
    if ((::fcntl(descriptor, F_GETFL) & O_APPEND) == 0) return ::lseek(descriptor, 0, SEEK_CUR);
    struct stat state {};
    return ::fstat(descriptor, &state) == 0 ? state.st_size : 0;
}

void recordSize(int descriptor, off_t size) {
    recordFile(descriptor, [&](const std::string& path, const struct stat& state) {
        recording->log.resize(recording->fileOf(path, state.st_ino), static_cast<uint64_t>(size));
    });
}

void recordSync(int descriptor) {
    if (recording == nullptr) return;
    const KeptErrno kept;
    struct stat state {};
    const std::string path = pathOf(descriptor);
    if (::fstat(descriptor, &state) != 0) return;
    const bool below = path == recording->folder || recording->relative(path);
    if (!below) return;
    const std::lock_guard lock(recording->mutex);
    if (S_ISDIR(state.st_mode))
        recording->log.syncFolder();
    else
        recording->log.syncFile(recording->fileOf(*recording->relative(path), state.st_ino));
}

void recordOpen(int descriptor, int flags, bool wasThere) {
    if (descriptor < 0) return;
    recordFile(descriptor, [&](const std::string& path, const struct stat& state) {
        if (!S_ISREG(state.st_mode)) return;
        if ((flags & O_TMPFILE) == O_TMPFILE) {
            recording->files[state.st_ino] = {++recording->made, {}};
            return;
        }
        if (!wasThere) recording->addFile(path, state.st_ino);
        if (wasThere && (flags & O_TRUNC) != 0)
            recording->log.resize(recording->fileOf(path, state.st_ino), 0);
    });
}

void recordFolder(const std::optional<std::string>& path) {
    if (!path) return;
    const std::lock_guard lock(recording->mutex);
    recording->log.makeFolder(*path);
}

void recordRemoval(const std::optional<std::string>& path) {
    if (!path) return;
    const std::lock_guard lock(recording->mutex);
    recording->remove(*path);
}

void recordRename(const std::optional<std::string>& from, const std::optional<std::string>& to) {
    if (!to) return recordRemoval(from);
    if (!from) {
        std::fprintf(stderr, "%s came from a folder that is not recorded\n", to->c_str());
        std::abort();
    }
    const std::lock_guard lock(recording->mutex);
    recording->rename(*from, *to);
}

/// Another name of a file, or the first.
void recordLink(const std::optional<std::string>& to) {
    struct stat state {};
    if (!to || ::stat((recording->folder + '/' + *to).c_str(), &state) != 0) return;
    const std::lock_guard lock(recording->mutex);
    const auto known = recording->files.find(state.st_ino);
    if (known == recording->files.end()) return;
    known->second.path = *to;
    recording->log.make(*to, known->second.file);
}

}  // namespace

RecordedDisk::RecordedDisk(const std::string& folder) {
    auto* made = new Recording;
    made->folder = std::filesystem::canonical(folder).string();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(made->folder)) {
        const std::string path = *made->relative(entry.path().string());
        if (entry.is_directory()) {
            made->log.makeFolder(path);
            continue;
        }
        struct stat state {};
        if (::stat(entry.path().c_str(), &state) != 0) continue;
        made->addFile(path, state.st_ino);
        std::ifstream in(entry.path(), std::ios::binary);
        made->log.write(made->made, 0, std::string(std::istreambuf_iterator<char>(in), {}));
        made->log.syncFile(made->made);
    }
    made->log.syncFolder();
    recording = made;
}

RecordedDisk::~RecordedDisk() {
    delete std::exchange(recording, nullptr);
}

void RecordedDisk::acknowledge() {
    const std::lock_guard lock(recording->mutex);
    recording->log.acknowledge();
}

const DiskLog& RecordedDisk::log() const {
    return recording->log;
}

}  // namespace hearth::test

using namespace hearth::test;

#define HEARTH_OPEN(name)                                                      \
    int name(const char* path, int flags, ...) {                               \
        mode_t mode = 0;                                                       \
        if (hasMode(flags)) {                                                  \
            va_list more;                                                      \
            va_start(more, flags);                                             \
            mode = va_arg(more, mode_t);                                       \
            va_end(more);                                                      \
        }                                                                      \
        static const auto real = realFunction<decltype(name)>(#name);          \
        const bool wasThere = recording == nullptr || isThere(AT_FDCWD, path); \
        const int descriptor = real(path, flags, mode);                        \
        recordOpen(descriptor, flags, wasThere);                               \
        return descriptor;                                                     \
    }

#define HEARTH_OPEN_AT(name)                                                 \
    int name(int folder, const char* path, int flags, ...) {                 \
        mode_t mode = 0;                                                     \
        if (hasMode(flags)) {                                                \
            va_list more;                                                    \
            va_start(more, flags);                                           \
            mode = va_arg(more, mode_t);                                     \
            va_end(more);                                                    \
        }                                                                    \
        static const auto real = realFunction<decltype(name)>(#name);        \
        const bool wasThere = recording == nullptr || isThere(folder, path); \
        const int descriptor = real(folder, path, flags, mode);              \
        recordOpen(descriptor, flags, wasThere);                             \
        return descriptor;                                                   \
    }

/// A function whose success is 0: its parameters, arguments, and what is recorded then.
#define HEARTH_RECORDED(name, parameters, arguments, record)          \
    int name parameters {                                             \
        static const auto real = realFunction<int parameters>(#name); \
        const int result = real arguments;                            \
        if (recording != nullptr && result == 0) {                    \
            const KeptErrno kept;                                     \
            record;                                                   \
        }                                                             \
        return result;                                                \
    }

extern "C" {

HEARTH_OPEN(open)
HEARTH_OPEN(open64)
HEARTH_OPEN_AT(openat)
HEARTH_OPEN_AT(openat64)

ssize_t write(int file, const void* bytes, size_t size) {
    static const auto real = realFunction<ssize_t(int, const void*, size_t)>("write");
    const off_t place = placeOf(file);
    const ssize_t done = real(file, bytes, size);
    if (done > 0) recordWrite(file, place, {static_cast<const char*>(bytes), static_cast<size_t>(done)});
    return done;
}
ssize_t writev(int file, const iovec* parts, int count) {
    static const auto real = realFunction<ssize_t(int, const iovec*, int)>("writev");
    off_t place = placeOf(file);
    const ssize_t done = real(file, parts, count);
    auto left = static_cast<size_t>(std::max<ssize_t>(done, 0));
    for (int i = 0; i < count && left > 0; ++i) {
        const size_t length = std::min(left, parts[i].iov_len);
        recordWrite(file, place, {static_cast<const char*>(parts[i].iov_base), length});
        place += static_cast<off_t>(length);
        left -= length;
    }
    return done;
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    static const auto real = realFunction<ssize_t(int, const void*, size_t, off_t)>("pwrite");
    const ssize_t done = real(file, bytes, size, at);
    if (done > 0) recordWrite(file, at, {static_cast<const char*>(bytes), static_cast<size_t>(done)});
    return done;
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
    return pwrite(file, bytes, size, at);
}
HEARTH_RECORDED(ftruncate, (int file, off_t size), (file, size), recordSize(file, size))
HEARTH_RECORDED(ftruncate64, (int file, off64_t size), (file, size), recordSize(file, size))
HEARTH_RECORDED(fsync, (int file), (file), recordSync(file))
HEARTH_RECORDED(fdatasync, (int file), (file), recordSync(file))
HEARTH_RECORDED(mkdir, (const char* path, mode_t mode), (path, mode), recordFolder(relative(AT_FDCWD, path)))
HEARTH_RECORDED(mkdirat, (int folder, const char* path, mode_t mode), (folder, path, mode),
                recordFolder(relative(folder, path)))
HEARTH_RECORDED(rename, (const char* from, const char* to), (from, to),
                recordRename(relative(AT_FDCWD, from), relative(AT_FDCWD, to)))
HEARTH_RECORDED(renameat, (int from, const char* fromPath, int to, const char* toPath),
                (from, fromPath, to, toPath), recordRename(relative(from, fromPath), relative(to, toPath)))
HEARTH_RECORDED(renameat2, (int from, const char* fromPath, int to, const char* toPath, unsigned flags),
                (from, fromPath, to, toPath, flags),
                recordRename(relative(from, fromPath), relative(to, toPath)))
HEARTH_RECORDED(link, (const char* from, const char* to), (from, to), recordLink(relative(AT_FDCWD, to)))
HEARTH_RECORDED(linkat, (int from, const char* fromPath, int to, const char* toPath, int flags),
                (from, fromPath, to, toPath, flags), recordLink(relative(to, toPath)))
HEARTH_RECORDED(unlinkat, (int folder, const char* path, int flags), (folder, path, flags),
                recordRemoval(relative(folder, path)))
HEARTH_RECORDED(unlink, (const char* path), (path), recordRemoval(relative(AT_FDCWD, path)))
HEARTH_RECORDED(remove, (const char* path), (path), recordRemoval(relative(AT_FDCWD, path)))
HEARTH_RECORDED(rmdir, (const char* path), (path), recordRemoval(relative(AT_FDCWD, path)))

}  // extern "C"
