#pragma once

#include <QString>
#include <QStringView>
#include <utility>

#include "math/math_node.h"

namespace hearth::app {

/// Recursive-descent parser used by parseMath(). In parts: groups and scripts in math_parser.cpp, commands in
/// math_commands.cpp, environments in math_environments.cpp.
class MathReader {
public:
    explicit MathReader(QStringView text) : m_text(text) {}

    MathNode formula();
    bool isTooMuch() const { return m_isTooMuch; }
    /// True if the formula contains something that has no layout here; the rest would be half of the formula.
    bool isUnknown() const { return m_isUnknown; }

private:
    enum class End { Text, Brace, Bracket, Right, Cell };
    struct Deeper;

    static MathNode row(std::vector<MathNode> children);
    static MathNode symbolNode(const MathSymbol& symbol, MathAlphabet alphabet = MathAlphabet::Upright);
    static MathNode textNode(const QString& text);
    static MathNode space(double em);
    static MathNode fraction(MathNode above, MathNode below, bool hasRule, MathNode::Size size);
    static MathNode fenced(const QString& left, const QString& right, MathNode inside);

    bool atEnd() const { return m_at >= m_text.size(); }
    QChar peek(qsizetype ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar();
    }
    void skipBlanks();
    /// The name of the command at the backslash here, which is passed; of one character when it is no letter.
    QString commandName();
    bool commandIsNext(QStringView name) const;
    /// Contents of braces, as written.
    QString rawArgument();
    QString optionalArgument();
    /// "(", "\{", "\langle", "." after \left and its like; the character, empty for ".".
    QString delimiter();

    /// Up to the end that is asked for, which is passed but for Cell.
    MathNode sequence(End end);
    bool isEnd(End end);
    MathNode item();
    MathNode argument();
    MathNode withScripts(MathNode base);
    MathNode primes();
    MathNode character();

    MathNode command();
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

    MathNode environment();
    MathNode cells(const QString& name, MathNode array);
    /// The columns of an array as its argument gives them: "{l|cr}".
    void readColumns(MathNode& array);
    /// Rules at the start of a row: \hline.
    void takeRules(int row, MathNode& array);
    bool takeRowEnd();

    QStringView m_text;
    qsizetype m_at = 0;
    int m_depth = 0, m_parts = 0;
    bool m_isTooMuch = false, m_isUnknown = false;
    MathAlphabet m_alphabet = MathAlphabet::Italic;
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
