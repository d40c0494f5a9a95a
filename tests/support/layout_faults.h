#pragma once

#include <QQuickWindow>
#include <QStringList>

/// Layout faults of a window in its current state, one line each: texts that are cut off without an ellipsis,
/// ellipses whose whole text is not accessible, texts outside of the window or of the item that clips them,
/// texts and controls that overlap. Empty for a clean window. GUI thread.
QStringList layoutFaults(QQuickWindow& window);
