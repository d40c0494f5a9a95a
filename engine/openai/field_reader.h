#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "hearth/route.h"

namespace hearth::openai {

using Json = nlohmann::ordered_json;

/// Characters of a field's name that answers and logs repeat at most: names are untrusted.
inline constexpr size_t longestFieldName = 120;

/// "The field "NAME" PROBLEM", as a Refusal with this code.
[[noreturn]] void refuseField(const std::string& field, const std::string& problem,
                              const std::string& code = {});

// Readers of a field's value; they throw a Refusal that names the field.
float readNumber(const std::string& field, const Json& value);
/// An integer, also one that is written as 16.0.
bool isWholeNumber(const Json& value);
/// Larger numbers are clamped to the largest.
int readInteger(const std::string& field, const Json& value, int least);
bool readBoolean(const std::string& field, const Json& value);
const std::string& readString(const std::string& field, const Json& value);
/// Accepts a field that may have only one value, the one that changes nothing.
void readFixed(const std::string& field, const Json& value, const Json& only);

/// "small", "large", or "auto" for nullopt: the model that answers if two could.
std::optional<RouteTarget> readRoute(const std::string& field, const Json& value);

/// An entry of an object, or null.
const Json& memberOf(const Json& object, const char* name);

}  // namespace hearth::openai
