#pragma once

#include "grammar/json_text.h"
#include "grammar/schema_ways.h"

namespace hearth::grammar {

/// The inside of a list whose items are all different, each of few values that `item` lists: in any order if
/// there are very few, otherwise in the order in which the schema has them. Throws SchemaRefusal where the
/// values are not listed or too many. `parts` asks for distinct items.
Rules::Id distinctItems(Rules& rules, JsonText& json, SchemaWays& ways, const SchemaParts& parts);

}  // namespace hearth::grammar
