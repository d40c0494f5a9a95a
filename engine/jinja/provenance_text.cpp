#include "jinja/provenance_text.h"

#include <algorithm>

namespace hearth::jinja {

Text::Text(std::string bytes, bool trusted) : m_bytes(std::move(bytes)) {
    if (!m_bytes.empty()) m_runs.push_back({m_bytes.size(), trusted});
}

size_t Text::runIndex(size_t position) const noexcept {
    const auto run = std::upper_bound(m_runs.begin(), m_runs.end(), position,
                                      [](size_t at, const Run& candidate) { return at < candidate.end; });
    return static_cast<size_t>(run - m_runs.begin());
}

bool Text::trustedAt(size_t position) const noexcept {
    if (m_runs.empty()) return true;
    const size_t index = runIndex(position);
    return index < m_runs.size() ? m_runs[index].trusted : m_runs.back().trusted;
}

void Text::append(std::string_view bytes, bool trusted) {
    if (bytes.empty()) return;
    m_bytes.append(bytes);
    if (!m_runs.empty() && m_runs.back().trusted == trusted) {
        m_runs.back().end = m_bytes.size();
    } else {
        m_runs.push_back({m_bytes.size(), trusted});
    }
}

void Text::append(const Text& other) {
    append(other, 0, other.size());
}

void Text::append(const Text& other, size_t begin, size_t end) {
    end = std::min(end, other.size());
    if (begin >= end) return;
    const std::string_view bytes = other.m_bytes;
    for (size_t index = other.runIndex(begin); begin < end; ++index) {
        const size_t stop = std::min(end, other.m_runs[index].end);
        append(bytes.substr(begin, stop - begin), other.m_runs[index].trusted);
        begin = stop;
    }
}

Text Text::slice(size_t begin, size_t end) const {
    Text part;
    part.append(*this, begin, end);
    return part;
}

}  // namespace hearth::jinja
