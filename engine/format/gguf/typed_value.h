#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hearth/gguf.h"

/// The value of a key of the metadata as what it should be: nullopt and nullptr where there is none,
/// Error(BadFile) naming the key when the type is wrong or the number does not fit.
namespace hearth::format {

std::optional<std::string> asString(std::string_view key, const GgufValue* value);
std::optional<uint64_t> asUint(std::string_view key, const GgufValue* value);
std::optional<int64_t> asInt(std::string_view key, const GgufValue* value);
std::optional<double> asFloat(std::string_view key, const GgufValue* value);
std::optional<bool> asBool(std::string_view key, const GgufValue* value);
const GgufValue::Strings* asStrings(std::string_view key, const GgufValue* value);
const GgufValue::Floats* asFloats(std::string_view key, const GgufValue* value);
const GgufValue::Integers* asIntegers(std::string_view key, const GgufValue* value);

}  // namespace hearth::format
