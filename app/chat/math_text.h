#pragma once

#include <QString>
#include <QStringView>

namespace hearth::app {

/// A formula in LaTeX as readable Unicode on one line: \frac{a}{b} becomes a/b, x^2 becomes x², \alpha α,
/// \sqrt{x} √x. What it does not know stays as it was written. Linear in the text; never fails.
QString mathText(QStringView latex);

/// The same as rich text for a formula inside a line, its variables in italics, with its source:
/// <math tex="x^2"><i>x</i>²</math>.
QString mathRichText(QStringView latex);

}  // namespace hearth::app
