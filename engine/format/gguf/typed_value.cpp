#include "format/gguf/typed_value.h"

#include <cstdint>

#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

[[noreturn]] void refuseType(std::string_view key, std::string_view wanted) {
    throw Error(ErrorCode::BadFile, "The model file's key \"" + readableText(key) + "\" is not " +
                                        std::string(wanted) + "; download the file again.");
}

}  // namespace

std::optional<std::string> asString(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return std::nullopt;
    if (const auto* text = std::get_if<std::string>(&value->storage())) return *text;
    refuseType(key, "a text");
}

std::optional<uint64_t> asUint(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return std::nullopt;
    if (const auto* number = std::get_if<uint64_t>(&value->storage())) return *number;
    if (const auto* number = std::get_if<int64_t>(&value->storage()); number != nullptr && *number >= 0)
        return static_cast<uint64_t>(*number);
    refuseType(key, "a non-negative integer");
}

std::optional<int64_t> asInt(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return std::nullopt;
    if (const auto* number = std::get_if<int64_t>(&value->storage())) return *number;
    if (const auto* number = std::get_if<uint64_t>(&value->storage());
        number != nullptr && *number <= static_cast<uint64_t>(INT64_MAX))
        return static_cast<int64_t>(*number);
    refuseType(key, "an integer");
}

std::optional<double> asFloat(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return std::nullopt;
    if (const auto* number = std::get_if<double>(&value->storage())) return *number;
    if (const auto* number = std::get_if<int64_t>(&value->storage())) return static_cast<double>(*number);
    if (const auto* number = std::get_if<uint64_t>(&value->storage())) return static_cast<double>(*number);
    refuseType(key, "a number");
}

std::optional<bool> asBool(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return std::nullopt;
    if (const auto* truth = std::get_if<bool>(&value->storage())) return *truth;
    refuseType(key, "a truth value");
}

const GgufValue::Strings* asStrings(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return nullptr;
    if (const auto* strings = std::get_if<GgufValue::Strings>(&value->storage())) return strings;
    refuseType(key, "an array of texts");
}

const GgufValue::Floats* asFloats(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return nullptr;
    if (const auto* floats = std::get_if<GgufValue::Floats>(&value->storage())) return floats;
    refuseType(key, "an array of numbers");
}

const GgufValue::Integers* asIntegers(std::string_view key, const GgufValue* value) {
    if (value == nullptr) return nullptr;
    if (const auto* integers = std::get_if<GgufValue::Integers>(&value->storage())) return integers;
    refuseType(key, "an array of integers");
}

}  // namespace hearth::format
