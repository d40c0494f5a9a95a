#include "grammar/schema_keywords.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hearth::grammar {

namespace {

/// Keywords that would forbid something, and that Hearth does not honour.
constexpr std::array refused = {
    "dependentRequired", "dependentSchemas", "dependencies", "patternProperties", "unevaluatedProperties",
    "unevaluatedItems",  "contains",         "$dynamicRef",  "$recursiveRef",
};

/// True if a keyword has no meaning by itself, or forbids nothing with this value.
bool isIdle(const std::string& keyword, const Json& schema, const Json& value) {
    if (keyword == "minContains" || keyword == "maxContains") return !schema.contains("contains");
    if (keyword == "unevaluatedItems" || keyword == "unevaluatedProperties")
        return value == true || value == Json::object();
    return keyword != "contains" && value.is_object() && value.empty();
}

// RFC 3339, RFC 9562, RFC 5321 and RFC 3986, as far as they are regular and people write them.
constexpr std::string_view datePattern =
    "((000[1-9]|00[1-9]\\d|0[1-9]\\d\\d|[1-9]\\d{3})-"
    "((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8]))|"
    "(\\d\\d(0[48]|[2468][048]|[13579][26])|(0[48]|[2468][048]|[13579][26])00)-02-29)";
constexpr std::string_view timePattern =
    "([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,9})?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)";
constexpr std::string_view hostPattern =
    "([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)(\\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?){0,8}";
constexpr std::string_view byteNumber = "(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";

}  // namespace

bool isRefused(const std::string& keyword, const Json& schema) {
    return std::find(refused.begin(), refused.end(), keyword) != refused.end() &&
           !isIdle(keyword, schema, schema[keyword]);
}

bool forbids(const std::string& keyword, const Json& schema, const Json& value) {
    constexpr std::array others = {"items", "additionalProperties", "format",     "pattern",      "oneOf",
                                   "if",    "uniqueItems",          "multipleOf", "propertyNames"};
    if (isRefused(keyword, schema)) return true;
    if (keyword == "uniqueItems") return value != false;
    if (value == true || value == Json::object()) return false;
    return std::find(others.begin(), others.end(), keyword) != others.end();
}

std::optional<std::string> formatPattern(const std::string& name) {
    const std::string date(datePattern), time(timePattern), host(hostPattern), byte(byteNumber);
    if (name == "date") return date;
    if (name == "time") return time;
    if (name == "date-time") return date + "[Tt]" + time;
    if (name == "uuid") return "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
    if (name == "email") {
        const std::string atom = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~-]+";
        const std::string label = "[a-zA-Z0-9]+(-+[a-zA-Z0-9]+)*";
        return atom + "(\\." + atom + ")*@" + label + "(\\." + label + ")*";
    }
    if (name == "uri") {
        const std::string mark = "([a-zA-Z0-9._~!$&'()*+,;=:@-]|%[0-9a-fA-F]{2})";
        return "[a-zA-Z][a-zA-Z0-9+.-]*:(//" + mark + "*)?(/?" + mark + "+(/" + mark + "*)*|/)?(\\?(" + mark +
               "|[/?])*)?(#(" + mark + "|[/?])*)?";
    }
    if (name == "hostname") return host;
    if (name == "ipv4") return byte + "(\\." + byte + "){3}";
    return std::nullopt;
}

}  // namespace hearth::grammar
