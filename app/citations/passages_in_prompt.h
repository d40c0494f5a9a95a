#pragma once

#include <QString>

#include "citations/cited_passage.h"

namespace hearth::app {

/// What stands once above the passages of a message: how they are to be used and cited. In English whatever
/// the window speaks: models follow it best.
QString abovePassages();

/// How a passage stands in the prompt, with its number and place.
QString passageInPrompt(const CitedPassage& passage, const QString& text);

}  // namespace hearth::app
