#pragma once

#include <string_view>

#include "grammar/rules.h"

namespace hearth::grammar {

/// The grammar of JSON that fits a schema (draft 2020-12), in one spelling of each value: properties in the
/// order in which the schema names them, then others; a space behind commas and colons. Throws
/// Error(BadInput), which names the keyword, for what it cannot hold a reply to.
Rules readJsonSchema(std::string_view schema);

/// The grammar of any JSON object, with white space where people put it.
Rules anyJsonObject();

}  // namespace hearth::grammar
