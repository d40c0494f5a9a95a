#pragma once

#include <QString>

#include "hearth/memory_plan.h"

namespace hearth::app {

/// What a person should know of a context of so many tokens before choosing it: that it reaches beyond the
/// model's training, or that positions are scaled, and how. Empty: neither.
QString contextNote(const ContextTraining& training, int contextLength);

}  // namespace hearth::app
