#include "math/math_commands.h"

#include <QHash>
#include <QSet>
#include <algorithm>
#include <utility>

#include "math/chemistry.h"
#include "math/math_environments.h"
#include "math/math_parser.h"
#include "math/math_reader.h"

namespace hearth::app {

namespace {

struct Delimiters {
    QString left, right;
};

const QHash<QString, MathAlphabet>& alphabetCommands() {
    static const QHash<QString, MathAlphabet> table{{"mathrm", MathAlphabet::Upright},
                                                    {"mathup", MathAlphabet::Upright},
                                                    {"rm", MathAlphabet::Upright},
                                                    {"mathit", MathAlphabet::Italic},
                                                    {"mathnormal", MathAlphabet::Italic},
                                                    {"mathbf", MathAlphabet::Bold},
                                                    {"bf", MathAlphabet::Bold},
                                                    {"symbf", MathAlphabet::Bold},
                                                    {"boldsymbol", MathAlphabet::BoldItalic},
                                                    {"bm", MathAlphabet::BoldItalic},
                                                    {"pmb", MathAlphabet::BoldItalic},
                                                    {"mathbb", MathAlphabet::DoubleStruck},
                                                    {"Bbb", MathAlphabet::DoubleStruck},
                                                    {"mathcal", MathAlphabet::Calligraphic},
                                                    {"mathscr", MathAlphabet::Calligraphic},
                                                    {"cal", MathAlphabet::Calligraphic},
                                                    {"mathfrak", MathAlphabet::Fraktur},
                                                    {"mathsf", MathAlphabet::SansSerif},
                                                    {"mathtt", MathAlphabet::Typewriter}};
    return table;
}

bool isSwitch(const QString& name) {
    return name == u"rm" || name == u"bf" || name == u"cal";
}

/// Accents by their command; true: as wide as what is under them.
const QHash<QString, bool>& accentCommands() {
    static const QHash<QString, bool> table{
        {"hat", false},          {"widehat", true},   {"tilde", false},     {"widetilde", true},
        {"bar", false},          {"overline", true},  {"vec", false},       {"overrightarrow", true},
        {"overleftarrow", true}, {"dot", false},      {"ddot", false},      {"check", false},
        {"breve", false},        {"acute", false},    {"grave", false},     {"mathring", false},
        {"underline", true},     {"overbrace", true}, {"underbrace", true}, {"boxed", true},
        {"fbox", true},          {"cancel", true},    {"bcancel", true},    {"xcancel", true}};
    return table;
}

/// The words of a \\text; a null string where it holds more than words.
QString wordsOfText(const QString& written) {
    QString words = QStringLiteral("");
    bool inFormula = false;
    for (qsizetype at = 0; at < written.size(); ++at) {
        const QChar c = written[at];
        if (c == u'$') {
            inFormula = !inFormula;
        } else if (c != u'\\') {
            if (inFormula && QStringView(u"^_{}").contains(c)) return {};
            if (c != u'{' && c != u'}') words += c;
        } else if (++at < written.size() && QStringView(u"%$_#&{} ").contains(written[at])) {
            words += written[at];
        } else {
            return {};
        }
    }
    return words;
}

double emOf(const QString& length) {
    qsizetype digits = 0;
    while (digits < length.size() &&
           (length[digits].isDigit() || QStringView(u".-+").contains(length[digits])))
        ++digits;
    const double value = length.left(digits).toDouble();
    const QStringView unit = QStringView(length).mid(digits).trimmed();
    const double em = unit == u"em" || unit == u"quad" ? value
                      : unit == u"mu"                  ? value / 18
                      : unit == u"ex"                  ? value * 0.45
                                                       : value / 10;
    return std::clamp(em, -4.0, 20.0);
}

}  // namespace

MathNode MathCommands::command() {
    const QString name = m_reader.text.commandName();
    MathNode out;
    if (takeFraction(name, out) || takeText(name, out) || takeAlphabet(name, out) || takeAccent(name, out) ||
        takeSpace(name, out) || takeStacked(name, out) || takeDelimited(name, out) ||
        takeNothing(name, out) || takeChemistry(name, out))
        return out;
    if (name == u"sqrt") {
        out.kind = MathNode::Kind::Root;
        m_reader.text.skipBlanks();
        MathNode degree;
        if (m_reader.text.peek() == u'[') {
            m_reader.text.skip();
            degree = m_reader.sequence(MathReader::End::Bracket);
        }
        out.children.push_back(m_reader.argument());
        if (!degree.isEmptyRow()) out.children.push_back(std::move(degree));
        return out;
    }
    if (name == u"begin") return MathEnvironments(m_reader).environment();
    if (const MathSymbol* symbol = findMathSymbol(name)) {
        // Small Greek letters are variables; capitals and signs are upright.
        const MathAlphabet alphabet = m_reader.alphabet == MathAlphabet::Italic && symbol->isWord
                                          ? MathAlphabet::Upright
                                          : m_reader.alphabet;
        return symbolNode(*symbol, symbol->isWord ? MathAlphabet::Upright : alphabet);
    }
    m_reader.setUnknown();
    return {};
}

bool MathCommands::takeFraction(const QString& name, MathNode& out) {
    static const QHash<QString, MathNode::Size> fractions{
        {"frac", MathNode::Size::Inherited},  {"dfrac", MathNode::Size::Display},
        {"cfrac", MathNode::Size::Display},   {"tfrac", MathNode::Size::Text},
        {"binom", MathNode::Size::Inherited}, {"dbinom", MathNode::Size::Display},
        {"tbinom", MathNode::Size::Text}};
    const auto found = fractions.constFind(name);
    if (found == fractions.constEnd()) return false;
    if (name == u"cfrac") m_reader.text.optionalArgument();
    MathNode above = m_reader.argument();
    MathNode below = m_reader.argument();
    const bool isBinomial = name.endsWith(u"binom");
    out = fractionNode(std::move(above), std::move(below), !isBinomial, *found);
    // Continued fractions do not get smaller.
    if (name == u"cfrac") out.amount = 1;
    if (isBinomial) out = fencedNode(QStringLiteral("("), QStringLiteral(")"), std::move(out));
    return true;
}

bool MathCommands::takeText(const QString& name, MathNode& out) {
    static const QSet<QString> texts{"text",   "textrm",     "textbf", "textit", "textsf",
                                     "texttt", "textnormal", "mbox",   "hbox"};
    if (texts.contains(name)) {
        const QString written = m_reader.text.rawArgument();
        const QString text = wordsOfText(written);
        // Commands and formulas inside a text have no layout here.
        if (text.isNull()) m_reader.setUnknown();
        out = textNode(text);
        if (name == u"textbf") out.alphabet = MathAlphabet::Bold;
        return true;
    }
    if (name == u"operatorname" || name == u"DeclareMathOperator") {
        const bool hasLimits = m_reader.text.peek() == u'*';
        if (hasLimits) m_reader.text.skip();
        QString word = m_reader.text.rawArgument();
        word.replace(QLatin1String("\\,"), QLatin1String(" "));
        out = symbolNode({word, MathClass::Operator, true, false, hasLimits});
        return true;
    }
    if (name == u"tag") {
        if (m_reader.text.peek() == u'*') m_reader.text.skip();
        out = textNode(QStringLiteral("\u2003(") + m_reader.text.rawArgument() + u')');
        return true;
    }
    if (name == u"pmod" || name == u"pod") {
        std::vector<MathNode> parts;
        parts.push_back(
            textNode(name == u"pmod" ? QStringLiteral("\u2002(mod ") : QStringLiteral("\u2002(")));
        parts.push_back(m_reader.argument());
        parts.push_back(textNode(QStringLiteral(")")));
        out = rowNode(std::move(parts));
        return true;
    }
    return false;
}

bool MathCommands::takeAlphabet(const QString& name, MathNode& out) {
    if (name == u"displaystyle" || name == u"textstyle" || name == u"scriptstyle") {
        // To the end of the group, which is as far as anybody means it.
        out.kind = MathNode::Kind::Styled;
        out.size = name == u"displaystyle" ? MathNode::Size::Display
                   : name == u"textstyle"  ? MathNode::Size::Text
                                           : MathNode::Size::Script;
        std::vector<MathNode> rest;
        const MathReader::Deeper deeper(m_reader);
        for (m_reader.text.skipBlanks(); m_reader.goesOn(); m_reader.text.skipBlanks()) {
            if (m_reader.text.peek() == u'}' || m_reader.text.peek() == u'&' ||
                m_reader.text.peek() == u']' || m_reader.text.commandIsNext(u"right") ||
                m_reader.text.commandIsNext(u"\\") || m_reader.text.commandIsNext(u"end") ||
                m_reader.text.commandIsNext(u"over"))
                break;
            rest.push_back(m_reader.withScripts(m_reader.item()));
        }
        out.children.push_back(rowNode(std::move(rest)));
        return true;
    }
    const auto found = alphabetCommands().constFind(name);
    if (found == alphabetCommands().constEnd()) return false;
    const MathAlphabet before = std::exchange(m_reader.alphabet, *found);
    // "{\bf x}": m_reader.sequence() puts the alphabet back at the end of the group.
    if (isSwitch(name)) return true;
    out = m_reader.argument();
    m_reader.alphabet = before;
    return true;
}

bool MathCommands::takeAccent(const QString& name, MathNode& out) {
    const auto found = accentCommands().constFind(name);
    if (found == accentCommands().constEnd()) return false;
    out.kind = MathNode::Kind::Accent;
    out.text = name;
    out.isOn = *found;
    out.children.push_back(m_reader.argument());
    return true;
}

bool MathCommands::takeSpace(const QString& name, MathNode& out) {
    static const QHash<QString, double> spaces{
        {",", 0.167},    {"thinspace", 0.167}, {":", 0.222},    {">", 0.222},          {";", 0.278},
        {"!", -0.167},   {" ", 0.28},          {"quad", 1},     {"qquad", 2},          {"enspace", 0.5},
        {"enskip", 0.5}, {"\n", 0.28},         {"space", 0.28}, {"nobreakspace", 0.28}};
    if (const auto found = spaces.constFind(name); found != spaces.constEnd()) {
        out = spaceNode(*found);
        return true;
    }
    if (name == u"hspace" || name == u"mspace") {
        if (m_reader.text.peek() == u'*') m_reader.text.skip();
        out = spaceNode(emOf(m_reader.text.rawArgument()));
        return true;
    }
    return false;
}

bool MathCommands::takeStacked(const QString& name, MathNode& out) {
    const bool isOver = name == u"overset" || name == u"stackrel";
    const bool isArrow = name == u"xrightarrow" || name == u"xleftarrow";
    if (!isOver && !isArrow && name != u"underset") return false;
    MathNode first, base, below;
    if (isArrow) {
        m_reader.text.skipBlanks();
        if (m_reader.text.peek() == u'[') {
            m_reader.text.skip();
            below = m_reader.sequence(MathReader::End::Bracket);
        }
        base = symbolNode(
            {name == u"xrightarrow" ? QStringLiteral("⟶") : QStringLiteral("⟵"), MathClass::Relation});
        first = m_reader.argument();
    } else {
        first = m_reader.argument();
        base = m_reader.argument();
    }
    out.kind = MathNode::Kind::Scripts;
    out.isOn = true;
    out.children.push_back(std::move(base));
    const bool isAbove = name != u"underset";
    out.children.push_back(isAbove ? std::move(first) : MathNode());
    out.children.push_back(isAbove ? std::move(below) : std::move(first));
    return true;
}

QString MathCommands::delimiter() {
    m_reader.text.skipBlanks();
    if (m_reader.text.atEnd()) return {};
    if (m_reader.text.peek() != u'\\') {
        const QChar c = m_reader.text.peek();
        m_reader.text.skip();
        return c == u'.'   ? QString()
               : c == u'<' ? QStringLiteral("⟨")
               : c == u'>' ? QStringLiteral("⟩")
                           : QString(c);
    }
    const QString name = m_reader.text.commandName();
    const MathSymbol* symbol = findMathSymbol(name);
    if (symbol == nullptr) m_reader.setUnknown();
    return symbol == nullptr ? QString() : symbol->text;
}

bool MathCommands::takeDelimited(const QString& name, MathNode& out) {
    if (name == u"left") {
        out = leftRight();
        return true;
    }
    if (name == u"right") {  // one too many
        delimiter();
        return true;
    }
    static const QHash<QString, double> heights{
        {"big", 1.2}, {"Big", 1.8}, {"bigg", 2.4}, {"Bigg", 3}, {"middle", 1.2}};
    QString size = name;
    QChar side;
    if (!heights.contains(size) && (size.endsWith(u'l') || size.endsWith(u'r') || size.endsWith(u'm'))) {
        side = size.back();
        size.chop(1);
    }
    const auto found = heights.constFind(size);
    if (found == heights.constEnd()) return false;
    out.kind = MathNode::Kind::Delimiter;
    out.left = delimiter();
    out.amount = *found;
    out.symbol.kind = side == u'l'   ? MathClass::Opening
                      : side == u'r' ? MathClass::Closing
                      : side == u'm' ? MathClass::Relation
                                     : MathClass::Ordinary;
    return true;
}

MathNode MathCommands::leftRight() {
    const QString left = delimiter();
    MathNode inside = m_reader.sequence(MathReader::End::Right);
    QString right;
    if (m_reader.text.commandIsNext(u"right")) {
        m_reader.text.commandName();
        right = delimiter();
    }
    return fencedNode(left, right, std::move(inside));
}

bool MathCommands::takeNothing(const QString& name, MathNode& out) {
    static const QSet<QString> alone{"nonumber", "notag",    "limits",     "nolimits",  "protect",
                                     "relax",    "noindent", "allowbreak", "centering", "right.",
                                     "/",        "strut",    "mathstrut",  "bigl.",     "hfill"};
    static const QSet<QString> withArgument{"label", "vspace", "color"};
    static const QSet<QString> around{"phantom",   "mathord",    "mathrel",   "mathbin",
                                      "mathop",    "mathopen",   "mathclose", "smash",
                                      "mathstrut", "ensuremath", "mathinner", "hphantom"};
    if (alone.contains(name)) return true;
    if (withArgument.contains(name)) {
        m_reader.text.rawArgument();
        return true;
    }
    if (name == u"textcolor" || name == u"colorbox") {
        m_reader.text.rawArgument();
        out = m_reader.argument();
        return true;
    }
    if (name == u"not") {
        out = m_reader.argument();
        if (out.kind == MathNode::Kind::Symbol) out.symbol.text += QChar(0x0338);
        return true;
    }
    if (!around.contains(name)) return false;
    out = m_reader.argument();
    if (name == u"phantom" || name == u"hphantom") out = spaceNode(0.5);
    return true;
}

bool MathCommands::takeChemistry(const QString& name, MathNode& out) {
    if (name != u"ce") return false;
    const QString latex = chemistryLatex(m_reader.text.rawArgument());
    const std::optional<MathNode> formula = latex.isNull() ? std::nullopt : parseMath(latex);
    m_reader.count(100);
    if (!formula) m_reader.setUnknown();
    if (formula) out = *formula;
    return true;
}

}  // namespace hearth::app
