#pragma once

#include <QStringView>
#include <optional>

#include "math/math_node.h"

namespace hearth::app {

/// The formula in a piece of LaTeX, without its outer marks. Knows what people and models write: fractions,
/// roots, scripts, sums, matrices, cases, aligned lines, delimiters, accents, texts, alphabets, chemistry.
/// Nothing when something else stands in the formula (half of it would mislead), or when it is too long
/// (20,000 characters), too deep (40 levels) or too large (6,000 parts) to be laid out. Linear in the text;
/// any thread.
std::optional<MathNode> parseMath(QStringView latex);

}  // namespace hearth::app
