#include "jinja/format_spec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "jinja/output.h"
#include "jinja/python_repr.h"
#include "jinja/text_search.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr int64_t kMaxPrecision = 1000;

bool isOneOf(char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
}

[[noreturn]] void failSpec() {
    throwTypeError("a format specification is not valid");
}

std::optional<int64_t> readNumber(std::string_view bytes, size_t& at) {
    int64_t number = 0;
    const auto result = std::from_chars(bytes.data() + at, bytes.data() + bytes.size(), number);
    if (result.ec == std::errc::result_out_of_range) failSpec();
    if (result.ec != std::errc() || bytes[at] == '-') return std::nullopt;
    at = static_cast<size_t>(result.ptr - bytes.data());
    return number;
}

void upperCaseAscii(std::string& text) {
    for (char& c : text) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
}

// Digits of |number| with its prefix.
std::string integerDigits(int64_t number, const FormatSpec& spec) {
    const int base = spec.type == 'b'                       ? 2
                     : spec.type == 'o'                     ? 8
                     : spec.type == 'x' || spec.type == 'X' ? 16
                                                            : 10;
    const uint64_t magnitude = number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
    std::array<char, 72> buffer{};
    std::string digits(buffer.data(),
                       std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, base).ptr);
    if (spec.type == 'X') upperCaseAscii(digits);
    if (spec.alternate && base != 10) digits.insert(0, std::string{'0', spec.type});
    return digits;
}

std::string floatDigits(double magnitude, const FormatSpec& spec) {
    const char lower = static_cast<char>(spec.type | 0x20);
    if (!std::isfinite(magnitude)) {
        std::string name = std::isnan(magnitude) ? "nan" : "inf";
        if (isOneOf(spec.type, "EFG")) upperCaseAscii(name);
        return name + (spec.type == '%' ? "%" : "");
    }
    if (spec.type == '\0' && !spec.precision) return floatRepr(magnitude);
    const int64_t precision = spec.precision.value_or(6);
    if (precision > kMaxPrecision) throwTypeError("a format precision is too big");
    const double number = spec.type == '%' ? magnitude * 100.0 : magnitude;
    const auto form = lower == 'e'                       ? std::chars_format::scientific
                      : lower == 'f' || spec.type == '%' ? std::chars_format::fixed
                                                         : std::chars_format::general;
    std::vector<char> buffer(static_cast<size_t>(precision) + 400);
    const bool general = form == std::chars_format::general;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, form,
                                   static_cast<int>(general ? std::max<int64_t>(precision, 1) : precision))
                         .ptr;
    std::string digits(buffer.data(), end);
    if (spec.type == '\0' && digits.find_first_of(".e") == std::string::npos) digits += ".0";
    if (spec.type == '%') digits += "%";
    if (isOneOf(spec.type, "EFG")) upperCaseAscii(digits);
    return digits;
}

void groupDigits(std::string& digits, char separator) {
    const size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
    for (size_t at = end; at > 3; at -= 3) digits.insert(at - 3, 1, separator);
}

Text formatNumber(Runtime& runtime, const Value& value, const FormatSpec& spec) {
    runtime.charge(
        1000 + 4 * static_cast<uint64_t>(std::clamp<int64_t>(spec.precision.value_or(0), 0, kMaxPrecision)));
    const bool integral = value.isInteger() && !isOneOf(spec.type, "eEfFgG%");
    if (!integral && !isOneOf(spec.type, std::string_view("\0neEfFgG%", 9))) failSpec();
    if (integral && spec.type != '\0' && !isOneOf(spec.type, "bcdoxXn")) failSpec();
    if (integral && spec.precision) failSpec();
    if (integral && spec.type == 'c') {
        if (value.asInt() < 0 || value.asInt() > 0x10FFFF) throwTypeError("character code out of range");
        std::string character;
        appendUtf8(character, static_cast<char32_t>(value.asInt()));
        return padText(runtime, Text::trusted(character), spec.width, spec.fill, Alignment::Left);
    }
    const bool negative =
        integral ? value.asInt() < 0 : std::signbit(value.asFloat()) && !std::isnan(value.asFloat());
    std::string digits =
        integral ? integerDigits(value.asInt(), spec) : floatDigits(std::abs(value.asFloat()), spec);
    if (spec.grouping != '\0') groupDigits(digits, spec.grouping);
    const std::string sign = negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
    if (spec.align != '=') {
        const Alignment alignment = spec.align == '<'   ? Alignment::Left
                                    : spec.align == '^' ? Alignment::Center
                                                        : Alignment::Right;
        return padText(runtime, Text::trusted(sign + digits), spec.width, spec.fill, alignment);
    }
    Output out(runtime);
    out.append(sign, true);
    out.append(padText(runtime, Text::trusted(digits), spec.width - static_cast<int64_t>(sign.size()),
                       spec.fill, Alignment::Right));
    return out.take();
}

}  // namespace

FormatSpec parseFormatSpec(const Text& text) {
    FormatSpec spec;
    const std::string_view bytes = text.bytes();
    size_t at = 0;
    if (!bytes.empty()) {
        const size_t second = nextCharacter(bytes, 0);
        if (second < bytes.size() && isOneOf(bytes[second], "<>=^")) {
            spec.fill = text.slice(0, second);
            spec.align = bytes[second];
            at = second + 1;
        } else if (isOneOf(bytes[0], "<>=^")) {
            spec.align = bytes[0];
            at = 1;
        }
    }
    const auto peek = [&] { return at < bytes.size() ? bytes[at] : '\0'; };
    if (peek() != '\0' && isOneOf(peek(), "+- ")) spec.sign = bytes[at++];
    if (peek() == '#') {
        spec.alternate = true;
        ++at;
    }
    if (peek() == '0') {
        if (spec.align == '\0') {
            spec.fill = Text::trusted("0");
            spec.align = '=';
        }
        ++at;
    }
    spec.width = readNumber(bytes, at).value_or(0);
    if (peek() != '\0' && isOneOf(peek(), ",_")) spec.grouping = bytes[at++];
    if (peek() == '.') {
        ++at;
        spec.precision = readNumber(bytes, at);
        if (!spec.precision) failSpec();
    }
    if (at < bytes.size()) spec.type = bytes[at++];
    if (at != bytes.size()) failSpec();
    return spec;
}

Text formatValue(Runtime& runtime, const Value& value, const FormatSpec& spec) {
    if (value.isNumber()) {
        return formatNumber(runtime, value, spec);
    }
    const bool plain = spec.type == '\0' || spec.type == 's';
    if (!value.isString() || !plain || spec.align == '=' || spec.grouping != '\0') failSpec();
    Text text = toText(runtime, value);
    if (spec.precision) {
        const auto characters = static_cast<size_t>(*spec.precision);
        text = text.slice(0, offsetOfCharacter(runtime, text.bytes(), characters));
    }
    const Alignment alignment = spec.align == '>'   ? Alignment::Right
                                : spec.align == '^' ? Alignment::Center
                                                    : Alignment::Left;
    if (alignment == Alignment::Center) {  // format() puts the odd space right, unlike str.center
        const int64_t length = lengthOf(runtime, runtime.string(text));
        const int64_t left = std::max<int64_t>(0, spec.width - length) / 2;
        text = padText(runtime, text, length + left, spec.fill, Alignment::Right);
        return padText(runtime, text, spec.width, spec.fill, Alignment::Left);
    }
    return padText(runtime, text, spec.width, spec.fill, alignment);
}

}  // namespace hearth::jinja
