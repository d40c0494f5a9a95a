#include "chat/stop_matcher.h"

#include <algorithm>
#include <utility>

namespace hearth {

std::string StopMatcher::push(std::string_view text) {
    if (m_found) return {};
    if (m_stops.empty()) return std::string(text);
    m_held += text;
    size_t first = std::string::npos;
    for (const std::string& stop : m_stops) first = std::min(first, m_held.find(stop));
    if (first != std::string::npos) {
        m_found = true;
        std::string certain = m_held.substr(0, first);
        m_held.clear();
        return certain;
    }
    // The longest end of the text that begins a stop string stays.
    size_t keep = 0;
    for (const std::string& stop : m_stops) {
        for (size_t length = std::min(stop.size() - 1, m_held.size()); length > keep; --length) {
            if (std::string_view(m_held).ends_with(std::string_view(stop).substr(0, length))) keep = length;
        }
    }
    std::string certain = m_held.substr(0, m_held.size() - keep);
    m_held.erase(0, certain.size());
    return certain;
}

std::string StopMatcher::flush() {
    return m_found ? std::string() : std::exchange(m_held, {});
}

}  // namespace hearth
