#pragma once

#include <QtGlobal>

namespace hearth::app {

class OrderlyEnd;

/// Answers of a person about a process that has the chats open and does not respond. The values are those of
/// StuckWindow.Choice in QML.
enum class HolderChoice { Quit, EndIt, Wait };

/// Reports in a small window of its own that this process does not respond, and asks. Quit when the window is
/// closed or cannot be made. GUI thread; runs the event loop until the answer.
HolderChoice askAboutHolder(qint64 process, OrderlyEnd& end);

}  // namespace hearth::app
