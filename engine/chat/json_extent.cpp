#include "chat/json_extent.h"

namespace hearth {

size_t JsonExtent::read(std::string_view text) noexcept {
    for (; m_at < text.size(); ++m_at) {
        const char c = text[m_at];
        if (m_escaped) {
            m_escaped = false;
        } else if (m_quoted) {
            m_escaped = c == '\\';
            m_quoted = c != '"';
        } else if (c == '"') {
            m_quoted = true;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if (c == '}' || c == ']') {
            if (m_depth <= 1) return m_at + 1;
            --m_depth;
        }
    }
    return std::string_view::npos;
}

}  // namespace hearth
