#include "hearth/template_context.h"

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>

#include "hearth/bounded_json.h"
#include "hearth/error.h"

namespace hearth {

namespace {

/// The first integer that 64 bits do not hold; empty when there is none. `text` is valid JSON.
std::string_view longInteger(std::string_view text) {
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
            continue;
        }
        if (c == '"') quoted = true;
        if (c != '-' && (c < '0' || c > '9')) continue;
        const size_t end = std::min(text.find_first_not_of("0123456789+-.eE", i), text.size());
        const std::string_view number = text.substr(i, end - i);
        int64_t value = 0;
        if (number.find_first_of(".eE") == std::string_view::npos &&
            std::from_chars(number.data(), number.data() + number.size(), value).ec != std::errc())
            return number;
        i = end - 1;
    }
    return {};
}

}  // namespace

nlohmann::ordered_json parseTemplateContext(std::string_view text) {
    auto context = parseOrderedJson(text);
    if (!context.is_object())
        throw Error(ErrorCode::BadInput, "The context is not a JSON object of variables.");
    if (const std::string_view number = longInteger(text); !number.empty()) {
        throw Error(ErrorCode::BadInput, "The context has the number " + std::string(number.substr(0, 40)) +
                                             ", which is too long to be kept exactly; write it as a text.");
    }
    return context;
}

}  // namespace hearth
