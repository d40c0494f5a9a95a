#include "server/response_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "hash/content_hash.h"
#include "hearth/platform/file_names.h"
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

/// False: there are not so many bytes.
bool readAll(const platform::File& file, std::span<char> out) {
    while (!out.empty()) {
        const ptrdiff_t got = file.read(out);
        if (got <= 0) return false;
        out = out.subspan(static_cast<size_t>(got));
    }
    return true;
}

[[noreturn]] void failFile(const std::filesystem::path& path, int reason) {
    throw Error(errors::responseFileUnusable, {path.string(), std::generic_category().message(reason)});
}

using platform::File;
using platform::Open;

/// Opens a file for reading and writing; `create` is Open::Create or Open::New.
File openOwn(const std::filesystem::path& path, Open create) {
    return File(path, create | Open::Read | Open::Write | Open::NoLink | Open::NoWait);
}

}  // namespace

ResponseFile::ResponseFile(std::filesystem::path path) : m_path(std::move(path)) {
    std::error_code problem;
    if (m_path.has_parent_path()) std::filesystem::create_directories(m_path.parent_path(), problem);
    m_lock = openOwn(m_path.string() + ".lock", Open::Create);
    if (!m_lock.isOpen()) failFile(m_path, errno);
    if (!m_lock.lock()) {
        if (errno == EWOULDBLOCK) throw Error(errors::responseFileInUse, {m_path.string()});
        failFile(m_path, errno);
    }
    m_file = openOwn(m_path, Open::Create);
    const auto facts = m_file.facts();
    if (!facts) failFile(m_path, errno);
    if (facts->kind != platform::FileKind::Regular) failFile(m_path, EINVAL);
    if (!m_file.setPermissions(platform::ownerOnly)) failFile(m_path, errno);
    m_bytes = facts->sizeBytes;
}

std::vector<std::string> ResponseFile::read() {
    std::vector<std::string> records;
    uint64_t good = 0;
    if (!m_file.seek(0)) return records;
    for (RecordHead head; good + sizeof head <= m_bytes;) {
        if (!readAll(m_file, {reinterpret_cast<char*>(&head), sizeof head})) break;
        if (head.length > longestRecord || head.length > m_bytes - good - sizeof head) break;
        std::string record(head.length, '\0');
        if (!readAll(m_file, record) || checksumOf(record) != head.checksum) break;
        good += sizeof head + head.length;
        records.push_back(std::move(record));
    }
    if (good != m_bytes && m_file.truncate(good)) m_bytes = good;
    return records;
}

bool ResponseFile::append(std::span<const std::string> records) {
    const std::string bytes = framed(records);
    if (bytes.empty()) return true;
    if (!m_file.seek(m_bytes)) return false;
    if (!m_file.write(bytes)) {
        // Half a record would hide those that come behind it.
        (void)m_file.truncate(m_bytes);
        return false;
    }
    m_bytes += bytes.size();
    return true;
}

bool ResponseFile::replace(std::span<const std::string> records) {
    const std::string bytes = framed(records);
    const std::string fresh = m_path.string() + ".new";
    (void)platform::removeFile(fresh);
    File file = openOwn(fresh, Open::New);
    if (!file.isOpen()) return false;
    if (!file.write(bytes) || !file.sync() || !platform::giveName(fresh, m_path, true)) {
        (void)file.close();
        (void)platform::removeFile(fresh);
        return false;
    }
    m_file = std::move(file);
    m_bytes = bytes.size();
    return true;
}

}  // namespace hearth::server
