#pragma once

#include <QIcon>

namespace hearth::app {

class IconProvider;

/// The mark on a light ground, as the desktop's menu shows it: for window lists that find no desktop file.
QIcon windowIcon(IconProvider& icons);

}  // namespace hearth::app
