#pragma once

#include <QStringView>

#include "math/math_cursor.h"
#include "math/math_node.h"

namespace hearth::app {

/// Recursive-descent parser used by parseMath(): groups and scripts. Reads commands by MathCommands and
/// environments by MathEnvironments, which ask it for their arguments.
class MathReader {
public:
    explicit MathReader(QStringView latex) : text(latex) {}

    enum class End { Text, Brace, Bracket, Right, Cell };
    struct Deeper;

    MathNode formula();
    bool isTooMuch() const { return m_isTooMuch; }
    /// True if the formula contains something that has no layout here; the rest would be half of the formula.
    bool isUnknown() const { return m_isUnknown; }

    /// Up to the end that is asked for, which is passed but for Cell.
    MathNode sequence(End end);
    MathNode item();
    MathNode argument();
    MathNode withScripts(MathNode base);
    void setUnknown() { m_isUnknown = true; }
    /// Counts parts of the formula, and gives up above the limit.
    void count(int parts);
    /// False at the end of the text, or when there is too much of it.
    bool goesOn() const { return !m_isTooMuch && !text.atEnd(); }

    MathCursor text;
    MathAlphabet alphabet = MathAlphabet::Italic;

private:
    bool isEnd(End end);
    MathNode primes();
    MathNode character();

    int m_depth = 0, m_parts = 0;
    bool m_isTooMuch = false, m_isUnknown = false;
};

/// Counts one level of nesting during its lifetime.
struct MathReader::Deeper {
    explicit Deeper(MathReader& reader);
    ~Deeper() { --m_reader.m_depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

private:
    MathReader& m_reader;
};

}  // namespace hearth::app
