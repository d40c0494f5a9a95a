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

namespace {

/// A bound, equivalent among numbers with as many digits after the point as are ever written.
NumberBound shortened(NumberBound bound, bool isLeast) {
    constexpr size_t longest = 20;
    if (bound.value.fraction.size() <= longest) return bound;
    bound.value.fraction.resize(longest);
    bound.value.fraction.erase(bound.value.fraction.find_last_not_of('0') + 1);
    bound.exclusive = isLeast != bound.value.negative;
    return bound;
}

bool isFar(const std::optional<NumberBound>& bound) {
    return bound && bound->value.whole.size() > mostDigits;
}

}  // namespace

TextSet numbersBetween(const std::optional<NumberBound>& least, const std::optional<NumberBound>& most,
                       bool integers) {
    const bool few = isFar(least) || isFar(most);
    const char* whole = few ? "-?(0|[1-9]\\d{0,20})" : "-?(0|[1-9]\\d{0,40})";
    TextSet out = TextSet::of(integers ? whole : "-?" + anySize, TextSet::Fit::Whole);
    if (least && !isFar(least))
        out = out & TextSet::of(atLeast(shortened(*least, true)), TextSet::Fit::Whole);
    if (most && !isFar(most)) out = out & TextSet::of(atMost(shortened(*most, false)), TextSet::Fit::Whole);
    return out;
}

namespace {

/// A number as units of a power of ten: 0.25 is 25 of 10^-2, 300 is 3 of 10^2.
struct Units {
    size_t count = 0;     ///< of units, not divisible by ten; 0: too many
    size_t zeros = 0;     ///< digits 0 that a multiple has at its end
    size_t fraction = 0;  ///< or digits that it has after the point
};

constexpr size_t mostRemainders = 4000;

Units unitsOf(const Decimal& step) {
    Units units;
    std::string digits = step.whole + step.fraction;
    units.fraction = step.fraction.size();
    while (units.fraction == 0 && digits.size() > 1 && digits.back() == '0') {
        digits.pop_back();
        ++units.zeros;
    }
    digits.erase(0, digits.find_first_not_of('0'));
    constexpr size_t longest = 6;
    if (digits.size() > longest) return units;
    std::from_chars(digits.data(), digits.data() + digits.size(), units.count);
    return units;
}

/// Reads a number: its sign, the digits before the point with what is left of them, those after it.
class MultipleReader {
public:
    explicit MultipleReader(const Units& units) : m_units(units), m_scale(1) {
        for (size_t i = 0; i < units.fraction; ++i) m_scale = m_scale * 10 % units.count;
    }

    size_t states() const { return m_units.count * width() + first; }
    std::optional<uint32_t> next(uint32_t state, char c) const {
        if (c == '-') return state == start ? std::optional(sign) : std::nullopt;
        if (c == '.') return point(state);
        const auto digit = static_cast<size_t>(c - '0');
        if (state == start || state == sign) return digit == 0 ? zero : whole(digit % m_units.count, 0);
        if (state == zero) return std::nullopt;
        const size_t remainder = (state - first) / width(), step = (state - first) % width();
        if (step > m_units.zeros) return fraction(remainder, step - m_units.zeros - 1, digit);
        if (digit == 0) {
            if (step < m_units.zeros) return whole(remainder, step + 1);
            return whole(remainder * 10 % m_units.count, step);
        }
        size_t all = remainder;
        for (size_t i = 0; i <= step; ++i) all = all * 10 % m_units.count;
        return whole((all + digit) % m_units.count, 0);
    }
    bool accepts(uint32_t state) const {
        if (state < first) return state == zero;
        const size_t remainder = (state - first) / width(), step = (state - first) % width();
        if (step < m_units.zeros) return false;
        if (step == m_units.zeros) return remainder * m_scale % m_units.count == 0;
        const size_t digits = step - m_units.zeros - 1;
        if (digits == 0) return false;
        size_t scaled = remainder;
        for (size_t i = digits; i < m_units.fraction; ++i) scaled = scaled * 10 % m_units.count;
        return scaled == 0;
    }

private:
    static constexpr uint32_t start = 0, sign = 1, zero = 2, first = 3;
    /// Steps of a remainder: zeros at the end of the whole number, then digits after the point.
    size_t width() const { return m_units.zeros + 1 + (m_units.fraction > 0 ? m_units.fraction + 1 : 0); }
    uint32_t whole(size_t remainder, size_t zeros) const {
        return static_cast<uint32_t>(first + remainder * width() + zeros);
    }
    std::optional<uint32_t> point(uint32_t state) const {
        if (m_units.fraction == 0 || state == start || state == sign) return std::nullopt;
        if (state == zero) return whole(0, 1);
        const size_t remainder = (state - first) / width(), step = (state - first) % width();
        return step == 0 ? std::optional(whole(remainder, 1)) : std::nullopt;
    }
    std::optional<uint32_t> fraction(size_t remainder, size_t digits, size_t digit) const {
        if (digits >= m_units.fraction) return std::nullopt;
        return whole((remainder * 10 + digit) % m_units.count, digits + 2);
    }

    Units m_units;
    size_t m_scale;
};

}  // namespace

bool canHoldMultiples(const Decimal& step) {
    const Units units = unitsOf(step);
    return units.count > 0 && units.count * (units.zeros + units.fraction + 2) <= mostRemainders;
}

TextSet multiplesOf(const Decimal& step) {
    const MultipleReader reader(unitsOf(step));
    return TextSet::of(
        reader.states(), "-.0123456789", [&](uint32_t state, char c) { return reader.next(state, c); },
        [&](uint32_t state) { return reader.accepts(state); });
}

}  // namespace hearth::grammar
