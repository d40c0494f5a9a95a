#pragma once

#include <QString>

namespace hearth::app {

/// Shows a file in the desktop's file manager, selected where the file manager can
/// (org.freedesktop.FileManager1); else opens its folder. Returns at once. GUI thread.
void showInFileManager(const QString& path);

}  // namespace hearth::app
