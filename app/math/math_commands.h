#pragma once

#include <QString>

#include "math/math_node.h"

namespace hearth::app {

class MathReader;

/// Reads a command and its arguments.
class MathCommands {
public:
    explicit MathCommands(MathReader& reader) : m_reader(reader) {}

    MathNode command();

private:
    bool takeFraction(const QString& name, MathNode& out);
    bool takeText(const QString& name, MathNode& out);
    bool takeAlphabet(const QString& name, MathNode& out);
    bool takeAccent(const QString& name, MathNode& out);
    bool takeSpace(const QString& name, MathNode& out);
    bool takeStacked(const QString& name, MathNode& out);
    bool takeDelimited(const QString& name, MathNode& out);
    bool takeNothing(const QString& name, MathNode& out);
    bool takeChemistry(const QString& name, MathNode& out);
    MathNode leftRight();
    /// "(", "\{", "\langle", "." after \left and its like; the character, empty for ".".
    QString delimiter();

    MathReader& m_reader;
};

}  // namespace hearth::app
