#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tools/real_interval.h"

namespace hearth::app {

/// The reason why something cannot be calculated, in a sentence.
struct CalculatorProblem {
    std::string sentence;
};

using WholeNumber = boost::multiprecision::mpz_int;
using Fraction = boost::multiprecision::mpq_rational;
/// Exact as long as it is a fraction of a bearable size, else between two ends.
using CalculatorValue = std::variant<Fraction, RealInterval>;

/// Operations on values, with so many bits for what is not exact. They throw CalculatorProblem, TooFewDigits
/// where more bits may tell what the result is, and NotDefined.
class Arithmetic {
public:
    using Value = CalculatorValue;

    explicit Arithmetic(mpfr_prec_t bits) : m_bits(bits) {}

    RealInterval real(const Value& value) const;
    Value sum(const Value& a, const Value& b) const;
    static Value negative(const Value& a);
    Value product(const Value& a, const Value& b) const;
    Value quotient(const Value& a, const Value& b) const;
    /// With the sign of the divisor.
    Value remainder(const Value& a, const Value& b) const;
    Value power(const Value& base, const Value& exponent) const;
    Value factorial(const Value& value) const;
    Value squareRoot(const Value& value) const;
    Value cubeRoot(const Value& value) const;
    Value naturalLogarithm(const Value& value) const;
    Value logarithm(const Value& value, const Value& base) const;
    Value floor(const Value& value) const;
    /// To so many places; halves go away from zero.
    Value rounded(const Value& value, const Value& places) const;
    Value absolute(const Value& value) const;
    Value extreme(const std::vector<Value>& values, bool least) const;
    Value angle(const Value& y, const Value& x) const;
    Value commonDivisor(const Value& a, const Value& b) const;
    Value commonMultiple(const Value& a, const Value& b) const;
    RealInterval pi() const { return RealInterval::pi(m_bits); }

private:
    Value kept(const Fraction& exact) const;
    Value realPower(const Value& base, const Value& exponent) const;

    mpfr_prec_t m_bits;
};

bool isZero(const CalculatorValue& value);

}  // namespace hearth::app
