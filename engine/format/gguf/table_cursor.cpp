#include "format/gguf/table_cursor.h"

#include <algorithm>

#include "format/format_errors.h"
#include "hearth/error.h"

namespace hearth::format {
namespace {

constexpr size_t windowBytes = size_t{64} * 1024;

[[noreturn]] void refuseCutShort(std::string_view what) {
    throw Error(ErrorCode::BadFile, "it ends in the middle of " + std::string(what) +
                                        "; the file is cut short, download it again");
}

}  // namespace

void TableCursor::take(std::span<std::byte> out, std::string_view what) {
    if (out.size() > remaining()) refuseCutShort(what);
    while (!out.empty()) {
        if (m_used == m_window.size()) {
            m_windowStart += m_window.size();
            m_used = 0;
            m_window.resize(static_cast<size_t>(std::min<uint64_t>(windowBytes, remaining())));
            m_source.readAt(m_windowStart, m_window);
        }
        const size_t count = std::min(out.size(), m_window.size() - m_used);
        std::memcpy(out.data(), m_window.data() + m_used, count);
        m_used += count;
        out = out.subspan(count);
    }
}

std::string TableCursor::text(std::string_view what, uint64_t longestBytes) {
    const auto length = number<uint64_t>(what);
    if (length > remaining()) refuseCutShort(what);
    if (length > longestBytes)
        throw Error(ErrorCode::BadFile, std::string(what) + " is " + std::to_string(length) +
                                            " bytes long and at most " + std::to_string(longestBytes) +
                                            " are allowed");
    std::string result(static_cast<size_t>(length), '\0');
    take(std::as_writable_bytes(std::span(result)), what);
    return result;
}

void TableCursor::requireRoom(uint64_t count, uint64_t bytesEach, std::string_view what) const {
    if (count > remaining() / bytesEach) throw Error(errors::claimsTooMany, {count, what});
}

}  // namespace hearth::format
