#pragma once

#include <cstddef>

namespace hearth {

/// Bounds on a template's work, so that a hostile one ends with an Error.
struct TemplateLimits {
    size_t depth = 200;                  ///< nesting of expressions, blocks and macro calls
    size_t steps = 25'000'000;           ///< evaluated nodes, or other work that takes about as long
    size_t outputBytes = 32ULL << 20U;   ///< of the result and of any one string; all values: six times that
    size_t sourceBytes = 512ULL << 10U;  ///< of the template itself
};

}  // namespace hearth
