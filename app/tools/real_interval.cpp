#include "tools/real_interval.h"

#include <algorithm>

namespace hearth::app {

namespace {

/// A number with more bits in front of its point than this is told apart from no other by a sine.
constexpr mpfr_exp_t mostTurnBits = 20000;

std::string digitsOf(mpfr_srcptr number, size_t digits, mpfr_exp_t& exponent) {
    char* made = mpfr_get_str(nullptr, &exponent, 10, digits, number, MPFR_RNDN);
    std::string text(made);
    mpfr_free_str(made);
    return text;
}

/// 0.DIGITS times ten to the power of `exponent`, as people write it.
std::string written(std::string digits, mpfr_exp_t exponent) {
    const bool below = digits.starts_with('-');
    if (below) digits.erase(0, 1);
    const auto most = static_cast<mpfr_exp_t>(digits.size());
    digits.erase(std::max<size_t>(1, digits.find_last_not_of('0') + 1));
    const auto count = static_cast<mpfr_exp_t>(digits.size());
    std::string text;
    if (exponent > most || exponent < -4) {
        text = digits.substr(0, 1);
        if (count > 1) text += "." + digits.substr(1);
        const mpfr_exp_t power = exponent - 1;
        text += (power < 0 ? "e-" : "e+") + std::to_string(power < 0 ? -power : power);
    } else if (exponent <= 0) {
        text = "0." + std::string(static_cast<size_t>(-exponent), '0') + digits;
    } else if (count <= exponent) {
        text = digits + std::string(static_cast<size_t>(exponent - count), '0');
    } else {
        const auto point = static_cast<size_t>(exponent);
        text = digits.substr(0, point) + "." + digits.substr(point);
    }
    return below ? "-" + text : text;
}

}  // namespace

RealInterval::RealInterval(mpfr_prec_t bits) {
    mpfr_init2(m_low, bits);
    mpfr_init2(m_high, bits);
}

RealInterval::RealInterval(mpq_srcptr fraction, mpfr_prec_t bits) : RealInterval(bits) {
    mpfr_set_q(m_low, fraction, MPFR_RNDD);
    mpfr_set_q(m_high, fraction, MPFR_RNDU);
    (void)checked();
}

RealInterval::RealInterval(const RealInterval& other) : RealInterval(other.bits()) {
    *this = other;
}

RealInterval& RealInterval::operator=(const RealInterval& other) {
    if (this == &other) return *this;
    mpfr_set_prec(m_low, other.bits());
    mpfr_set_prec(m_high, other.bits());
    mpfr_set(m_low, other.m_low, MPFR_RNDN);
    mpfr_set(m_high, other.m_high, MPFR_RNDN);
    return *this;
}

RealInterval::~RealInterval() {
    mpfr_clear(m_low);
    mpfr_clear(m_high);
}

RealInterval RealInterval::pi(mpfr_prec_t bits) {
    RealInterval value(bits);
    mpfr_const_pi(value.m_low, MPFR_RNDD);
    mpfr_const_pi(value.m_high, MPFR_RNDU);
    return value;
}

const RealInterval& RealInterval::checked() const {
    if (mpfr_number_p(m_low) == 0 || mpfr_number_p(m_high) == 0) throw NotDefined();
    return *this;
}

int RealInterval::sign() const {
    const int low = mpfr_sgn(m_low), high = mpfr_sgn(m_high);
    if (low != high) throw TooFewDigits();
    return low > 0 ? 1 : low < 0 ? -1 : 0;
}

void RealInterval::floor(mpz_ptr whole) const {
    // All that has more bits than are kept is whole, but at both ends another number.
    if (mpfr_regular_p(m_high) != 0 && mpfr_get_exp(m_high) > bits() + 1) throw TooFewDigits();
    if (mpfr_regular_p(m_low) != 0 && mpfr_get_exp(m_low) > bits() + 1) throw TooFewDigits();
    mpz_t other;
    mpz_init(other);
    mpfr_get_z(whole, m_low, MPFR_RNDD);
    mpfr_get_z(other, m_high, MPFR_RNDD);
    const bool same = mpz_cmp(whole, other) == 0;
    mpz_clear(other);
    if (!same) throw TooFewDigits();
}

std::string RealInterval::text(size_t digits) const {
    if (sign() == 0) return "0";
    mpfr_exp_t low = 0, high = 0;
    const std::string first = digitsOf(m_low, digits, low);
    if (first != digitsOf(m_high, digits, high) || low != high) throw TooFewDigits();
    return written(first, low);
}

bool RealInterval::isCloserToZeroThan(long places) const {
    // Ten is more than two to the power of three.
    const auto isClose = [places](mpfr_srcptr end) {
        return mpfr_zero_p(end) != 0 || mpfr_get_exp(end) < -4 * places;
    };
    return isClose(m_low) && isClose(m_high);
}

RealInterval operator+(const RealInterval& a, const RealInterval& b) {
    RealInterval sum(a.bits());
    mpfr_add(sum.m_low, a.m_low, b.m_low, MPFR_RNDD);
    mpfr_add(sum.m_high, a.m_high, b.m_high, MPFR_RNDU);
    return sum.checked();
}

RealInterval operator*(const RealInterval& a, const RealInterval& b) {
    return a.corners(b, mpfr_mul);
}

RealInterval operator/(const RealInterval& a, const RealInterval& b) {
    if (b.sign() == 0) throw NotDefined();
    return a.corners(b, mpfr_div);
}

RealInterval RealInterval::operator-() const {
    RealInterval value(bits());
    mpfr_neg(value.m_low, m_high, MPFR_RNDD);
    mpfr_neg(value.m_high, m_low, MPFR_RNDU);
    return value;
}

RealInterval RealInterval::growing(Function function) const {
    RealInterval value(bits());
    function(value.m_low, m_low, MPFR_RNDD);
    function(value.m_high, m_high, MPFR_RNDU);
    return value.checked();
}

RealInterval RealInterval::falling(Function function) const {
    RealInterval value(bits());
    function(value.m_low, m_high, MPFR_RNDD);
    function(value.m_high, m_low, MPFR_RNDU);
    return value.checked();
}

RealInterval RealInterval::corners(const RealInterval& other, Combination function) const {
    RealInterval value(bits()), one(bits());
    bool first = true;
    for (mpfr_srcptr a : {mpfr_srcptr(m_low), mpfr_srcptr(m_high)})
        for (mpfr_srcptr b : {mpfr_srcptr(other.m_low), mpfr_srcptr(other.m_high)}) {
            function(one.m_low, a, b, MPFR_RNDD);
            function(one.m_high, a, b, MPFR_RNDU);
            (void)one.checked();
            value = first ? one : value;
            mpfr_min(value.m_low, value.m_low, one.m_low, MPFR_RNDD);
            mpfr_max(value.m_high, value.m_high, one.m_high, MPFR_RNDU);
            first = false;
        }
    return value;
}

RealInterval RealInterval::abs() const {
    if (mpfr_sgn(m_low) >= 0) return *this;
    if (mpfr_sgn(m_high) <= 0) return -*this;
    RealInterval value(bits());
    mpfr_set_zero(value.m_low, 1);
    const RealInterval opposite = -*this;
    mpfr_max(value.m_high, m_high, opposite.m_high, MPFR_RNDU);
    return value;
}

/// Sine and cosine change by no more than their argument does.
RealInterval RealInterval::turned(Function function) const {
    for (mpfr_srcptr end : {mpfr_srcptr(m_low), mpfr_srcptr(m_high)})
        if (mpfr_regular_p(end) != 0 && mpfr_get_exp(end) > mostTurnBits) throw TooFewDigits();
    RealInterval value(bits()), width(bits());
    mpfr_sub(width.m_high, m_high, m_low, MPFR_RNDU);
    function(value.m_low, m_low, MPFR_RNDD);
    function(value.m_high, m_low, MPFR_RNDU);
    mpfr_sub(value.m_low, value.m_low, width.m_high, MPFR_RNDD);
    mpfr_add(value.m_high, value.m_high, width.m_high, MPFR_RNDU);
    if (mpfr_cmp_si(value.m_low, -1) < 0) mpfr_set_si(value.m_low, -1, MPFR_RNDD);
    if (mpfr_cmp_si(value.m_high, 1) > 0) mpfr_set_si(value.m_high, 1, MPFR_RNDU);
    return value;
}

RealInterval RealInterval::sin() const {
    return turned(mpfr_sin);
}

RealInterval RealInterval::cos() const {
    return turned(mpfr_cos);
}

RealInterval RealInterval::cosh() const {
    return abs().growing(mpfr_cosh);
}

RealInterval RealInterval::power(const RealInterval& exponent) const {
    if (sign() <= 0) throw NotDefined();
    return corners(exponent, mpfr_pow);
}

RealInterval RealInterval::angle(const RealInterval& x) const {
    // The angle jumps at the half-line left of the origin; away from it a box has its extremes at corners.
    const bool mayBeZero = mpfr_sgn(m_low) <= 0 && mpfr_sgn(m_high) >= 0;
    const bool isZero = mpfr_zero_p(m_low) != 0 && mpfr_zero_p(m_high) != 0;
    if (isZero && mpfr_zero_p(x.m_low) != 0 && mpfr_zero_p(x.m_high) != 0) throw NotDefined();
    if (mayBeZero && mpfr_sgn(x.m_low) <= 0 && !(isZero && mpfr_sgn(x.m_high) < 0)) throw TooFewDigits();
    return corners(x, mpfr_atan2);
}

RealInterval RealInterval::least(const RealInterval& other) const {
    RealInterval value(bits());
    mpfr_min(value.m_low, m_low, other.m_low, MPFR_RNDD);
    mpfr_min(value.m_high, m_high, other.m_high, MPFR_RNDU);
    return value;
}

RealInterval RealInterval::most(const RealInterval& other) const {
    RealInterval value(bits());
    mpfr_max(value.m_low, m_low, other.m_low, MPFR_RNDD);
    mpfr_max(value.m_high, m_high, other.m_high, MPFR_RNDU);
    return value;
}

const RealInterval& RealInterval::inUnit() const {
    if (mpfr_cmp_si(m_low, 1) > 0 || mpfr_cmp_si(m_high, -1) < 0) throw NotDefined();
    if (mpfr_cmp_si(m_low, -1) < 0 || mpfr_cmp_si(m_high, 1) > 0) throw TooFewDigits();
    return *this;
}

}  // namespace hearth::app
