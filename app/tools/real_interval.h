#pragma once

#include <gmp.h>
#include <mpfr.h>

#include <string>

namespace hearth::app {

/// Thrown where more digits are needed to tell what a result is.
struct TooFewDigits {};
/// Thrown for what is larger than any number that is kept, and for what no function has a value for.
struct NotDefined {};

/// A real number between two others of so many bits (interval arithmetic, IEEE 1788): what is calculated with
/// it lies between the ends for certain, however much of its digits was lost on the way. Values only; ends
/// are always finite.
class RealInterval {
public:
    /// A fraction, as close as the bits allow.
    RealInterval(mpq_srcptr fraction, mpfr_prec_t bits);
    RealInterval(const RealInterval& other);
    RealInterval& operator=(const RealInterval& other);
    ~RealInterval();

    static RealInterval pi(mpfr_prec_t bits);

    mpfr_prec_t bits() const { return mpfr_get_prec(m_low); }
    mpfr_srcptr low() const { return m_low; }
    mpfr_srcptr high() const { return m_high; }

    /// 1, -1, or 0 where both ends are; throws TooFewDigits where they differ.
    int sign() const;
    /// The largest whole number below. Throws TooFewDigits where both ends have another.
    void floor(mpz_ptr whole) const;
    /// The digits that both ends share when rounded to so many, as "1.5" or "7.2e+86". Throws TooFewDigits.
    std::string text(size_t digits) const;
    /// It is closer to zero than ten to the power of minus so many.
    bool isCloserToZeroThan(long places) const;

    friend RealInterval operator+(const RealInterval& a, const RealInterval& b);
    friend RealInterval operator*(const RealInterval& a, const RealInterval& b);
    /// Throws TooFewDigits where the divisor cannot be told from zero.
    friend RealInterval operator/(const RealInterval& a, const RealInterval& b);
    RealInterval operator-() const;

    /// One of MPFR's functions, such as mpfr_exp, that grows everywhere, or falls.
    using Function = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
    RealInterval growing(Function function) const;
    RealInterval falling(Function function) const;

    RealInterval abs() const;
    RealInterval sin() const;
    RealInterval cos() const;
    RealInterval cosh() const;
    /// Of a base above zero.
    RealInterval power(const RealInterval& exponent) const;
    /// The angle of the point (x, this).
    RealInterval angle(const RealInterval& x) const;
    /// The smallest, or largest, that either can be.
    RealInterval least(const RealInterval& other) const;
    RealInterval most(const RealInterval& other) const;
    /// The part of it from -1 to 1. Throws NotDefined if that is empty, TooFewDigits if it is not all.
    const RealInterval& inUnit() const;

private:
    explicit RealInterval(mpfr_prec_t bits);
    /// Throws NotDefined for ends that are not finite.
    const RealInterval& checked() const;
    RealInterval turned(Function function) const;
    /// From the smallest to the largest of the function at the corners.
    using Combination = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
    RealInterval corners(const RealInterval& other, Combination function) const;

    mpfr_t m_low, m_high;
};

}  // namespace hearth::app
