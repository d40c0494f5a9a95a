#pragma once

#include <QtGlobal>

namespace hearth::app {

class OrderlyEnd;

/// What a person wants of a process that has the chats open and does not answer. The values are those of
/// StuckWindow.Choice in QML.
enum class HolderChoice { Quit, EndIt, Wait };

/// Says that this process does, in a small window of its own, and asks. Quit when the window is closed or
/// cannot be made. GUI thread; runs the event loop until the answer.
HolderChoice askAboutHolder(qint64 process, OrderlyEnd& end);

}  // namespace hearth::app
