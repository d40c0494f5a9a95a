#pragma once

#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// `value|name(arguments)`.
using FilterFunction = Value (*)(Runtime& runtime, const Value& value, Arguments& arguments);
struct FilterEntry {
    std::string_view name;
    FilterFunction function;
};

/// Null when there is no filter of this name.
FilterFunction findFilter(std::string_view name);
/// Error(BadInput) with jinja2's own words when there is none.
FilterFunction requireFilter(std::string_view name);

/// value.a.b.0 as the `attribute` arguments of filters write it; the value itself for None.
Value attributePath(Runtime& runtime, const Value& value, const Value& path);
/// Strings in lower case, for comparisons that ignore case.
Value foldCase(Runtime& runtime, const Value& value);

}  // namespace hearth::jinja
