#pragma once

#include "jinja/runtime.h"

namespace hearth::jinja {

/// str.format: {}, {0}, {name}, attributes and items of them, !r and !s, nested specifications.
Text braceFormat(Runtime& runtime, const Text& format, const Arguments& arguments);
/// format % values: a tuple, a dict for %(name)s, or one value.
Text percentFormat(Runtime& runtime, const Text& format, const Value& values);

}  // namespace hearth::jinja
