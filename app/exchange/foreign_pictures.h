#pragma once

#include <QString>

#include "store/records.h"

namespace hearth::app {

/// Adds the picture of a data URL to a message of another program, in front of its text. Any other URL, and
/// data that is not a picture, is noted as noteMissingPicture() does.
void addForeignPicture(store::Message& message, const QString& url, const QString& name);
/// Notes in a message's text that it had a picture, which the imported file does not contain.
void noteMissingPicture(store::Message& message);

}  // namespace hearth::app
