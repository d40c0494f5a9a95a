#include "openai/text_format.h"

#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "openai/refusal.h"

namespace hearth::openai {

namespace {

ReplyGrammar checked(const std::string& field, ReplyGrammar grammar) {
    try {
        checkReplyGrammar(grammar);
    } catch (const Error& error) {
        throw Refusal{error.what(), field};
    }
    return grammar;
}

ReplyGrammar schemaOf(const std::string& field, const Json& value) {
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (entry.is_null() || key == "schema" || key == "type") continue;
        if (key == "name" || key == "description")
            (void)readString(name, entry);
        else if (key == "strict")
            (void)readBoolean(name, entry);  // it always is
        else
            refuseField(name, "is not supported.");
    }
    const Json& schema = memberOf(value, "schema");
    if (schema.is_null()) refuseField(field + ".schema", "is missing.");
    return checked(field + ".schema", {ReplyGrammar::Kind::JsonSchema, schema.dump()});
}

}  // namespace

ReplyGrammar readTextFormat(const std::string& field, const Json& value) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    const Json& type = memberOf(value, "type");
    if (type == "text") return {};
    if (type == "json_object") return {ReplyGrammar::Kind::JsonObject, ""};
    if (type != "json_schema")
        refuseField(field + ".type", R"(must be "text", "json_object" or "json_schema".)");
    const Json& inner = memberOf(value, "json_schema");
    if (inner.is_object()) return schemaOf(field + ".json_schema", inner);
    return schemaOf(field, value);
}

ReplyGrammar readGrammar(const std::string& field, const Json& value, ReplyGrammar::Kind kind) {
    return checked(field, {kind, readString(field, value)});
}

}  // namespace hearth::openai
