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
};

struct NumberBound {
    Decimal value;
    bool exclusive = false;
};

/// How JSON spells the numbers from one bound to the other, without exponents. Numbers of up to 20 digits on
/// each side of the point.
TextSet numbersBetween(const std::optional<NumberBound>& least, const std::optional<NumberBound>& most,
                       bool integers);

}  // namespace hearth::grammar
