#pragma once

#include <QString>

namespace hearth::app {

/// A title made of the first words of a message: at most 60 characters, cut between words, never empty.
QString titleFromMessage(const QString& message);

}  // namespace hearth::app
