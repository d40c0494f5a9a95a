#pragma once

#include <string>

#include "grammar/schema_document.h"

namespace hearth::grammar {

// Keywords that no schema has, for what negation needs.
inline constexpr const char* notPatternKeyword = "hearth:notPattern";  ///< an expression that fits no part
inline constexpr const char* notValuesKeyword = "hearth:notValues";    ///< a list of plain values
inline constexpr const char* fractionType = "hearth:fraction";         ///< numbers that are no integers

/// A schema that fits what `schema` does not fit. Parts that lie deeper stay as "not". Throws
/// SchemaRefusal, which names the `keyword` of `holder` that asks for it, where there is none.
Json negated(const Json& schema, const SchemaDocument& document, const std::string& keyword,
             const Json* holder);

}  // namespace hearth::grammar
