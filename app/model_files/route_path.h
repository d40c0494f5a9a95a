#pragma once

#include <QString>

namespace hearth::app {

/// What two models that answer as one are called where others have a file's path. Which two that are, the
/// settings say.
inline const QString routePath = QStringLiteral("route:auto");

}  // namespace hearth::app
