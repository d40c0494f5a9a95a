#pragma once

#include <string>
#include <vector>

#include "grammar/loose_schema.h"
#include "grammar/schema_document.h"

namespace hearth::grammar {

/// An argument that a tool declares.
struct DeclaredArgument {
    std::string key;
    Json schema;
    bool required = false;
};

struct ArgumentList {
    std::vector<DeclaredArgument> arguments;  ///< in the schema's order
    /// Keywords of the whole object that a list of its arguments does not say.
    std::vector<LeftOut> leftOut;
};

/// Reads the arguments of a tool off the schema of its parameters, an object: references are followed and
/// "allOf" is joined; the arguments of alternatives may come and need not.
ArgumentList argumentListOf(const Json& parameters);

}  // namespace hearth::grammar
