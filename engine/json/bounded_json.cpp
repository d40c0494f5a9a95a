#include "hearth/bounded_json.h"

namespace hearth {

namespace {

template <typename Json>
Json parseBounded(std::string_view text) {
    if (!isBoundedJson(text)) return Json(Json::value_t::discarded);
    return Json::parse(text, nullptr, false);
}

}  // namespace

bool isBoundedJson(std::string_view text) noexcept {
    // Brackets and commas outside strings are what nests and separates; up to where a text stops being JSON
    // the parser sees the same ones.
    size_t depth = 0, values = 1;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') ++i;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepestJson || ++values > mostJsonValues) return false;
        } else if (c == '}' || c == ']') {
            if (depth != 0) --depth;
        } else if (c == ',') {
            if (++values > mostJsonValues) return false;
        }
    }
    return true;
}

nlohmann::json parseJson(std::string_view text) {
    return parseBounded<nlohmann::json>(text);
}

nlohmann::ordered_json parseOrderedJson(std::string_view text) {
    return parseBounded<nlohmann::ordered_json>(text);
}

}  // namespace hearth
