#pragma once

#include <QString>

#include "hearth/memory_plan.h"

namespace hearth::app {

/// Note about a context of this many tokens, to be read before choosing it: the context exceeds the model's
/// training, or positions are scaled, and how. Empty: neither.
QString contextNote(const ContextTraining& training, int contextLength);

}  // namespace hearth::app
