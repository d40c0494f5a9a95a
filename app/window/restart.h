#pragma once

#include <QString>
#include <optional>

namespace hearth::app {

/// Position of a person in the window before Hearth restarts.
struct RestartPlace {
    qint64 conversationId = 0;  ///< 0: a new chat
    qint64 messageId = 0;       ///< the one at the top of the view; 0: the view was at the end
    QString modelPath;          ///< of the model in use; empty: none
    bool operator==(const RestartPlace&) const = default;
};

/// Prepares the replacement of the process by a new one when it ends, and what that opens with. It is passed
/// in the environment, because nothing else outlives exec().
void prepareRestart(const RestartPlace& place);
void cancelRestart();
bool isRestartPrepared();
/// The position that the replaced process passed on; once.
std::optional<RestartPlace> takeRestartPlace();

/// Sets Qt's scale, unless the person did. Returns true if it was set here.
bool useScale(double scale);
/// Replaces the process by a new one with the same arguments. Returns only when that fails.
void restart(char** arguments);
/// Replaces the process if a restart was prepared, with the same arguments. Returns if not, or when that
/// fails.
void restartIfPrepared(char** arguments);

}  // namespace hearth::app
