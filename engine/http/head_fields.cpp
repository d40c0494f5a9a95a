#include "http/head_fields.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace hearth::http {

namespace {

std::optional<uint64_t> wholeNumber(std::string_view text) {
    if (text.empty() || text.size() > 18) return std::nullopt;
    uint64_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        number = number * 10 + static_cast<uint64_t>(c - '0');
    }
    return number;
}

// True if a list separated by commas has a word.
bool listHas(std::string_view list, std::string_view word) {
    while (true) {
        const size_t comma = std::min(list.find(','), list.size());
        std::string_view one = list.substr(0, comma);
        while (!one.empty() && (one.front() == ' ' || one.front() == '\t')) one.remove_prefix(1);
        while (!one.empty() && (one.back() == ' ' || one.back() == '\t')) one.remove_suffix(1);
        if (sameName(one, word)) return true;
        if (comma == list.size()) return false;
        list.remove_prefix(comma + 1);
    }
}

// Of these the first and the last could be read by different programs.
bool hasDuplicates(const Headers& headers) {
    static constexpr std::array<std::string_view, 10> kOnce = {
        "Host",          "Content-Length",  "Transfer-Encoding", "Content-Type",
        "Authorization", "X-Api-Key",       "Api-Key",           "Origin",
        "Expect",        "Content-Encoding"};
    return std::ranges::any_of(kOnce, [&](std::string_view name) {
        return std::ranges::count_if(headers,
                                     [&](const auto& field) { return sameName(field.first, name); }) > 1;
    });
}

std::optional<Refusal> readFraming(HeadFields& fields, const std::string& method, const Headers& headers,
                                   bool http10) {
    const std::string* length = findHeader(headers, "Content-Length");
    const std::string* coding = findHeader(headers, "Transfer-Encoding");
    if (length && coding) return refusals::twoLengths;
    if (length) {
        fields.length = wholeNumber(*length);
        // More digits than any length has are still a length that is too long.
        if (!fields.length)
            return !length->empty() && length->find_first_not_of("0123456789") == std::string::npos
                       ? refusals::bodyTooLarge
                       : refusals::badLength;
    }
    if (coding) {
        if (http10) return refusals::chunkedTooOld;
        if (!sameName(*coding, "chunked")) return refusals::badCoding;
        fields.chunked = true;
    }
    const bool needsBody = method == "POST" || method == "PUT" || method == "PATCH";
    if (needsBody && !length && !coding) return refusals::noLength;
    return std::nullopt;
}

}  // namespace

std::variant<HeadFields, Refusal> readHeadFields(const std::string& method, const Headers& headers,
                                                 bool http10) {
    HeadFields fields;
    const auto count =
        std::ranges::count_if(headers, [](const auto& field) { return sameName(field.first, "Host"); });
    if (count > 1 || (count == 0 && !http10)) return refusals::noHost;
    if (hasDuplicates(headers)) return refusals::duplicateField;
    if (const std::string* host = findHeader(headers, "Host")) {
        if (host->empty()) return refusals::noHost;
        fields.host = *host;
    }
    if (const auto refusal = readFraming(fields, method, headers, http10)) return *refusal;
    if (const std::string* coding = findHeader(headers, "Content-Encoding");
        coding && !sameName(*coding, "identity"))
        return refusals::encodedBody;
    if (const std::string* expect = findHeader(headers, "Expect"); expect && !http10) {
        if (!sameName(*expect, "100-continue")) return refusals::badExpectation;
        fields.wantsContinue = true;
    }
    fields.close = http10;
    for (const auto& [name, value] : headers)
        if (sameName(name, "Connection") && listHas(value, "close")) fields.close = true;
    return fields;
}

}  // namespace hearth::http
