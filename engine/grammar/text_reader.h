#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hearth::grammar {

/// A text that is read character by character, for parsers.
class TextReader {
public:
    explicit TextReader(std::string_view text) : m_text(text) {}

    bool atEnd() const noexcept { return m_at >= m_text.size(); }
    size_t place() const noexcept { return m_at; }
    void goTo(size_t place) noexcept { m_at = place; }
    /// The next byte, or 0 at the end.
    char peek(size_t ahead = 0) const noexcept {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    void skip(size_t count = 1) noexcept { m_at += count; }
    bool take(std::string_view text) noexcept {
        if (m_text.substr(std::min(m_at, m_text.size())).substr(0, text.size()) != text) return false;
        m_at += text.size();
        return true;
    }
    /// The next character; U+FFFD where the text is not UTF-8, and at its end.
    uint32_t character();
    /// So many hexadecimal digits; nullopt: they are not there.
    std::optional<uint32_t> hexadecimal(int digits);
    /// Decimal digits, capped far above all that is used; nullopt: there are none.
    std::optional<size_t> number();
    /// From 1 on.
    size_t line() const noexcept;

private:
    std::string_view m_text;
    size_t m_at = 0;
};

}  // namespace hearth::grammar
