#include "tools/calculator_value.h"

#include <algorithm>
#include <cstdint>

namespace hearth::app {

namespace {

namespace mp = boost::multiprecision;
using Value = CalculatorValue;
using Problem = CalculatorProblem;

/// Beyond this a number is no longer kept exactly.
constexpr unsigned mostBits = 8192;
constexpr int mostFactorial = 500;
constexpr int mostPlaces = 2000;

unsigned bitsOf(const WholeNumber& number) {
    return number == 0 ? 0 : static_cast<unsigned>(mp::msb(WholeNumber(mp::abs(number)))) + 1;
}

std::optional<WholeNumber> wholeOf(const Value& value) {
    const Fraction* exact = std::get_if<Fraction>(&value);
    if (exact == nullptr || mp::denominator(*exact) != 1) return std::nullopt;
    return WholeNumber(mp::numerator(*exact));
}

WholeNumber neededWhole(const Value& value, const char* what) {
    const auto whole = wholeOf(value);
    if (!whole) throw Problem{std::string(what) + " needs whole numbers."};
    return *whole;
}

int signOf(const Value& value) {
    const Fraction* exact = std::get_if<Fraction>(&value);
    return exact != nullptr ? exact->sign() : std::get<RealInterval>(value).sign();
}

/// The root if it is whole; of a number that is not negative.
std::optional<WholeNumber> wholeRoot(const WholeNumber& number, unsigned long degree) {
    WholeNumber root;
    return mpz_root(root.backend().data(), number.backend().data(), degree) != 0 ? std::optional(root)
                                                                                 : std::nullopt;
}

/// The root if it is a fraction; of a fraction that is not negative.
std::optional<Fraction> exactRoot(const Fraction& value, unsigned long degree) {
    const auto top = wholeRoot(WholeNumber(mp::numerator(value)), degree);
    const auto bottom = wholeRoot(WholeNumber(mp::denominator(value)), degree);
    return top && bottom ? std::optional(Fraction(*top, *bottom)) : std::nullopt;
}

/// If it has no more bits than are kept.
std::optional<Fraction> exactPower(const Fraction& base, const WholeNumber& exponent) {
    if (mp::abs(exponent) > mostBits) return std::nullopt;
    const auto times = static_cast<int>(exponent);
    const auto count = static_cast<unsigned>(times < 0 ? -times : times);
    const WholeNumber top(mp::numerator(base)), bottom(mp::denominator(base));
    if (uint64_t{bitsOf(top) + bitsOf(bottom)} * count > mostBits) return std::nullopt;
    const WholeNumber above(mp::pow(top, count)), below(mp::pow(bottom, count));
    return times < 0 ? Fraction(below, above) : Fraction(above, below);
}

[[noreturn]] void failDivision() {
    throw Problem{"Division by zero is not defined."};
}

}  // namespace

bool isZero(const Value& value) {
    const Fraction* exact = std::get_if<Fraction>(&value);
    return exact != nullptr && exact->is_zero();
}

RealInterval Arithmetic::real(const Value& value) const {
    if (const Fraction* exact = std::get_if<Fraction>(&value))
        return RealInterval(exact->backend().data(), m_bits);
    return std::get<RealInterval>(value);
}

Value Arithmetic::kept(const Fraction& exact) const {
    const unsigned bits =
        bitsOf(WholeNumber(mp::numerator(exact))) + bitsOf(WholeNumber(mp::denominator(exact)));
    if (bits > mostBits) return real(exact);
    return exact;
}

Value Arithmetic::sum(const Value& a, const Value& b) const {
    const Fraction *x = std::get_if<Fraction>(&a), *y = std::get_if<Fraction>(&b);
    if (x != nullptr && y != nullptr) return kept(*x + *y);
    return real(a) + real(b);
}

Value Arithmetic::negative(const Value& a) {
    if (const Fraction* exact = std::get_if<Fraction>(&a)) return Fraction(-*exact);
    return -std::get<RealInterval>(a);
}

Value Arithmetic::product(const Value& a, const Value& b) const {
    const Fraction *x = std::get_if<Fraction>(&a), *y = std::get_if<Fraction>(&b);
    if (x != nullptr && y != nullptr) return kept(*x * *y);
    if (isZero(a) || isZero(b)) return Fraction(0);
    return real(a) * real(b);
}

Value Arithmetic::quotient(const Value& a, const Value& b) const {
    if (signOf(b) == 0) failDivision();
    const Fraction *x = std::get_if<Fraction>(&a), *y = std::get_if<Fraction>(&b);
    if (x != nullptr && y != nullptr) return kept(*x / *y);
    if (isZero(a)) return Fraction(0);
    return real(a) / real(b);
}

Value Arithmetic::floor(const Value& value) const {
    const Fraction* exact = std::get_if<Fraction>(&value);
    WholeNumber whole;
    if (exact != nullptr)
        mpz_fdiv_q(whole.backend().data(), mpq_numref(exact->backend().data()),
                   mpq_denref(exact->backend().data()));
    else
        std::get<RealInterval>(value).floor(whole.backend().data());
    return kept(Fraction(whole));
}

Value Arithmetic::remainder(const Value& a, const Value& b) const {
    return sum(a, negative(product(b, floor(quotient(a, b)))));
}

Value Arithmetic::power(const Value& base, const Value& exponent) const {
    if (isZero(exponent)) return Fraction(1);
    if (isZero(base)) {
        if (signOf(exponent) < 0) failDivision();
        return Fraction(0);
    }
    const Fraction *exact = std::get_if<Fraction>(&base), *times = std::get_if<Fraction>(&exponent);
    if (exact == nullptr || times == nullptr) return realPower(base, exponent);
    const WholeNumber degree(mp::denominator(*times));
    constexpr unsigned mostDegree = 1000;
    if (degree == 1) {
        if (const auto result = exactPower(*exact, WholeNumber(mp::numerator(*times)))) return *result;
    } else if (exact->sign() > 0 && degree <= mostDegree) {
        if (const auto root = exactRoot(*exact, static_cast<unsigned long>(degree)))
            if (const auto result = exactPower(*root, WholeNumber(mp::numerator(*times)))) return *result;
    }
    return realPower(base, exponent);
}

Value Arithmetic::realPower(const Value& base, const Value& exponent) const {
    if (signOf(base) > 0) return real(base).power(real(exponent));
    const auto whole = wholeOf(exponent);
    if (!whole) throw Problem{"A negative number has no real power of this kind."};
    const RealInterval size = (-real(base)).power(real(exponent));
    return mp::bit_test(WholeNumber(mp::abs(*whole)), 0) ? -size : size;
}

Value Arithmetic::factorial(const Value& value) const {
    const WholeNumber whole = neededWhole(value, "A factorial");
    if (whole < 0 || whole > mostFactorial)
        throw Problem{"A factorial is calculated of 0 to " + std::to_string(mostFactorial) + "."};
    WholeNumber result;
    mpz_fac_ui(result.backend().data(), static_cast<unsigned long>(whole));
    return kept(Fraction(result));
}

Value Arithmetic::squareRoot(const Value& value) const {
    if (isZero(value)) return value;
    if (signOf(value) < 0) throw Problem{"A negative number has no real square root."};
    if (const Fraction* exact = std::get_if<Fraction>(&value))
        if (const auto root = exactRoot(*exact, 2)) return *root;
    return real(value).growing(mpfr_sqrt);
}

Value Arithmetic::cubeRoot(const Value& value) const {
    if (const Fraction* exact = std::get_if<Fraction>(&value))
        if (const auto root = exactRoot(Fraction(mp::abs(*exact)), 3))
            return exact->sign() < 0 ? Fraction(-*root) : *root;
    return real(value).growing(mpfr_cbrt);
}

Value Arithmetic::naturalLogarithm(const Value& value) const {
    if (signOf(value) <= 0) throw Problem{"Logarithms are those of numbers above zero."};
    const Fraction* exact = std::get_if<Fraction>(&value);
    if (exact != nullptr && *exact == 1) return Fraction(0);
    return real(value).growing(mpfr_log);
}

Value Arithmetic::logarithm(const Value& value, const Value& base) const {
    const Value bottom = naturalLogarithm(base), top = naturalLogarithm(value);
    if (isZero(bottom)) throw Problem{"A logarithm has no base of 1."};
    if (isZero(top)) return Fraction(0);
    const Value result = quotient(top, bottom);
    const Fraction *x = std::get_if<Fraction>(&value), *b = std::get_if<Fraction>(&base);
    if (x == nullptr || b == nullptr) return result;
    // Powers of the base are exact. Which one it can be, one end says as well as the other.
    const double guess = mpfr_get_d(real(result).low(), MPFR_RNDN);
    if (!(std::abs(guess) <= mostBits)) return result;
    const WholeNumber times(static_cast<long>(guess < 0 ? guess - 0.5 : guess + 0.5));
    if (times != 0)
        if (const auto exact = exactPower(*b, times); exact && *exact == *x) return Fraction(times);
    return result;
}

Value Arithmetic::rounded(const Value& value, const Value& places) const {
    const WholeNumber count = neededWhole(places, "Rounding");
    if (mp::abs(count) > mostPlaces) throw Problem{"Numbers are rounded to at most 2000 places."};
    const Value scale = power(Fraction(10), Fraction(count));
    const bool below = !isZero(value) && signOf(value) < 0;
    const Value scaled = product(below ? negative(value) : value, scale);
    const Value whole = floor(sum(scaled, Fraction(1, 2)));
    return quotient(below ? negative(whole) : whole, scale);
}

Value Arithmetic::absolute(const Value& value) const {
    if (const Fraction* exact = std::get_if<Fraction>(&value)) return Fraction(mp::abs(*exact));
    return std::get<RealInterval>(value).abs();
}

Value Arithmetic::extreme(const std::vector<Value>& values, bool least) const {
    const bool exact = std::all_of(values.begin(), values.end(), [](const Value& value) {
        return std::holds_alternative<Fraction>(value);
    });
    Value best = values.front();
    for (const Value& value : values) {
        if (exact) {
            const Fraction &x = std::get<Fraction>(value), &y = std::get<Fraction>(best);
            if (least ? x < y : x > y) best = value;
        } else {
            best = least ? real(best).least(real(value)) : real(best).most(real(value));
        }
    }
    return best;
}

Value Arithmetic::angle(const Value& y, const Value& x) const {
    if (isZero(y) && signOf(x) > 0) return Fraction(0);
    return real(y).angle(real(x));
}

Value Arithmetic::commonDivisor(const Value& a, const Value& b) const {
    return Fraction(WholeNumber(mp::gcd(neededWhole(a, "gcd"), neededWhole(b, "gcd"))));
}

Value Arithmetic::commonMultiple(const Value& a, const Value& b) const {
    return kept(Fraction(WholeNumber(mp::lcm(neededWhole(a, "lcm"), neededWhole(b, "lcm")))));
}

}  // namespace hearth::app
