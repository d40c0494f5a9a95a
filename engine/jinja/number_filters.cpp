// Filters that make numbers, and those that show them.
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "jinja/arguments.h"
#include "jinja/filter_tables.h"
#include "jinja/format_spec.h"
#include "jinja/operators.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr size_t kMaxNumberBytes = 4300;  // as many digits as Python's int() reads

// The number that Python's int() and float() read: white space around, single underscores between digits.
std::optional<std::string> cleanedNumber(std::string_view bytes) {
    if (bytes.size() > kMaxNumberBytes) return std::nullopt;
    const auto [begin, end] = trimmedRange(bytes, true, true);
    const std::string_view trimmed = bytes.substr(begin, end - begin);
    std::string out;
    for (size_t i = 0; i < trimmed.size(); ++i) {
        if (trimmed[i] != '_') {
            out.push_back(trimmed[i]);
            continue;
        }
        const auto isDigit = [&](size_t at) {
            return at < trimmed.size() && std::isalnum(static_cast<unsigned char>(trimmed[at])) != 0;
        };
        if (i == 0 || !isDigit(i - 1) || !isDigit(i + 1)) return std::nullopt;
    }
    return out;
}

std::optional<int64_t> parseInteger(std::string_view bytes, int64_t base) {
    const auto cleaned = cleanedNumber(bytes);
    if (!cleaned || cleaned->empty()) return std::nullopt;
    std::string digits = *cleaned;
    const bool negative = digits[0] == '-';
    if (digits[0] == '-' || digits[0] == '+') digits.erase(0, 1);
    const char mark = digits.size() > 2 && digits[0] == '0' ? static_cast<char>(digits[1] | 0x20) : '\0';
    const int64_t marked = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 0;
    if (marked != 0 && (base == marked || base == 0)) {
        digits.erase(0, 2);
        base = marked;
    }
    if (base == 0) base = 10;
    if (base < 2 || base > 36) return std::nullopt;
    uint64_t magnitude = 0;
    const auto result =
        std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, static_cast<int>(base));
    if (result.ec == std::errc::result_out_of_range) throwTypeError("an integer is too large");
    if (result.ec != std::errc() || result.ptr != digits.data() + digits.size()) return std::nullopt;
    if (magnitude > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
        throwTypeError("an integer is too large");
    return negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
}

std::optional<double> parseFloat(std::string_view bytes) {
    const auto cleaned = cleanedNumber(bytes);
    if (!cleaned || cleaned->empty()) return std::nullopt;
    const char* begin = cleaned->data();
    const char* end = begin + cleaned->size();
    if (*begin == '+' && cleaned->size() > 1 && begin[1] != '-') ++begin;
    double number = 0;
    const auto result = std::from_chars(begin, end, number);
    if (result.ec == std::errc::result_out_of_range && result.ptr == end) {
        const double magnitude = cleaned->find_first_of("eE") != std::string::npos &&
                                         (*cleaned)[cleaned->find_first_of("eE") + 1] == '-'
                                     ? 0.0
                                     : HUGE_VAL;
        return *begin == '-' ? -magnitude : magnitude;
    }
    if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
    return number;
}

std::optional<int64_t> truncated(double number) {
    if (!(std::abs(number) < 9.2e18)) return std::nullopt;
    return static_cast<int64_t>(number);
}

Value toInteger(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("int", arguments, {"default", "base"});
    if (value.isUndefined()) throwUndefined(value);
    const Value fallback = reader.has(0) ? reader.get(0) : Value(0);
    if (value.isInteger()) return {value.asInt()};
    std::optional<double> number;
    if (value.isNumber()) {
        number = value.asFloat();
    } else if (value.isString()) {
        runtime.charge(8 * std::min(value.bytes().size(), kMaxNumberBytes));
        if (const auto integer = parseInteger(value.bytes(), reader.integer(1, 10))) return {*integer};
        number = parseFloat(value.bytes());
    }
    const auto integer = number ? truncated(*number) : std::nullopt;
    return integer ? Value(*integer) : fallback;
}

