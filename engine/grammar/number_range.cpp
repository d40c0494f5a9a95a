#include "grammar/number_range.h"

#include <algorithm>
#include <charconv>

namespace hearth::grammar {

namespace {

const std::string anyFraction = "(\\.\\d{1,20})?";

std::string digitsOver(char digit) {
    return std::string("[") + static_cast<char>(digit + 1) + "-9]";
}
std::string digitsUnder(char digit, char first = '0') {
    return std::string("[") + first + "-" + static_cast<char>(digit - 1) + "]";
}
std::string anyDigits(size_t count) {
    return "\\d{" + std::to_string(count) + "}";
}

// Expressions for what stands behind the digits of `whole`.

std::string fractionAtLeast(const std::string& digits, bool exclusive) {
    const std::string more = "0{0,10}[1-9]\\d{0,10}";
    if (digits.empty()) return exclusive ? "\\." + more : anyFraction;
    std::string out = "\\.(";
    for (size_t i = 0; i < digits.size(); ++i)
        if (digits[i] != '9') out += digits.substr(0, i) + digitsOver(digits[i]) + "\\d{0,20}|";
    return out + digits + (exclusive ? more : "\\d{0,20}") + ")";
}

std::string fractionAtMost(const std::string& digits, bool exclusive) {
    if (digits.empty()) return exclusive ? "[]" : "(\\.0{1,20})?";
    std::string out = "(\\.(";
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0) out += digits.substr(0, i) + "|";
        if (digits[i] != '0') out += digits.substr(0, i) + digitsUnder(digits[i]) + "\\d{0,20}|";
    }
    return out + (exclusive ? "[]" : digits + "0{0,20}") + "))?";
}

/// Numbers from 0 on.
std::string sizeAtLeast(const NumberBound& bound) {
    const std::string& whole = bound.value.whole;
    std::string out = "([1-9]\\d{" + std::to_string(whole.size()) + ",20}" + anyFraction;
    for (size_t i = 0; i < whole.size(); ++i)
        if (whole[i] != '9')
            out += "|" + whole.substr(0, i) + digitsOver(whole[i]) + anyDigits(whole.size() - i - 1) +
                   anyFraction;
    return out + "|" + whole + fractionAtLeast(bound.value.fraction, bound.exclusive) + ")";
}

std::string sizeAtMost(const NumberBound& bound) {
    const std::string& whole = bound.value.whole;
    std::string out = "(" + whole + fractionAtMost(bound.value.fraction, bound.exclusive);
    if (whole.size() > 1) out += "|(0|[1-9]\\d{0," + std::to_string(whole.size() - 2) + "})" + anyFraction;
    for (size_t i = 0; i < whole.size(); ++i) {
        const char first = i == 0 && whole.size() > 1 ? '1' : '0';
        if (whole[i] > first)
            out += "|" + whole.substr(0, i) + digitsUnder(whole[i], first) + anyDigits(whole.size() - i - 1) +
                   anyFraction;
    }
    return out + ")";
}

const std::string anySize = "(0|[1-9]\\d{0,20})" + anyFraction;

bool isZero(const Decimal& value) {
    return value.whole == "0" && value.fraction.empty();
}

std::string atLeast(const NumberBound& bound) {
    const bool below = bound.value.negative && !isZero(bound.value);
    if (!below) return sizeAtLeast(bound);
    return anySize + "|-" + sizeAtMost(bound);
}

std::string atMost(const NumberBound& bound) {
    const bool below = bound.value.negative && !isZero(bound.value);
    // Not -0 below 0.
    if (below || (isZero(bound.value) && bound.exclusive)) return "-" + sizeAtLeast(bound);
    return "-" + anySize + "|" + sizeAtMost(bound);
}

}  // namespace

std::optional<Decimal> Decimal::of(const std::string& json) {
    Decimal out;
    std::string digits;
    int point = -1, exponent = 0;
    for (size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '-' && i == 0) {
            out.negative = true;
        } else if (c == '.') {
            point = static_cast<int>(digits.size());
        } else if (c == 'e' || c == 'E') {
            const size_t first = i + 1 + (json[i + 1] == '+' ? 1 : 0);
            std::from_chars(json.data() + first, json.data() + json.size(), exponent);
            break;
        } else {
            digits += c;
        }
    }
    constexpr int reasonable = 400;
    if (std::abs(exponent) > reasonable) return std::nullopt;
    if (point < 0) point = static_cast<int>(digits.size());
    point += exponent;
    if (point < 0) {
        digits.insert(0, static_cast<size_t>(-point), '0');
        point = 0;
    }
    digits.resize(std::max(digits.size(), static_cast<size_t>(point)), '0');
    out.whole = digits.substr(0, static_cast<size_t>(point));
    out.fraction = digits.substr(static_cast<size_t>(point));
    out.whole.erase(0, std::min(out.whole.find_first_not_of('0'), out.whole.size()));
    if (out.whole.empty()) out.whole = "0";
    out.fraction.erase(out.fraction.find_last_not_of('0') + 1);
    return out;
}

TextSet numbersBetween(const std::optional<NumberBound>& least, const std::optional<NumberBound>& most,
                       bool integers) {
    TextSet out = TextSet::of(integers ? "-?(0|[1-9]\\d{0,40})" : "-?" + anySize, TextSet::Fit::Whole);
    if (least) out = out & TextSet::of(atLeast(*least), TextSet::Fit::Whole);
    if (most) out = out & TextSet::of(atMost(*most), TextSet::Fit::Whole);
    return out;
}

}  // namespace hearth::grammar
