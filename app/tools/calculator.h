#pragma once

#include <QString>

namespace hearth::app {

/// Result of an expression.
struct Calculation {
    QString value;    ///< exact where it says nothing else; fractions with about how much they are
    QString problem;  ///< why there is none, one sentence in English; empty: there is one
};

/// Calculates with + - * / % ^ !, parentheses, the usual functions and the constants pi, e and tau. Sums,
/// products, quotients, powers and roots are exact where they can be (GMP); of other results 20 digits are
/// told, all of them certain (MPFR, see RealInterval). There is a problem in place of a value where 3,000
/// digits do not tell what it is, and where an expression is read in two ways, as "5 % -3" is. Bounded in
/// time and memory whatever is asked for.
Calculation calculate(const QString& expression);

}  // namespace hearth::app
