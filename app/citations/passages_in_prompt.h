#pragma once

#include <QString>

#include "citations/cited_passage.h"

namespace hearth::app {

/// Text placed once above the passages of a message: how they are to be used and cited. Always in English,
/// because models follow it best.
QString abovePassages();

/// Text of a passage in the prompt, with its number and place.
QString passageInPrompt(const CitedPassage& passage, const QString& text);

}  // namespace hearth::app
