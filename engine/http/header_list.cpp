#include "http/header_list.h"

#include <algorithm>

namespace hearth::http {

namespace {

char lowered(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isTokenCharacter(char c) {
    const char low = lowered(c);
    return (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') ||
           (c != '\0' && std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos);
}

}  // namespace

bool sameName(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lowered, lowered);
}

const std::string* findHeader(const Headers& headers, std::string_view name) {
    for (const auto& [key, value] : headers)
        if (sameName(key, name)) return &value;
    return nullptr;
}

bool isToken(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, isTokenCharacter);
}

bool isFieldValue(std::string_view value) {
    return std::ranges::none_of(value, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && byte != '\t') || byte == 0x7f;
    });
}

}  // namespace hearth::http
