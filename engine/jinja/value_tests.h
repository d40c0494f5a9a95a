#pragma once

#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// `value is name(arguments)`.
using TestFunction = bool (*)(Runtime& runtime, const Value& value, Arguments& arguments);

/// Null when there is no test of this name.
TestFunction findTest(std::string_view name);
/// Error(BadInput) with jinja2's own words when there is none.
TestFunction requireTest(std::string_view name);

}  // namespace hearth::jinja
