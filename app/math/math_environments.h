#pragma once

#include <QString>

#include "math/math_node.h"

namespace hearth::app {

class MathReader;

/// Reads matrices, cases and aligned lines.
class MathEnvironments {
public:
    explicit MathEnvironments(MathReader& reader) : m_reader(reader) {}

    /// The environment whose \begin was passed.
    MathNode environment();
    /// The cells of an array up to the \end of this name; empty: up to the end of the formula.
    MathNode cells(const QString& name, MathNode array);

private:
    /// The columns of an array as its argument gives them: "{l|cr}".
    void readColumns(MathNode& array);
    /// Rules at the start of a row: \hline.
    void takeRules(int row, MathNode& array);

    MathReader& m_reader;
};

}  // namespace hearth::app
