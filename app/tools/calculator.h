#pragma once

#include <QString>

namespace hearth::app {

/// Result of an expression.
struct Calculation {
    QString value;    ///< exact unless it says otherwise; fractions with an approximate value
    QString problem;  ///< why there is none, one sentence in English; empty: there is one
};

/// Calculates with + - * / % ^ !, parentheses, the usual functions and the constants pi, e and tau. Sums,
/// products, quotients, powers and roots are exact if they can be (GMP); other results have 20 digits, all of
/// them certain (MPFR, see RealInterval). The result is a problem instead of a value if 3,000 digits do not
/// determine it, and if an expression is ambiguous, such as "5 % -3". Bounded in time and memory for any
/// input.
Calculation calculate(const QString& expression);

}  // namespace hearth::app
