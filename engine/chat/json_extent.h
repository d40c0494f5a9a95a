#pragma once

#include <cstddef>
#include <string_view>

namespace hearth {

/// Finds where a JSON object or list ends while its text comes, by brackets and quotation marks alone.
class JsonExtent {
public:
    /// `text`: from its first bracket on; earlier calls were given the beginning. npos: it has not ended.
    size_t read(std::string_view text) noexcept;
    /// True if the text read so far ends within a string.
    bool isQuoted() const noexcept { return m_quoted; }

private:
    size_t m_at = 0;
    size_t m_depth = 0;
    bool m_quoted = false, m_escaped = false;
};

}  // namespace hearth