Value toFloat(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("float", arguments, {"default"});
    if (value.isUndefined()) throwUndefined(value);
    const Value fallback = reader.has(0) ? reader.get(0) : Value(0.0);
    if (value.isNumber()) return {value.asFloat()};
    if (value.isString()) runtime.charge(8 * std::min(value.bytes().size(), kMaxNumberBytes));
    const auto number = value.isString() ? parseFloat(value.bytes()) : std::nullopt;
    return number ? Value(*number) : fallback;
}

Value absolute(Runtime& /*runtime*/, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    if (value.isInteger()) return value.asInt() < 0 ? negate(value) : Value(value.asInt());
    if (value.isNumber()) return {std::abs(value.asFloat())};
    if (value.isUndefined()) throwUndefined(value);
    throwTypeError("bad operand type for abs(): '" + std::string(typeName(value)) + "'");
}

// Correctly rounded to a number of decimals, ties of the exact binary value to even.
double roundDecimals(double number, int64_t precision) {
    if (!std::isfinite(number) || precision > 300) return number;
    if (precision < 0) {
        const double scale = std::pow(10.0, static_cast<double>(-precision));
        return std::isfinite(scale) ? std::nearbyint(number / scale) * scale : 0.0;
    }
    std::array<char, 800> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                   std::chars_format::fixed, static_cast<int>(precision))
                         .ptr;
    std::from_chars(buffer.data(), end, number);
    return number;
}

Value roundFilter(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("round", arguments, {"precision", "method"});
    runtime.charge(2000);
    const std::string method = reader.has(1) ? reader.string(1).bytes() : "common";
    const int64_t precision = reader.integer(0, 0);
    if (value.isUndefined()) throwUndefined(value);
    if (!value.isNumber()) throwTypeError("type " + std::string(typeName(value)) + " cannot be rounded");
    if (method == "common") {
        if (value.isInteger() && precision >= 0) return {value.asInt()};
        if (value.isInteger()) return {static_cast<int64_t>(roundDecimals(value.asFloat(), precision))};
        return {roundDecimals(value.asFloat(), precision)};
    }
    if (method != "ceil" && method != "floor") throwTypeError("method must be common, ceil or floor");
    const double scale = std::pow(10.0, static_cast<double>(precision));
    const double scaled = value.asFloat() * scale;
    return {((method == "ceil" ? std::ceil(scaled) : std::floor(scaled)) + 0.0) / scale};  // no negative zero
}

Value sum(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("sum", arguments, {"attribute", "start"});
    Value total = reader.has(1) ? reader.get(1) : Value(0);
    for (const Value& item : iterate(runtime, value)) {
        total = calculate(runtime, Operator::Add, total, attributePath(runtime, item, reader.get(0)));
    }
    return total;
}

Value fileSize(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("filesizeformat", arguments, {"binary"});
    const bool binary = reader.flag(0, false);
    const auto parsed = value.isNumber()   ? std::optional(value.asFloat())
                        : value.isString() ? parseFloat(value.bytes())
                                           : std::nullopt;
    if (!parsed) throwTypeError("filesizeformat needs a number");
    const double base = binary ? 1024 : 1000;
    if (*parsed == 1) return runtime.trusted("1 Byte");
    if (*parsed < base) return runtime.trusted(std::to_string(static_cast<int64_t>(*parsed)) + " Bytes");
    static constexpr std::string_view kUnits = "kMGTPEZY";
    double unit = base;
    size_t index = 0;
    for (; index + 1 < kUnits.size() && *parsed >= unit * base; ++index) unit *= base;
    FormatSpec spec;
    spec.type = 'f';
    spec.precision = 1;
    Text out = formatValue(runtime, Value(*parsed / unit), spec);
    const std::string name(1, binary && kUnits[index] == 'k' ? 'K' : kUnits[index]);
    out.append(" " + name + (binary ? "iB" : "B"), true);
    return runtime.string(std::move(out));
}

constexpr FilterEntry kNumberFilters[] = {
    {"int", toInteger},     {"float", toFloat}, {"abs", absolute},
    {"round", roundFilter}, {"sum", sum},       {"filesizeformat", fileSize},
};

}  // namespace

std::span<const FilterEntry> numberFilters() {
    return kNumberFilters;
}

}  // namespace hearth::jinja
