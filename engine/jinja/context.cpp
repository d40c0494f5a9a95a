#include "jinja/context.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <nlohmann/json.hpp>

#include "hearth/platform/calendar.h"
#include "jinja/runtime.h"

namespace hearth::jinja {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMaxRoleBytes = 32;

bool isPlainWord(const std::string& text) {
    return !text.empty() && text.size() <= kMaxRoleBytes && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    });
}

Value integerValue(const Json& json) {
    if (json.is_number_unsigned()) {
        const auto number = json.get<uint64_t>();
        // Python would keep it exactly.
        if (number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
            throwTypeError("a number of the context, " + std::to_string(number) + ", is too large");
    }
    return {json.get<int64_t>()};
}

Value convert(Runtime& runtime, const Json& json, bool trusted) {
    const Runtime::Depth depth(runtime);
    runtime.step();
    switch (json.type()) {
        case Json::value_t::boolean:
            return {json.get<bool>()};
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
            return integerValue(json);
        case Json::value_t::number_float:
            return {json.get<double>()};
        case Json::value_t::string:
            return runtime.string(Text(json.get_ref<const std::string&>(), trusted));
        case Json::value_t::array: {
            Values items;
            items.reserve(json.size());
            for (const Json& item : json) items.push_back(convert(runtime, item, trusted));
            return runtime.list(std::move(items));
        }
        case Json::value_t::object: {
            auto dict = runtime.dict();
            for (const auto& [key, value] : json.items()) {
                dict->set(runtime.string(Text(key, trusted)), convert(runtime, value, trusted));
            }
            return {std::move(dict)};
        }
        default:
            return {};
    }
}

// A list of messages: their roles are the program's own words.
Value convertMessages(Runtime& runtime, const Json& json) {
    Values messages;
    for (const Json& message : json) {
        Value value = convert(runtime, message, false);
        if (message.is_object()) {
            const auto role = message.find("role");
            if (role != message.end() && role->is_string() &&
                isPlainWord(role->get_ref<const std::string&>())) {
                value.dict().set(runtime.trusted("role"), convert(runtime, *role, true));
            }
        }
        messages.push_back(std::move(value));
    }
    return runtime.list(std::move(messages));
}

}  // namespace

std::optional<Value> contextVariable(Runtime& runtime, const Json& context, std::string_view name) {
    if (!context.is_object() || name == "now") return std::nullopt;
    const auto found = context.find(std::string(name));
    if (found == context.end()) return std::nullopt;
    if (name == "messages" && found->is_array()) return convertMessages(runtime, *found);
    return convert(runtime, *found, name.ends_with("_token"));
}

std::tm contextTime(const Json& context) {
    std::tm time{};
    const auto now = context.is_object() ? context.find("now") : context.end();
    if (!context.is_object() || now == context.end() || now->is_null())
        return platform::localTime(std::time(nullptr));
    const std::string text = now->is_string() ? now->get<std::string>() : std::string();
    int length = 0;
    const bool parsed = std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &time.tm_year, &time.tm_mon,
                                    &time.tm_mday, &time.tm_hour, &time.tm_min, &time.tm_sec, &length) == 6 &&
                        static_cast<size_t>(length) == text.size();
    const bool valid = parsed && time.tm_mon >= 1 && time.tm_mon <= 12 && time.tm_mday >= 1 &&
                       time.tm_mday <= 31 && time.tm_hour >= 0 && time.tm_hour < 24 && time.tm_min >= 0 &&
                       time.tm_min < 60 && time.tm_sec >= 0 && time.tm_sec <= 60 && time.tm_year > 0;
    if (!valid)
        throw Error(ErrorCode::BadInput, "\"now\" must be a local time such as \"2026-01-15T12:34:56\".");
    time.tm_year -= 1900;
    time.tm_mon -= 1;
    time.tm_isdst = -1;
    platform::completeDate(time);
    return time;
}

}  // namespace hearth::jinja
