#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "backend/backend.h"

namespace hearth {

/// The backends that share a model, in the order of its layers: the first has the first ones, the last one
/// the head. At least one; wherever a part is meant, it is a number into this.
using SplitBackends = std::vector<std::unique_ptr<Backend>>;

}  // namespace hearth
