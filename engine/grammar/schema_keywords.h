#pragma once

#include <optional>
#include <string>

#include "grammar/schema_document.h"

namespace hearth::grammar {

/// Whether Hearth knows no way to hold a reply to a keyword that forbids something.
bool isRefused(const std::string& keyword, const Json& schema);
/// Whether a keyword with this value forbids anything, as far as Hearth knows.
bool forbids(const std::string& keyword, const Json& schema, const Json& value);
/// The expression that texts of a format fit as a whole; nullopt: Hearth does not know the format.
std::optional<std::string> formatPattern(const std::string& name);

}  // namespace hearth::grammar
