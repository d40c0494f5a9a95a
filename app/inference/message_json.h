#pragma once

#include <QJsonObject>

#include "hearth/message.h"

namespace hearth::app {

/// A message as it is kept: {"id", "english", "arguments", "cause"}; {} for one that says nothing. Text
/// without an id is somebody else's words.
QJsonObject toJson(const Message& message);
/// Nothing that is missing or of another type is an error: it is left out.
Message messageOf(const QJsonObject& json);

}  // namespace hearth::app
