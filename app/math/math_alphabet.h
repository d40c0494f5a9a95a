#pragma once

#include <QString>

namespace hearth::app {

enum class MathAlphabet {
    Italic,
    Upright,
    Bold,
    BoldItalic,
    DoubleStruck,
    Calligraphic,
    Fraktur,
    SansSerif,
    Typewriter
};

/// A letter or digit in an alphabet, by the block Mathematical Alphanumeric Symbols of Unicode (U+1D400) and
/// those letters that Unicode had before. What has no such form stays as it is.
QString inMathAlphabet(const QString& letter, MathAlphabet alphabet);

}  // namespace hearth::app
