#pragma once

#include <QDateTime>
#include <QString>

#include "tools/tool.h"

namespace hearth::app {

/// Date, weekday and time of a moment in a time zone by its IANA name ("Europe/Berlin"), an offset ("+02:00")
/// or "UTC"; empty: that of this computer. For models, so in English.
ToolResult clockText(const QDateTime& moment, const QString& zone);

}  // namespace hearth::app
