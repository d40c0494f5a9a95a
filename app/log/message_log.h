#pragma once

#include <QtGlobal>

namespace hearth::app {

class ErrorLog;

/// While it lives, warnings and errors of Qt are also written into a log; they go where they went before,
/// too. One at a time, since Qt has one message handler. Made and ended in the main thread.
class MessageLog {
public:
    explicit MessageLog(ErrorLog& log);
    ~MessageLog();
    Q_DISABLE_COPY_MOVE(MessageLog)
};

}  // namespace hearth::app
