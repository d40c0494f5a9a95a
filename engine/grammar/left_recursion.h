#pragma once

#include "grammar/rules.h"

namespace hearth::grammar {

/// Throws Error(BadInput), which names a rule, when a rule can begin with itself before it has read anything.
void refuseLeftRecursion(const Rules& rules);

}  // namespace hearth::grammar
