#pragma once

#include <QString>

class QQuickWindow;

namespace hearth::app {

class EngineStatus;

/// Saves a picture of the window when the model that is being loaded is ready (or cannot be) and the window
/// has come to rest, then ends the program: status 0, or 1 with a sentence when the file could not be
/// written.
void takeScreenshot(QQuickWindow& window, EngineStatus& engine, const QString& file);

}  // namespace hearth::app
