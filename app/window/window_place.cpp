#include "window/window_place.h"

#include <algorithm>

namespace hearth::app {

namespace {

/// No title bar is known before there is a window; those of the desktops are about as high.
constexpr int titleHeight = 32;
/// As much of it as a pointer finds without looking for it.
constexpr int leastWidth = 120, leastHeight = 16;

}  // namespace

std::optional<QPoint> windowPlace(const QRect& last, const QList<QRect>& screens, const QString& platform) {
    // A client of Wayland knows neither where it is nor can it say where to be; what it kept is no place.
    if (platform != QLatin1String("xcb") && platform != QLatin1String("windows") &&
        platform != QLatin1String("cocoa"))
        return std::nullopt;
    if (last.isEmpty()) return std::nullopt;
    const QRect title(last.x(), last.y() - titleHeight, last.width(), titleHeight);
    const bool seen = std::any_of(screens.cbegin(), screens.cend(), [&](const QRect& screen) {
        const QRect part = screen.intersected(title);
        return part.width() >= std::min(leastWidth, last.width()) && part.height() >= leastHeight;
    });
    return seen ? std::optional(last.topLeft()) : std::nullopt;
}

}  // namespace hearth::app
