#pragma once

class QQmlEngine;

namespace hearth::app {

/// Takes the network and the file system from a QML engine: only what is compiled in (qrc:) and images drawn
/// by our own providers (image:) can be loaded, whatever a text that is shown asks for. Call before anything
/// is loaded; the engine keeps what it needs.
void lockDown(QQmlEngine& engine);

}  // namespace hearth::app
