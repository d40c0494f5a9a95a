#pragma once

#include <QString>
#include <QStringView>
#include <optional>

namespace hearth::app {

/// A formula in LaTeX as readable Unicode on one line: \frac{a}{b} becomes a/b, x^2 becomes x², \alpha α,
/// \sqrt{x} √x. What it does not know stays as it was written. Linear in the text; never fails. For formulas
/// that are still being written.
QString mathText(QStringView latex);

/// The same; nothing where the formula holds what has no form on a line, or lacks something.
std::optional<QString> wholeMathText(QStringView latex);

/// The same as rich text for a formula inside a line, its variables in italics, with its source:
/// <math tex="x^2"><i>x</i>²</math>. A formula that is not shown whole is its source, between dollars.
QString mathRichText(QStringView latex);

}  // namespace hearth::app
