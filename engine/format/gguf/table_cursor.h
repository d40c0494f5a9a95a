#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/byte_source.h"

namespace hearth::format {

/// Reads the tables at the front of a file in order, through a buffer, and never past the end:
/// every length is compared with what remains before anything is allocated for it.
class TableCursor {
public:
    explicit TableCursor(const ByteSource& source) : m_source(source) {}

    uint64_t position() const noexcept { return m_windowStart + m_used; }
    uint64_t remaining() const noexcept { return m_source.sizeBytes() - position(); }

    /// A fixed-width number, little endian. `what` names it in the error when the file ends before it.
    template <typename Number>
    Number number(std::string_view what) {
        Number value;
        std::byte bytes[sizeof(Number)];
        take(bytes, what);
        std::memcpy(&value, bytes, sizeof value);
        return value;
    }

    /// A u64 length and that many bytes. Error(BadFile) when it is longer than the file or than longestBytes.
    std::string text(std::string_view what, uint64_t longestBytes);

    /// Error(BadFile) unless `count` items of at least `bytesEach` can still follow.
    void requireRoom(uint64_t count, uint64_t bytesEach, std::string_view what) const;

private:
    void take(std::span<std::byte> out, std::string_view what);

    const ByteSource& m_source;
    std::vector<std::byte> m_window;
    uint64_t m_windowStart = 0;  ///< file offset of m_window[0]
    size_t m_used = 0;           ///< bytes of the window already taken
};

}  // namespace hearth::format
