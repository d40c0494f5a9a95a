#pragma once

#include <QList>
#include <QPoint>
#include <QRect>
#include <QString>
#include <optional>

namespace hearth::app {

/// Where the inside of a window opens that was at `last` (without its frame) when it was closed: there, if
/// enough of its title bar to drag it by would be on one of `screens` (the parts of the screens that windows
/// may have, in the same pixels). nullopt: where the desktop puts it, which on `platform` (the name of Qt's
/// plug-in) may be all that is possible.
std::optional<QPoint> windowPlace(const QRect& last, const QList<QRect>& screens, const QString& platform);

}  // namespace hearth::app
