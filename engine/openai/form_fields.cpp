#include "openai/form_fields.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "hearth/bounded_json.h"
#include "openai/text_format.h"

namespace hearth::openai {

namespace {

/// A schema, as an object or as the text of one.
ReplyGrammar schemaForm(const std::string& field, const Json& value) {
    if (!value.is_string()) return readSchema(field, value);
    const Json read = parseOrderedJson(value.get_ref<const std::string&>());
    if (read.is_discarded()) refuseField(field, "must be a JSON schema.");
    return readSchema(field, read);
}

/// A grammar's text between double quotes.
std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else {
            if (c == '"' || c == '\\') out += '\\';
            out += c;
        }
    }
    return out + '"';
}

/// One of several texts.
ReplyGrammar choiceForm(const std::string& field, const Json& value) {
    if (!value.is_array() || value.empty()) refuseField(field, "must be a list of at least one string.");
    std::string grammar = "root ::=";
    for (size_t i = 0; i < value.size(); ++i) {
        const std::string& text = readString(field + "[" + std::to_string(i) + "]", value[i]);
        grammar += (i == 0 ? " " : " | ") + quoted(text);
    }
    return readGrammar(field, grammar, ReplyGrammar::Kind::Gbnf);
}

ReplyGrammar objectForm(const std::string& field, const Json& value) {
    return readBoolean(field, value) ? ReplyGrammar{ReplyGrammar::Kind::JsonObject, ""} : ReplyGrammar{};
}

/// An empty text is none: some clients send all of the fields.
ReplyGrammar textForm(const std::string& field, const Json& value, ReplyGrammar::Kind kind) {
    if (value == "") return {};
    return readGrammar(field, value, kind);
}

using ReadForm = ReplyGrammar (*)(const std::string& field, const Json& value);

/// "json", "regex", "grammar", "choice" or "json_object", with or without "guided_".
ReadForm formReader(const std::string& name) {
    if (name == "json") return schemaForm;
    if (name == "choice") return choiceForm;
    if (name == "json_object") return objectForm;
    if (name == "regex")
        return [](const std::string& field, const Json& value) {
            return textForm(field, value, ReplyGrammar::Kind::Regex);
        };
    if (name == "grammar")
        return [](const std::string& field, const Json& value) {
            return textForm(field, value, ReplyGrammar::Kind::Gbnf);
        };
    return nullptr;
}

void readStructuredOutputs(const std::string& field, const Json& value, RequestNotes& notes,
                           ReplyGrammar& form) {
    if (!value.is_object()) refuseField(field, "must be an object.");
    for (const auto& [key, entry] : value.items()) {
        const std::string name = field + "." + key;
        if (entry.is_null()) continue;
        if (const ReadForm read = formReader(key))
            setForm(name, read(name, entry), form);
        else if (key == "structural_tag")
            refuseField(name, "would change the reply, and this server does not support it.");
        else
            notes.ignore(name);
    }
}

}  // namespace

void setForm(const std::string& field, ReplyGrammar read, ReplyGrammar& form) {
    if (read.kind == ReplyGrammar::Kind::None || read == form) return;
    if (form.kind != ReplyGrammar::Kind::None) refuseField(field, "is a second form for one reply.");
    form = std::move(read);
}

void readFormField(const std::string& field, const Json& value, RequestNotes& notes, ReplyGrammar& form) {
    constexpr std::string_view guided = "guided_";
    if (field == "structured_outputs") return readStructuredOutputs(field, value, notes, form);
    if (field == "json_schema") return setForm(field, schemaForm(field, value), form);
    const std::string name = field.starts_with(guided) ? field.substr(guided.size()) : field;
    if (const ReadForm read = formReader(name)) return setForm(field, read(field, value), form);
    setForm(field, readTextFormat(field, value, notes), form);
}

}  // namespace hearth::openai
