#pragma once

#include <optional>
#include <string>

#include "grammar/text_set.h"

namespace hearth::grammar {

/// A decimal number as a schema spells it. Exact, unlike a double.
struct Decimal {
    bool negative = false;
    std::string whole = "0";  ///< digits without leading zeros
    std::string fraction;     ///< digits without trailing zeros
    /// Of a number in JSON; nullopt: its exponent is out of all reason.
    static std::optional<Decimal> of(const std::string& json);
    std::string text() const {
        return (negative ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
    }
};

struct NumberBound {
    Decimal value;
    bool exclusive = false;
};

/// Digits before the point of numbers that have bounds.
inline constexpr size_t mostDigits = 21;

/// JSON's spellings of the numbers from one bound to the other, without exponents, with up to 20 digits after
/// the point. A bound of more than `mostDigits` digits bounds nothing.
TextSet numbersBetween(const std::optional<NumberBound>& least, const std::optional<NumberBound>& most,
                       bool integers);

/// Says that multiplesOf() needs few states for a number above 0.
bool canHoldMultiples(const Decimal& step);
/// JSON's spellings of the multiples of a number, without exponents.
TextSet multiplesOf(const Decimal& step);

}  // namespace hearth::grammar
