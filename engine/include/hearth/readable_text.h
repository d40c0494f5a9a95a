#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hearth {

namespace detail {

/// The bytes of the UTF-8 sequence at the start of `text` and its code point; 0 bytes when it is not valid.
struct Utf8Start {
    size_t bytes;
    uint32_t codePoint;
};
inline Utf8Start utf8Start(std::string_view text) noexcept {
    const auto lead = static_cast<uint8_t>(text[0]);
    if (lead < 0x80) return {1, lead};
    const size_t extra = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || text.size() <= extra) return {0, 0};
    uint32_t codePoint = lead & (0x3FU >> extra);
    for (size_t i = 1; i <= extra; ++i) {
        const auto next = static_cast<uint8_t>(text[i]);
        if ((next & 0xC0U) != 0x80) return {0, 0};
        codePoint = (codePoint << 6U) | (next & 0x3FU);
    }
    constexpr uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    const bool surrogate = codePoint >= 0xD800 && codePoint < 0xE000;
    if (codePoint < least[extra] || codePoint > 0x10FFFF || surrogate) return {0, 0};
    return {extra + 1, codePoint};
}

/// Characters that say something to a terminal or turn the order of the text around them, and line ends.
inline bool isControl(uint32_t c) noexcept {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

inline void appendEscape(std::string& out, uint32_t value, bool byte) {
    if (byte || value < 0x80) {
        switch (value) {
            case '\n':
                out += "\\n";
                return;
            case '\r':
                out += "\\r";
                return;
            case '\t':
                out += "\\t";
                return;
            default:
                break;
        }
    }
    constexpr std::string_view digits = "0123456789abcdef";
    const unsigned count = byte || value < 0x80 ? 2 : 4;
    out += count == 2 ? "\\x" : "\\u";
    for (unsigned shift = 4 * count; shift > 0; shift -= 4)
        out.push_back(digits[(value >> (shift - 4)) & 0xFU]);
}

}  // namespace detail

/// Text from a model file or from elsewhere outside as it may stand in a sentence, on a terminal and in the
/// window: control characters, line ends, marks of writing direction and invalid bytes are written as escapes
/// ("\x1b", "\u202e"), and after `limit` characters it is cut with "…". The caller puts the quotes around it.
inline std::string readableText(std::string_view text, size_t limit = 80) {
    std::string out;
    for (size_t shown = 0; !text.empty(); ++shown) {
        if (shown == limit) return out + "…";
        const detail::Utf8Start start = detail::utf8Start(text);
        if (start.bytes == 0) {
            detail::appendEscape(out, static_cast<uint8_t>(text[0]), true);
        } else if (detail::isControl(start.codePoint)) {
            detail::appendEscape(out, start.codePoint, false);
        } else {
            out += text.substr(0, start.bytes);
        }
        text.remove_prefix(start.bytes == 0 ? 1 : start.bytes);
    }
    return out;
}

}  // namespace hearth
