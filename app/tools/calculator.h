#pragma once

#include <QString>

namespace hearth::app {

/// What an expression comes to.
struct Calculation {
    QString value;    ///< exact where it says nothing else; fractions with about how much they are
    QString problem;  ///< why there is none, one sentence in English; empty: there is one
};

/// Calculates with + - * / % ^ !, parentheses, the usual functions and the constants pi, e and tau. Sums,
/// products, quotients and whole powers are exact (boost::multiprecision), other functions have 50 digits, of
/// which 20 are told. Bounded in time and memory whatever is asked for.
Calculation calculate(const QString& expression);

}  // namespace hearth::app
