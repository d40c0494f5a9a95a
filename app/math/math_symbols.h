#pragma once

#include <QString>

namespace hearth::app {

/// The classes of TeX that say how much room is between two symbols (The TeXbook, chapter 18).
enum class MathClass { Ordinary, Operator, Binary, Relation, Opening, Closing, Punctuation, Inner };

struct MathSymbol {
    QString text;
    MathClass kind = MathClass::Ordinary;
    bool isWord = false;     ///< sin, lim: upright letters
    bool isLarge = false;    ///< a sum or an integral: larger in formulas on lines of their own
    bool hasLimits = false;  ///< scripts are placed above and below it, not next to it
};

/// The symbol of a command, without its backslash; nullptr when it names none.
const MathSymbol* findMathSymbol(const QString& command);

/// The symbol that a typed character stands for: '-' is a minus, '*' an asterisk in the middle.
MathSymbol mathSymbolOf(char32_t character);

}  // namespace hearth::app
