#pragma once

#include <optional>
#include <string>

#include "grammar/schema_document.h"

namespace hearth::grammar {

/// True if the keyword forbids something and Hearth has no way to enforce it.
bool isRefused(const std::string& keyword, const Json& schema);
/// True if a keyword with this value forbids anything, as far as Hearth knows.
bool forbids(const std::string& keyword, const Json& schema, const Json& value);
/// The expression that matches whole texts of a format; nullopt: Hearth does not know the format.
std::optional<std::string> formatPattern(const std::string& name);

}  // namespace hearth::grammar
