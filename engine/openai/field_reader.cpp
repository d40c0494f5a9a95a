#include "openai/field_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "hearth/readable_text.h"
#include "openai/refusal.h"

namespace hearth::openai {

void refuseField(const std::string& field, const std::string& problem, const std::string& code) {
    const std::string name = readableText(field, longestFieldName);
    throw Refusal{"The field \"" + name + "\" " + problem, name, code};
}

float readNumber(const std::string& field, const Json& value) {
    if (!value.is_number()) refuseField(field, "must be a number.");
    return value.get<float>();
}

bool isWholeNumber(const Json& value) {
    if (value.is_number_integer()) return true;
    // Beyond it, not every integer is a double.
    constexpr double most = 9007199254740992.0;
    const double number = value.is_number_float() ? value.get<double>() : most;
    return std::abs(number) < most && number == std::trunc(number);
}

int readInteger(const std::string& field, const Json& value, int least) {
    if (!isWholeNumber(value)) refuseField(field, "must be an integer.");
    constexpr int most = std::numeric_limits<int>::max();
    const bool large = value.is_number_unsigned() && value.get<uint64_t>() > uint64_t{most};
    const int64_t number = large ? int64_t{most} : value.get<int64_t>();
    if (number < least) refuseField(field, "must be " + std::to_string(least) + " or more.");
    return static_cast<int>(std::min<int64_t>(number, most));
}

bool readBoolean(const std::string& field, const Json& value) {
    if (!value.is_boolean()) refuseField(field, "must be true or false.");
    return value.get<bool>();
}

const std::string& readString(const std::string& field, const Json& value) {
    if (!value.is_string()) refuseField(field, "must be a string.");
    return value.get_ref<const std::string&>();
}

void readFixed(const std::string& field, const Json& value, const Json& only) {
    if (value != only) refuseField(field, "can only be " + only.dump() + ".");
}

std::optional<RouteTarget> readRoute(const std::string& field, const Json& value) {
    for (const RouteTarget target : {RouteTarget::Small, RouteTarget::Large})
        if (value == routeTargetName(target)) return target;
    if (value != "auto") refuseField(field, R"(must be "small", "large" or "auto".)");
    return std::nullopt;
}

const Json& memberOf(const Json& object, const char* name) {
    static const Json none;
    if (!object.is_object()) return none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

}  // namespace hearth::openai
