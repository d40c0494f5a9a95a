#pragma once

#include <QList>
#include <QPoint>
#include <QRect>
#include <QString>
#include <optional>

namespace hearth::app {

/// Position of the inside of a window that was at `last` (without its frame) when it was closed: the same
/// place, if enough of its title bar to drag it by would be on one of `screens` (the parts of the screens
/// that windows may have, in the same pixels). nullopt: the desktop chooses, which on `platform` (the name of
/// Qt's plug-in) may be the only possibility.
std::optional<QPoint> windowPlace(const QRect& last, const QList<QRect>& screens, const QString& platform);

}  // namespace hearth::app
