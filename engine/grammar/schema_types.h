#pragma once

#include "grammar/schema_parts.h"

namespace hearth::grammar {

/// The types of JSON values that a schema leaves possible, as far as its types, values, references and
/// alternatives say; any for what cannot be told. `root` is the schema that references are resolved in.
json_type::Mask typesOf(const Json& schema, const Json& root);

}  // namespace hearth::grammar
