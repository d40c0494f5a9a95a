#pragma once

#include <QString>

namespace hearth::app {

/// Name of two models that answer as one where other models have a file's path. The settings say which two
/// models these are.
inline const QString routePath = QStringLiteral("route:auto");

}  // namespace hearth::app
