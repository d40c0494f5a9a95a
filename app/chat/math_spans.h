#pragma once

#include <QStringView>
#include <vector>

namespace hearth::app {

/// A formula inside a Markdown text. Positions are in UTF-16 units of that text.
struct MathSpan {
    qsizetype start = 0;       ///< of its opening mark
    qsizetype length = 0;      ///< with both marks
    qsizetype markLength = 1;  ///< of each mark: 1 for $, 2 for $$, \( and \[
    bool isDisplay = false;    ///< $$ and \[: on lines of its own
};

/// The formulas of a text, in order: $…$, $$…$$, \(…\) and \[…\], none of them in code or over a blank line.
/// A dollar opens a formula only where no blank follows it, and closes one only where no blank precedes it
/// and no digit follows; "\$" is a dollar sign. Amounts of money and names of shell variables therefore stay
/// text. Linear in the text.
std::vector<MathSpan> mathSpans(QStringView text);

}  // namespace hearth::app
