#include "format/byte_source.h"

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

}  // namespace

ByteSource ByteSource::openFile(const std::filesystem::path& path) {
    ByteSource source;
    // Not blocking, or opening a pipe that nobody writes to would wait for ever.
    source.m_file = platform::File(path, platform::Open::Read | platform::Open::NoWait);
    if (!source.m_file.isOpen()) throw Error(errors::cannotBeOpened, {reason(errno)});
    const auto facts = source.m_file.facts();
    if (!facts) throw Error(ErrorCode::Io, "its size cannot be read: " + reason(errno));
    if (facts->kind != platform::FileKind::Regular) throw Error(errors::notAFile);
    source.m_sizeBytes = facts->sizeBytes;
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
    : m_file(std::move(other.m_file)),
      m_sizeBytes(std::exchange(other.m_sizeBytes, 0)),
      m_image(std::move(other.m_image)),
      m_bytes(std::exchange(other.m_bytes, {})) {
}

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
    std::swap(m_file, other.m_file);
    std::swap(m_sizeBytes, other.m_sizeBytes);
    std::swap(m_image, other.m_image);
    std::swap(m_bytes, other.m_bytes);
    return *this;
}

void ByteSource::readAt(uint64_t offset, std::span<std::byte> out) const {
    if (offset > m_sizeBytes || out.size() > m_sizeBytes - offset)
        throw Error(ErrorCode::Io, "it ends at byte " + std::to_string(m_sizeBytes) + ", before byte " +
                                       std::to_string(offset) + " + " + std::to_string(out.size()));
    if (out.empty()) return;
    if (!m_file.isOpen()) {
        std::memcpy(out.data(), m_bytes.data() + offset, out.size());
        return;
    }
    while (!out.empty()) {
        const ptrdiff_t got = m_file.readAt(offset, out);
        if (got < 0) throw Error(errors::cannotBeRead, {reason(errno)});
        if (got == 0) throw Error(errors::becameShorter);
        offset += static_cast<uint64_t>(got);
        out = out.subspan(static_cast<size_t>(got));
    }
}

}  // namespace hearth::format
