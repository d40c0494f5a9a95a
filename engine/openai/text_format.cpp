#include "openai/text_format.h"

#include <nlohmann/json.hpp>

#include "hearth/error.h"
#include "openai/refusal.h"

namespace hearth::openai {

namespace {

ReplyGrammar checked(const std::string& field, ReplyGrammar grammar) {
    try {
        (void)checkReplyGrammar(grammar);
    } catch (const Error& error) {
        throw Refusal{error.what(), field};
    }
    return grammar;
}

ReplyGrammar schemaOf(const std::string& field, const Json& value, RequestNotes& notes) {
    bool strict = false;
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (entry.is_null() || key == "schema" || key == "type") continue;
        if (key == "name" || key == "description")
            (void)readString(name, entry);
        else if (key == "strict")
            strict = readBoolean(name, entry);
        else
            notes.ignore(name);
    }
    const Json& schema = memberOf(value, "schema");
    if (schema.is_null()) refuseField(field + ".schema", "is missing.");
    return readSchema(field + ".schema", schema, strict);
}

}  // namespace

ReplyGrammar readSchema(const std::string& field, const Json& schema, bool strict) {
    const auto kind = strict ? ReplyGrammar::Kind::JsonSchema : ReplyGrammar::Kind::LooseJsonSchema;
    return checked(field, {kind, schema.dump()});
}

ReplyGrammar readTextFormat(const std::string& field, const Json& value, RequestNotes& notes) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    const Json& type = memberOf(value, "type");
    if (type == "text") {
        notes.ignoreOthers(field, value, {"type"});
        return {};
    }
    if (type == "json_object") {
        notes.ignoreOthers(field, value, {"type", "schema"});
        // llama.cpp takes a schema here.
        const Json& schema = memberOf(value, "schema");
        if (!schema.is_null()) return readSchema(field + ".schema", schema);
        return {ReplyGrammar::Kind::JsonObject, ""};
    }
    if (type != "json_schema")
        refuseField(field + ".type", R"(must be "text", "json_object" or "json_schema".)");
    const Json& inner = memberOf(value, "json_schema");
    if (!inner.is_object()) return schemaOf(field, value, notes);
    notes.ignoreOthers(field, value, {"type", "json_schema"});
    return schemaOf(field + ".json_schema", inner, notes);
}

ReplyGrammar readGrammar(const std::string& field, const Json& value, ReplyGrammar::Kind kind) {
    return checked(field, {kind, readString(field, value)});
}

}  // namespace hearth::openai
