#pragma once

#include <string_view>

#include "grammar/notation.h"
#include "grammar/rules.h"
#include "grammar/schema_document.h"

namespace hearth::grammar {

/// The grammar of JSON that fits a schema (draft 2020-12), in one spelling of each value: properties in the
/// order in which the schema names them, then others; a space behind commas and colons. Throws
/// SchemaRefusal, which names the keyword and the property, for what it cannot hold a reply to, and
/// Error(BadInput) for what is no schema or too large.
Rules readJsonSchema(std::string_view schema);
/// The same of a document, in a notation; `objects`: of its values, objects alone.
Rules readJsonSchema(const SchemaDocument& document, bool objects, const Notation& notation = {});

/// The grammar of any JSON object, with white space where people put it.
Rules anyJsonObject();

}  // namespace hearth::grammar
