#include "chat/call_schema.h"

#include "grammar/loose_schema.h"
#include "grammar/schema_values.h"

namespace hearth {

bool fitsDeclaration(const ToolCall& call, const Json& tools) {
    const Json* function = functionOf(tools, call.name);
    if (function == nullptr) return false;
    const Json schema = function->value("parameters", Json());
    if (!schema.is_object() || schema.empty()) return true;
    const auto arguments = parseBoundedJson(call.argumentsJson);
    if (!arguments || !arguments->is_object()) return false;
    const grammar::SchemaDocument document(grammar::readLooseSchema(schema, true).schema);
    grammar::SchemaWays ways(document);
    try {
        return grammar::fits(*arguments, {&document.root()}, ways);
    } catch (const Error&) {
        return true;  // what cannot be decided does not turn a call into text
    }
}

}  // namespace hearth
