#include "format/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "format/format_errors.h"
#include "hearth/error.h"

namespace hearth::format {
namespace {

std::string reason(int errorNumber) {
    return std::generic_category().message(errorNumber);
}

/// One pread asks for at most this much: Linux itself stops a little below 2 GiB.
constexpr size_t longestRead = size_t{1} << 30;

}  // namespace

ByteSource ByteSource::openFile(const std::filesystem::path& path) {
    ByteSource source;
    // Not blocking, or opening a pipe that nobody writes to would wait for ever.
    source.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (source.m_descriptor < 0) throw Error(errors::cannotBeOpened, {reason(errno)});
    struct stat status = {};
    if (::fstat(source.m_descriptor, &status) != 0)
        throw Error(ErrorCode::Io, "its size cannot be read: " + reason(errno));
    if (!S_ISREG(status.st_mode)) throw Error(errors::notAFile);
    source.m_sizeBytes = static_cast<uint64_t>(status.st_size);
    return source;
}

ByteSource ByteSource::copyOf(std::span<const std::byte> image) {
    std::vector<std::byte> own(image.begin(), image.end());
    ByteSource source = viewOf(own);
    source.m_image = std::move(own);
    return source;
}

ByteSource ByteSource::viewOf(std::span<const std::byte> image) {
    ByteSource source;
    source.m_bytes = image;
    source.m_sizeBytes = image.size();
    return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_sizeBytes(std::exchange(other.m_sizeBytes, 0)),
      m_image(std::move(other.m_image)),
      m_bytes(std::exchange(other.m_bytes, {})) {
}

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_sizeBytes, other.m_sizeBytes);
    std::swap(m_image, other.m_image);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

ByteSource::~ByteSource() {
    if (m_descriptor >= 0) ::close(m_descriptor);
}

void ByteSource::readAt(uint64_t offset, std::span<std::byte> out) const {
    if (offset > m_sizeBytes || out.size() > m_sizeBytes - offset)
        throw Error(ErrorCode::Io, "it ends at byte " + std::to_string(m_sizeBytes) + ", before byte " +
                                       std::to_string(offset) + " + " + std::to_string(out.size()));
    if (out.empty()) return;
    if (m_descriptor < 0) {
        std::memcpy(out.data(), m_bytes.data() + offset, out.size());
        return;
    }
    while (!out.empty()) {
        const size_t wanted = std::min(out.size(), longestRead);
        const ssize_t got = ::pread(m_descriptor, out.data(), wanted, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw Error(errors::cannotBeRead, {reason(errno)});
        if (got == 0) throw Error(errors::becameShorter);
        offset += static_cast<uint64_t>(got);
        out = out.subspan(static_cast<size_t>(got));
    }
}

}  // namespace hearth::format
