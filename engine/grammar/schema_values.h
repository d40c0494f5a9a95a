#pragma once

#include "grammar/schema_ways.h"

namespace hearth::grammar {

/// Whether a value fits what a schema says of it.
bool fits(const Json& value, const SchemaParts& parts, SchemaWays& ways);
bool fits(const Json& value, const Schemas& schemas, SchemaWays& ways);
/// The same of one of the values that the schema lists, which is not looked for in the list.
bool fitsListed(const Json& value, const SchemaParts& parts, SchemaWays& ways);
/// The bit of a value's type; numbers without a fraction are integers.
json_type::Mask typeOf(const Json& value);

}  // namespace hearth::grammar
