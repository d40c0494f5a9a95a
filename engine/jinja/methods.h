#pragma once

#include <optional>
#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

using MethodFunction = Value (*)(Runtime& runtime, const Value& self, Arguments& arguments);

/// A callable that remembers its object.
Value bindMethod(Value self, MethodFunction function);
/// The method of a str, list, tuple, dict, range or number value; nullopt when its type has none of this
/// name.
std::optional<Value> boundMethod(const Value& value, std::string_view name);

/// Null when there is no such method.
MethodFunction findStringMethod(std::string_view name);
MethodFunction findSequenceMethod(SequenceObject::Form form, std::string_view name);
MethodFunction findDictMethod(std::string_view name);

}  // namespace hearth::jinja
