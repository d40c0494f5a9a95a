#pragma once

#include <string>

#include "jinja/value.h"

namespace hearth::jinja {

/// Python's repr(value) for containers and numbers, str(value) for the rest of the scalars: what printing
/// shows. Strings inside containers are quoted and keep their provenance; the quotes are trusted.
Text pythonRepr(Runtime& runtime, const Value& value);
/// repr of a float: the shortest digits that read back the same ("0.1", "1e-05", "100000.0", "inf").
std::string floatRepr(double number);

}  // namespace hearth::jinja
