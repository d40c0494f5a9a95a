#include "log/message_log.h"

#include <QString>
#include <atomic>

#include "log/error_log.h"

namespace hearth::app {

namespace {

// A message handler has no argument of its own to reach them by.
std::atomic<ErrorLog*> messageTarget = nullptr;
std::atomic<QtMessageHandler> earlierHandler = nullptr;

void logMessage(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (type != QtDebugMsg && type != QtInfoMsg)
        if (ErrorLog* const log = messageTarget) {
            const QString category = QString::fromUtf8(context.category ? context.category : "");
            log->add(
                category.isEmpty() || category == QLatin1String("default") ? QStringLiteral("Qt") : category,
                text);
        }
    if (const QtMessageHandler earlier = earlierHandler) earlier(type, context, text);
}

}  // namespace

MessageLog::MessageLog(ErrorLog& log) {
    messageTarget = &log;
    earlierHandler = qInstallMessageHandler(logMessage);
}

MessageLog::~MessageLog() {
    qInstallMessageHandler(earlierHandler);
    messageTarget = nullptr;
}

}  // namespace hearth::app
