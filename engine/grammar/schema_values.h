#pragma once

#include "grammar/schema_ways.h"

namespace hearth::grammar {

/// True if a value fits a schema.
bool fits(const Json& value, const SchemaParts& parts, SchemaWays& ways);
bool fits(const Json& value, const Schemas& schemas, SchemaWays& ways);
/// The same for one of the values that the schema lists, which is not looked up in the list.
bool fitsListed(const Json& value, const SchemaParts& parts, SchemaWays& ways);
/// The bit of a value's type; numbers without a fraction are integers.
json_type::Mask typeOf(const Json& value);

}  // namespace hearth::grammar
