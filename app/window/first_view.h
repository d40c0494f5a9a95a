#pragma once

#include <QString>
#include <optional>

#include "window/restart.h"

namespace hearth::app {

struct WindowParts;

/// Opens the chat and loads the model that the window begins with: those that a restart left, or what the
/// settings and the command line (`namedModel`; empty: none) say. A chat that ended the last starts badly
/// stays closed. GUI thread; call it once.
void openFirstView(WindowParts& parts, const std::optional<RestartPlace>& reopened,
                   const QString& namedModel);

}  // namespace hearth::app
