#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::jinja {

/// UTF-8 text (invalid bytes are kept) in which every byte is trusted (written by the template) or not
/// (came in through a variable). Stored as the bytes and a list of runs; most texts have one run.
class Text {
public:
    struct Run {
        size_t end;  ///< byte after the run's last one
        bool trusted;
    };

    Text() = default;
    Text(std::string bytes, bool trusted);
    static Text trusted(std::string bytes) { return {std::move(bytes), true}; }

    const std::string& bytes() const noexcept { return m_bytes; }
    size_t size() const noexcept { return m_bytes.size(); }
    bool empty() const noexcept { return m_bytes.empty(); }
    /// Ascending ends, neighbours differ in trust, the last end is size().
    const std::vector<Run>& runs() const noexcept { return m_runs; }
    /// Trust of the byte at `position`, or of the last byte when it is past the end; an empty text is
    /// trusted.
    bool trustedAt(size_t position) const noexcept;

    void append(std::string_view bytes, bool trusted);
    void append(const Text& other);
    /// Appends other's bytes [begin, end).
    void append(const Text& other, size_t begin, size_t end);
    Text slice(size_t begin, size_t end) const;
    size_t capacity() const noexcept { return m_bytes.capacity(); }
    void reserve(size_t bytes) { m_bytes.reserve(bytes); }
    /// Memory besides the object itself.
    size_t heapBytes() const noexcept { return m_bytes.capacity() + m_runs.capacity() * sizeof(Run); }

private:
    size_t runIndex(size_t position) const noexcept;

    std::string m_bytes;
    std::vector<Run> m_runs;
};

}  // namespace hearth::jinja
