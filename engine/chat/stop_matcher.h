#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Looks for stop strings in text that comes in pieces, and holds back what may turn out to be the beginning
/// of one.
class StopMatcher {
public:
    explicit StopMatcher(std::vector<std::string> stops) : m_stops(std::move(stops)) {}

    /// The text that is certain not to belong to a stop string. After a match everything else is dropped.
    std::string push(std::string_view text);
    /// The text that was held back, at the end of the reply.
    std::string flush();
    bool found() const noexcept { return m_found; }

private:
    std::vector<std::string> m_stops;
    std::string m_held;
    bool m_found = false;
};

}  // namespace hearth
