#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

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
/// Whether a list of tools, as templates take it, has one of this name.
bool declares(const Json& tools, std::string_view name);
/// Whether JSON that begins so may be a call of a declared tool, with the name as the first key.
bool mayNameTool(std::string_view text, const Json& tools);
/// An argument that was written as plain text: a string where the schema says so or where it is no JSON.
Json looseArgument(std::string_view text, const Json& tools, std::string_view tool,
                   std::string_view argument);

/// The body kinds that have a grammar of their own.
std::optional<std::vector<ToolCall>> parsePythonicCalls(std::string_view text);
std::optional<std::vector<ToolCall>> parseGemmaCalls(std::string_view text);

}  // namespace hearth
