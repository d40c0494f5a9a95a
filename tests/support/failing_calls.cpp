// The functions of the C library that the others are made of are defined here once more, in front of it. Both
// names of each are, for programs are built with 64-bit offsets and without, and what checked builds call.
#include "support/failing_calls.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "support/real_function.h"

extern "C" {
void* __libc_malloc(size_t);
void* __libc_calloc(size_t, size_t);
void* __libc_realloc(void*, size_t);
}

namespace hearth::test {

namespace {

std::array<char, PATH_MAX> folderPath{};
std::atomic<size_t> folderLength = 0;  ///< 0: nothing is counted
std::array<std::atomic<int64_t>, callCount> counts{};
std::atomic<int64_t> failures = 0, clockSeconds = 0;
std::atomic<int> faultCall = -1, faultError = 0;
std::atomic<int64_t> faultFirst = 0, faultEvery = 0;

bool isBelow(const char* path) {
    const size_t length = folderLength;
    return length > 0 && std::strncmp(path, folderPath.data(), length) == 0;
}

/// With the folder's descriptor, or the working one.
bool isBelow(int folder, const char* path) {
    if (folderLength == 0) return false;
    if (path[0] == '/' || folder == AT_FDCWD) return isBelow(path);
    std::array<char, PATH_MAX> place{};
    std::array<char, 32> link{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", folder);
    return ::readlink(link.data(), place.data(), place.size() - 1) > 0 && isBelow(place.data());
}

bool isBelow(int descriptor) {
    return isBelow(descriptor, "");
}

/// True if this call is to fail; errno then has the reason.
bool fails(Call call) {
    const int64_t number = ++counts[static_cast<size_t>(call)];
    if (faultCall != static_cast<int>(call)) return false;
    const int64_t first = faultFirst, every = faultEvery;
    if (number != first && (every == 0 || number < first || (number - first) % every != 0)) return false;
    ++failures;
    errno = faultError;
    return true;
}

bool failsToOpen(int folder, const char* path, int flags) {
    if (!isBelow(folder, path)) return false;
    const bool changes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
    return (changes && fails(Call::Make)) || fails(Call::Open);
}

}  // namespace

FailingCalls::FailingCalls(const std::string& folder) {
    for (auto& count : counts) count = 0;
    failures = 0;
    faultCall = -1;
    std::strncpy(folderPath.data(), folder.c_str(), folderPath.size() - 1);
    folderLength = std::strlen(folderPath.data());
}

FailingCalls::~FailingCalls() {
    folderLength = 0;
    faultCall = -1;
    clockSeconds = 0;
}

void FailingCalls::set(const Fault& fault) {
    faultError = fault.error;
    faultFirst = fault.first;
    faultEvery = fault.every;
    faultCall = static_cast<int>(fault.call);
}

int64_t FailingCalls::count(Call call) {
    return counts[static_cast<size_t>(call)];
}

int64_t FailingCalls::failed() {
    return failures;
}

void FailingCalls::moveClock(int64_t seconds) {
    clockSeconds = seconds;
}

}  // namespace hearth::test

using namespace hearth::test;

#define HEARTH_REAL(name) static const auto real = realFunction<decltype(name)>(#name)

#define HEARTH_OPEN(name)                                                         \
    int name(const char* path, int flags, ...) {                                  \
        mode_t mode = 0;                                                          \
        if (hasMode(flags)) {                                                     \
            va_list more;                                                         \
            va_start(more, flags);                                                \
            mode = va_arg(more, mode_t);                                          \
            va_end(more);                                                         \
        }                                                                         \
        HEARTH_REAL(name);                                                        \
        return failsToOpen(AT_FDCWD, path, flags) ? -1 : real(path, flags, mode); \
    }

#define HEARTH_OPEN_AT(name)                                                            \
    int name(int folder, const char* path, int flags, ...) {                            \
        mode_t mode = 0;                                                                \
        if (hasMode(flags)) {                                                           \
            va_list more;                                                               \
            va_start(more, flags);                                                      \
            mode = va_arg(more, mode_t);                                                \
            va_end(more);                                                               \
        }                                                                               \
        HEARTH_REAL(name);                                                              \
        return failsToOpen(folder, path, flags) ? -1 : real(folder, path, flags, mode); \
    }

/// A function on a descriptor: its type, name, parameters, arguments and kind.
#define HEARTH_ON_FILE(type, name, parameters, arguments, kind)        \
    type name parameters {                                             \
        static const auto real = realFunction<type parameters>(#name); \
        if (isBelow(file) && fails(kind)) return -1;                   \
        return real arguments;                                         \
    }

/// The same on a path.
#define HEARTH_ON_PATH(type, name, parameters, arguments, isOurs, kind) \
    type name parameters {                                              \
        static const auto real = realFunction<type parameters>(#name);  \
        if ((isOurs) && fails(kind)) return -1;                         \
        return real arguments;                                          \
    }

extern "C" {

HEARTH_OPEN(open)
HEARTH_OPEN(open64)
HEARTH_OPEN_AT(openat)
HEARTH_OPEN_AT(openat64)

int __open_2(const char* path, int flags) {
    return open(path, flags);
}
int __open64_2(const char* path, int flags) {
    return open64(path, flags);
}
int __openat64_2(int folder, const char* path, int flags) {
    return openat64(folder, path, flags);
}

HEARTH_ON_FILE(ssize_t, read, (int file, void* bytes, size_t size), (file, bytes, size), Call::Read)
HEARTH_ON_FILE(ssize_t, pread, (int file, void* bytes, size_t size, off_t at), (file, bytes, size, at),
               Call::Read)
HEARTH_ON_FILE(ssize_t, pread64, (int file, void* bytes, size_t size, off64_t at), (file, bytes, size, at),
               Call::Read)
HEARTH_ON_FILE(ssize_t, __read_chk, (int file, void* bytes, size_t size, size_t room),
               (file, bytes, size, room), Call::Read)
HEARTH_ON_FILE(ssize_t, write, (int file, const void* bytes, size_t size), (file, bytes, size), Call::Write)
HEARTH_ON_FILE(ssize_t, writev, (int file, const iovec* parts, int count), (file, parts, count), Call::Write)
HEARTH_ON_FILE(ssize_t, pwrite, (int file, const void* bytes, size_t size, off_t at), (file, bytes, size, at),
               Call::Write)
HEARTH_ON_FILE(ssize_t, pwrite64, (int file, const void* bytes, size_t size, off64_t at),
               (file, bytes, size, at), Call::Write)
HEARTH_ON_FILE(int, ftruncate, (int file, off_t size), (file, size), Call::Write)
HEARTH_ON_FILE(int, ftruncate64, (int file, off64_t size), (file, size), Call::Write)
HEARTH_ON_FILE(int, fsync, (int file), (file), Call::Sync)
HEARTH_ON_FILE(int, fdatasync, (int file), (file), Call::Sync)
HEARTH_ON_PATH(int, mkdir, (const char* path, mode_t mode), (path, mode), isBelow(path), Call::Make)
HEARTH_ON_PATH(int, rename, (const char* from, const char* to), (from, to), isBelow(to), Call::Rename)
HEARTH_ON_PATH(int, renameat, (int from, const char* fromPath, int to, const char* toPath),
               (from, fromPath, to, toPath), isBelow(to, toPath), Call::Rename)
HEARTH_ON_PATH(int, renameat2, (int from, const char* fromPath, int to, const char* toPath, unsigned flags),
               (from, fromPath, to, toPath, flags), isBelow(to, toPath), Call::Rename)
HEARTH_ON_PATH(int, link, (const char* from, const char* to), (from, to), isBelow(to), Call::Rename)
HEARTH_ON_PATH(int, linkat, (int from, const char* fromPath, int to, const char* toPath, int flags),
               (from, fromPath, to, toPath, flags), isBelow(to, toPath), Call::Rename)

// dlsym() allocates: the library's own names are taken for these.
void* malloc(size_t size) {
    if (size >= failingAllocation && folderLength > 0 && fails(Call::Allocate)) return nullptr;
    return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
    if (size > 0 && count >= failingAllocation / size && folderLength > 0 && fails(Call::Allocate))
        return nullptr;
    return __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
    if (size >= failingAllocation && folderLength > 0 && fails(Call::Allocate)) return nullptr;
    return __libc_realloc(old, size);
}

int clock_gettime(clockid_t clock, timespec* time) {
    static const auto real = realFunction<int(clockid_t, timespec*)>("clock_gettime");
    const int result = real(clock, time);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) time->tv_sec += clockSeconds;
    return result;
}
time_t time(time_t* out) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != nullptr) *out = now.tv_sec;
    return now.tv_sec;
}
int gettimeofday(timeval* now, void*) {
    timespec exact{};
    clock_gettime(CLOCK_REALTIME, &exact);
    *now = {exact.tv_sec, exact.tv_nsec / 1000};
    return 0;
}

}  // extern "C"
