#pragma once

#include <QQuickWindow>
#include <QStringList>

/// What a person would call badly laid out in a window as it is now, one line each: texts that are cut off
/// without a dotted end, dotted ends whose whole text cannot be heard, texts outside of the window or of what
/// clips them, texts and controls that lie over each other. Empty for a clean window. GUI thread.
QStringList layoutFaults(QQuickWindow& window);
