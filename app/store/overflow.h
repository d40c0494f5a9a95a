#pragma once

#include <QLatin1String>
#include <QString>
#include <algorithm>
#include <array>

namespace hearth::app::store {

/// Action for a conversation that no longer fits into the context.
enum class Overflow {
    Stop = 0,       ///< nothing is sent, and the person is notified
    Slide = 1,      ///< the oldest turns leave the prompt
    Summarise = 2,  ///< the model condenses the oldest turns; while it has not, they leave the prompt
};

/// Names in settings and files, in the order of the numbers.
inline constexpr std::array<const char*, 3> overflowNames = {"stop", "slide", "summarise"};

inline QString overflowName(Overflow overflow) {
    return QLatin1String(overflowNames.at(static_cast<size_t>(overflow)));
}

/// `Stop` for names that are not known.
inline Overflow overflowOf(const QString& name) {
    const auto found = std::ranges::find_if(
        overflowNames, [&name](const char* known) { return name == QLatin1String(known); });
    return found == overflowNames.end() ? Overflow::Stop
                                        : static_cast<Overflow>(found - overflowNames.begin());
}

}  // namespace hearth::app::store
