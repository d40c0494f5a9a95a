#include "hearth/data_url.h"

#include <algorithm>

#include "hearth/base64.h"

namespace hearth {

namespace {

/// Compares two texts, ignoring the case of ASCII letters in the first; `lower` is in lower case.
bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    return std::ranges::equal(
        text, lower, {}, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
}

}  // namespace

std::optional<DataUrl> readDataUrl(std::string_view url) {
    constexpr std::string_view scheme = "data:", encoding = ";base64";
    if (!equalsIgnoringCase(url.substr(0, scheme.size()), scheme)) return std::nullopt;
    url.remove_prefix(scheme.size());
    const size_t comma = url.find(',');
    if (comma == std::string_view::npos || comma < encoding.size()) return std::nullopt;
    const size_t end = comma - encoding.size();
    if (!equalsIgnoringCase(url.substr(end, encoding.size()), encoding)) return std::nullopt;
    return DataUrl{.type = url.substr(0, end), .base64 = url.substr(comma + 1)};
}

std::string dataUrlOf(std::string_view type, std::span<const std::byte> bytes) {
    return "data:" + std::string(type) + ";base64," + base64Of(bytes);
}

}  // namespace hearth
