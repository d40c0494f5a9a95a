#include "window/restart.h"

#include <QByteArray>
#include <QList>

#include "hearth/platform/process.h"

namespace hearth::app {

namespace {
constexpr const char* reopenVariable = "HEARTH_REOPEN";
constexpr const char* scaleVariable = "QT_SCALE_FACTOR";
constexpr const char* ownScaleVariable = "HEARTH_OWN_SCALE";
}  // namespace

void prepareRestart(const RestartPlace& place) {
    qputenv(reopenVariable, QByteArray::number(place.conversationId) + ' ' +
                                QByteArray::number(place.messageId) + ' ' + place.modelPath.toUtf8());
}

void cancelRestart() {
    qunsetenv(reopenVariable);
}

bool isRestartPrepared() {
    return qEnvironmentVariableIsSet(reopenVariable);
}

std::optional<RestartPlace> takeRestartPlace() {
    if (!isRestartPrepared()) return std::nullopt;
    const QByteArray said = qgetenv(reopenVariable);
    cancelRestart();
    const qsizetype first = said.indexOf(' '), second = said.indexOf(' ', first + 1);
    if (first < 0 || second < 0) return std::nullopt;
    return RestartPlace{said.left(first).toLongLong(), said.mid(first + 1, second - first - 1).toLongLong(),
                        QString::fromUtf8(said.mid(second + 1))};
}

bool useScale(double scale) {
    if (qEnvironmentVariableIsSet(scaleVariable)) return false;
    qputenv(scaleVariable, QByteArray::number(scale));
    qputenv(ownScaleVariable, "1");
    return true;
}

void restartIfPrepared(char** arguments) {
    if (isRestartPrepared()) restart(arguments);
}

void restart(char** arguments) {
    if (qEnvironmentVariableIsSet(ownScaleVariable)) {
        qunsetenv(scaleVariable);
        qunsetenv(ownScaleVariable);
    }
    // By its path, which gives the process its name; what was replaced by an update has none any more.
    platform::becomeProgram(platform::ownProgramFile(), arguments);
    platform::becomeProgram(platform::ownProgram(), arguments);
}

}  // namespace hearth::app
