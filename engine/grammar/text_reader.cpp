#include "grammar/text_reader.h"

#include <algorithm>

#include "unicode/utf8.h"

namespace hearth::grammar {

uint32_t TextReader::character() {
    constexpr uint32_t replacement = 0xFFFD;
    if (atEnd()) return replacement;
    const DecodedChar decoded = decodeUtf8(m_text, m_at);
    m_at += decoded.bytes;
    return decoded.codePoint;
}

std::optional<uint32_t> TextReader::hexadecimal(int digits) {
    uint32_t value = 0;
    for (int i = 0; i < digits; ++i) {
        const char digit = peek(static_cast<size_t>(i));
        const auto lower = static_cast<char>(digit | 0x20);
        if (digit >= '0' && digit <= '9')
            value = value * 16 + static_cast<uint32_t>(digit - '0');
        else if (lower >= 'a' && lower <= 'f')
            value = value * 16 + static_cast<uint32_t>(lower - 'a' + 10);
        else
            return std::nullopt;
    }
    skip(static_cast<size_t>(digits));
    return value;
}

std::optional<size_t> TextReader::number() {
    constexpr size_t cap = 1'000'000'000;
    if (peek() < '0' || peek() > '9') return std::nullopt;
    size_t value = 0;
    for (; peek() >= '0' && peek() <= '9'; skip())
        value = std::min(cap, value * 10 + static_cast<size_t>(peek() - '0'));
    return value;
}

size_t TextReader::line() const noexcept {
    const std::string_view before = m_text.substr(0, std::min(m_at, m_text.size()));
    return 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
}

}  // namespace hearth::grammar
