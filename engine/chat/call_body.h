#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "grammar/notation.h"
#include "grammar/schema_parts.h"
#include "hearth/reply_parser.h"

namespace hearth {

using Json = nlohmann::ordered_json;

/// Reads the text between a call's marks. nullopt when it is no call (then it is content).
/// `tools` is the list of tools with their schemas, or null.
std::optional<std::vector<ToolCall>> parseCallBody(CallBody body, std::string_view text, const Json& tools);

std::string_view trimmed(std::string_view text);
/// Compact JSON; invalid UTF-8 is replaced.
std::string dump(const Json& json);
/// A JSON object as compact text; models leave it out when there are no arguments. nullopt for anything else.
std::optional<std::string> argumentsText(std::string_view text);
/// JSON of bounded depth; nullopt when it is none.
std::optional<Json> parseBoundedJson(std::string_view text);
/// The calls of one JSON object or list of them: {"name", "arguments" | "parameters"} and its variants.
std::optional<std::vector<ToolCall>> callsOfJson(const Json& json);
/// The function of this name in a list of tools, as templates take it; nullptr: there is none.
const Json* functionOf(const Json& tools, std::string_view name);
/// True if such a list has one of this name.
bool declares(const Json& tools, std::string_view name);
/// True if a call's body that goes so far ends within a value, in which marks mean nothing.
bool endsWithinValue(CallBody body, std::string_view text);
/// True if a text of JSON objects ends within one that is well formed so far.
bool endsWithinObject(std::string_view text);
/// True if a text that the end of a reply cut off begins as the body of a call does.
bool beginsCall(CallBody body, std::string_view text);
/// True if JSON that begins so may be a call of a declared tool, with the name as the first key.
bool mayNameTool(std::string_view text, const Json& tools);
/// A value that was written as plain text, of the types that its schema leaves possible: JSON where it is
/// JSON of one of them, and a string otherwise.
Json typedArgument(std::string_view text, grammar::json_type::Mask types);
/// The same by the schema of an argument.
Json looseArgument(std::string_view text, const Json& tools, std::string_view tool,
                   std::string_view argument);

/// The body kinds that have a grammar of their own.
std::optional<std::vector<ToolCall>> parsePythonicCalls(std::string_view text);
std::optional<std::vector<ToolCall>> parseGemmaCalls(std::string_view text);

/// A value with the bytes that it takes.
struct ReadValue {
    Json value;
    size_t size = 0;
};
/// Reads the object or list with which a text begins, in the notation of Python or Gemma, which JSON is a
/// part of. nullopt: it has not ended, or is none.
std::optional<ReadValue> readNested(std::string_view text, grammar::Notation::Kind kind);
/// Reads an object or a list that is written as tags, each after `sign`: <key>text</key> or
/// <item>text</item>. `schema` is that of the value, `root` the one that its references are in. nullopt:
/// there are no tags.
std::optional<Json> readTags(std::string_view text, std::string_view sign, const Json& schema,
                             const Json& root);

}  // namespace hearth
