#pragma once

#include <string>
#include <vector>

#include "grammar/notation.h"
#include "grammar/rules.h"
#include "grammar/schema_document.h"

namespace hearth::grammar {

/// Part of a schema to which a reply is not held.
struct LeftOut {
    std::string property;  ///< whose schema has it; empty: the schema itself
    std::string keyword;   ///< empty: all of the schema
    std::string why;
};

/// "are not held to ..., for ...", with what comes before left to the caller.
std::string sentenceOf(const LeftOut& leftOut);

struct LooseSchema {
    Rules rules;
    std::vector<LeftOut> leftOut;
    Json schema = true;  ///< without what is left out
};

/// Holds a reply to all of a schema that can be held, without the keywords that cannot. `objects`: of its
/// values, objects alone. A schema of which nothing can be held, or that is none, allows any value.
LooseSchema readLooseSchema(Json schema, bool objects, const Notation& notation = {});

}  // namespace hearth::grammar
