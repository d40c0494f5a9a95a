#include "server/response_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "hash/content_hash.h"
#include "host/give_name.h"
#include "server/server_errors.h"

namespace hearth::server {

namespace {

/// In front of each record; both numbers little-endian.
struct RecordHead {
    uint64_t length = 0, checksum = 0;
};

uint64_t checksumOf(std::string_view record) {
    return contentHash(std::as_bytes(std::span(record)), record.size()).low;
}

std::string framed(std::span<const std::string> records) {
    std::string bytes;
    for (const std::string& record : records) {
        const RecordHead head{.length = record.size(), .checksum = checksumOf(record)};
        std::array<char, sizeof head> raw{};
        std::memcpy(raw.data(), &head, sizeof head);
        bytes.append(raw.data(), raw.size());
        bytes += record;
    }
    return bytes;
}

bool writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<size_t>(written));
    }
    return true;
}

/// False: there are not so many bytes.
bool readAll(int descriptor, char* to, size_t count) {
    while (count > 0) {
        const ssize_t got = ::read(descriptor, to, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        to += got;
        count -= static_cast<size_t>(got);
    }
    return true;
}

[[noreturn]] void failFile(const std::filesystem::path& path, int reason) {
    throw Error(errors::responseFileUnusable, {path.string(), std::generic_category().message(reason)});
}

int openOwn(const std::filesystem::path& path, int flags) {
    return ::open(path.c_str(), flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
}

}  // namespace

ResponseFile::ResponseFile(std::filesystem::path path) : m_path(std::move(path)) {
    std::error_code problem;
    if (m_path.has_parent_path()) std::filesystem::create_directories(m_path.parent_path(), problem);
    m_lock = openOwn(m_path.string() + ".lock", O_RDWR);
    if (m_lock < 0) failFile(m_path, errno);
    if (::flock(m_lock, LOCK_EX | LOCK_NB) != 0) {
        const int reason = errno;
        close();
        if (reason == EWOULDBLOCK) throw Error(errors::responseFileInUse, {m_path.string()});
        failFile(m_path, reason);
    }
    open();
}

ResponseFile::~ResponseFile() {
    close();
}

void ResponseFile::open() {
    m_descriptor = openOwn(m_path, O_RDWR);
    struct stat status {};
    const bool usable = m_descriptor >= 0 && ::fstat(m_descriptor, &status) == 0;
    if (!usable || !S_ISREG(status.st_mode) || ::fchmod(m_descriptor, 0600) != 0) {
        const int reason = usable && !S_ISREG(status.st_mode) ? EINVAL : errno;
        close();
        failFile(m_path, reason);
    }
    m_bytes = static_cast<uint64_t>(status.st_size);
}

void ResponseFile::close() noexcept {
    if (m_descriptor >= 0) ::close(m_descriptor);
    if (m_lock >= 0) ::close(m_lock);
    m_descriptor = m_lock = -1;
}

std::vector<std::string> ResponseFile::read() {
    std::vector<std::string> records;
    uint64_t good = 0;
    if (::lseek(m_descriptor, 0, SEEK_SET) != 0) return records;
    for (RecordHead head; good + sizeof head <= m_bytes;) {
        if (!readAll(m_descriptor, reinterpret_cast<char*>(&head), sizeof head)) break;
        if (head.length > longestRecord || head.length > m_bytes - good - sizeof head) break;
        std::string record(head.length, '\0');
        if (!readAll(m_descriptor, record.data(), record.size()) || checksumOf(record) != head.checksum)
            break;
        good += sizeof head + head.length;
        records.push_back(std::move(record));
    }
    if (good != m_bytes && ::ftruncate(m_descriptor, static_cast<off_t>(good)) == 0) m_bytes = good;
    return records;
}

bool ResponseFile::append(std::span<const std::string> records) {
    const std::string bytes = framed(records);
    if (bytes.empty()) return true;
    const auto end = static_cast<off_t>(m_bytes);
    if (::lseek(m_descriptor, end, SEEK_SET) != end) return false;
    if (!writeAll(m_descriptor, bytes)) {
        // Half a record would hide those that come behind it.
        (void)!::ftruncate(m_descriptor, end);
        return false;
    }
    m_bytes += bytes.size();
    return true;
}

bool ResponseFile::replace(std::span<const std::string> records) {
    const std::string bytes = framed(records);
    const std::string fresh = m_path.string() + ".new";
    (void)::unlink(fresh.c_str());
    const int descriptor = openOwn(fresh, O_RDWR | O_EXCL);
    if (descriptor < 0) return false;
    if (!writeAll(descriptor, bytes) || ::fsync(descriptor) != 0 || !giveName(fresh, m_path, true)) {
        ::close(descriptor);
        (void)::unlink(fresh.c_str());
        return false;
    }
    ::close(std::exchange(m_descriptor, descriptor));
    m_bytes = bytes.size();
    return true;
}

}  // namespace hearth::server
