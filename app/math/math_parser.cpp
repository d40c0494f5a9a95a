#include "math/math_parser.h"

#include "math/math_reader.h"

namespace hearth::app {

namespace {

constexpr qsizetype longestMath = 20000;
constexpr int deepestMath = 40;
constexpr int mostMathParts = 6000;

}  // namespace

MathReader::Deeper::Deeper(MathReader& reader) : m_reader(reader) {
    if (++m_reader.m_depth > deepestMath) m_reader.m_isTooMuch = true;
}

MathNode MathReader::row(std::vector<MathNode> children) {
    MathNode node;
    node.children = std::move(children);
    return node;
}

MathNode MathReader::symbolNode(const MathSymbol& symbol, MathAlphabet alphabet) {
    MathNode node;
    node.kind = MathNode::Kind::Symbol;
    node.symbol = symbol;
    node.alphabet = alphabet;
    return node;
}

MathNode MathReader::textNode(const QString& text) {
    MathNode node;
    node.kind = MathNode::Kind::Text;
    node.text = text;
    return node;
}

MathNode MathReader::space(double em) {
    MathNode node;
    node.kind = MathNode::Kind::Space;
    node.amount = em;
    return node;
}

MathNode MathReader::fraction(MathNode above, MathNode below, bool hasRule, MathNode::Size size) {
    MathNode node;
    node.kind = MathNode::Kind::Fraction;
    node.isOn = hasRule;
    node.size = size;
    node.children.push_back(std::move(above));
    node.children.push_back(std::move(below));
    return node;
}

MathNode MathReader::fenced(const QString& left, const QString& right, MathNode inside) {
    MathNode node;
    node.kind = MathNode::Kind::Fence;
    node.left = left;
    node.right = right;
    node.children.push_back(std::move(inside));
    return node;
}

void MathReader::skipBlanks() {
    while (!atEnd() && m_text[m_at].isSpace()) ++m_at;
}

QString MathReader::commandName() {
    const qsizetype start = ++m_at;
    while (!atEnd() && m_text[m_at].unicode() < 128 && m_text[m_at].isLetter()) ++m_at;
    if (m_at == start && !atEnd()) ++m_at;
    return m_text.mid(start, m_at - start).toString();
}

bool MathReader::commandIsNext(QStringView name) const {
    if (peek() != u'\\' || m_text.mid(m_at + 1, name.size()) != name) return false;
    const QChar after = peek(1 + name.size());
    return !(after.unicode() < 128 && after.isLetter());
}

QString MathReader::rawArgument() {
    skipBlanks();
    if (peek() != u'{') {
        if (atEnd()) return {};
        return QString(m_text[m_at++]);
    }
    int depth = 0;
    const qsizetype start = m_at + 1;
    for (; !atEnd(); ++m_at) {
        if (m_text[m_at] == u'\\') {
            ++m_at;
            continue;
        }
        depth += m_text[m_at] == u'{' ? 1 : m_text[m_at] == u'}' ? -1 : 0;
        if (depth == 0) break;
    }
    const QString inside = m_text.mid(start, std::min(m_at, m_text.size()) - start).toString();
    m_at = std::min(m_at + 1, m_text.size());
    return inside;
}

QString MathReader::optionalArgument() {
    if (peek() != u'[') return {};
    const qsizetype end = m_text.indexOf(u']', m_at);
    if (end < 0) return {};
    const QString inside = m_text.mid(m_at + 1, end - m_at - 1).toString();
    m_at = end + 1;
    return inside;
}

MathNode MathReader::formula() {
    MathNode inside = sequence(End::Text);
    if (peek() != u'&' && !takeRowEnd()) return inside;
    // Lines without an environment around them.
    MathNode lines;
    lines.kind = MathNode::Kind::Array;
    lines.array = MathNode::ArrayKind::Aligned;
    m_at = 0;
    return cells({}, std::move(lines));
}

bool MathReader::isEnd(End end) {
    if (atEnd()) return true;
    if (end == End::Brace && peek() == u'}') {
        ++m_at;
        return true;
    }
    if (end == End::Bracket && peek() == u']') {
        ++m_at;
        return true;
    }
    if (end == End::Right && commandIsNext(u"right")) return true;
    const bool isCellEnd =
        peek() == u'&' || commandIsNext(u"\\") || commandIsNext(u"cr") || commandIsNext(u"end");
    return (end == End::Cell || end == End::Text) && isCellEnd;
}

MathNode MathReader::sequence(End end) {
    const Deeper deeper(*this);
    std::vector<MathNode> children;
    const MathAlphabet alphabet = m_alphabet;
    skipBlanks();
    while (!m_isTooMuch && !isEnd(end)) {
        if (commandIsNext(u"over") || commandIsNext(u"choose") || commandIsNext(u"atop")) {
            const QString name = commandName();
            MathNode below = sequence(end);
            MathNode whole = fraction(row(std::move(children)), std::move(below), name == u"over",
                                      MathNode::Size::Inherited);
            m_alphabet = alphabet;
            return name == u"choose" ? fenced(QStringLiteral("("), QStringLiteral(")"), std::move(whole))
                                     : std::move(whole);
        }
        MathNode next = withScripts(item());
        if (!next.isEmptyRow()) children.push_back(std::move(next));
        skipBlanks();
    }
    m_alphabet = alphabet;
    // Braces around a sign make it a symbol like any other.
    const bool isSign = end == End::Brace && children.size() == 1 &&
                        children.front().kind == MathNode::Kind::Symbol &&
                        children.front().symbol.kind != MathClass::Ordinary;
    if (children.size() == 1 && !isSign) return std::move(children.front());
    return row(std::move(children));
}

MathNode MathReader::argument() {
    skipBlanks();
    if (atEnd() || peek() == u'}' || peek() == u'&') return {};
    return item();
}

MathNode MathReader::item() {
    const Deeper deeper(*this);
    if (++m_parts > mostMathParts) m_isTooMuch = true;
    if (m_isTooMuch || atEnd()) {
        m_at = m_text.size();
        return {};
    }
    switch (peek().unicode()) {
        case u'{':
            ++m_at;
            return sequence(End::Brace);
        case u'\\':
            return command();
        case u'^':
        case u'_':
            return {};  // scripts of nothing: withScripts() takes them
        case u'\'':
            return primes();
        case u'~':
            ++m_at;
            return space(0.28);
        case u'}':
        case u'&':
        case u'$':
            ++m_at;
            return {};
        default:
            return character();
    }
}

MathNode MathReader::character() {
    char32_t c = peek().unicode();
    if (peek().isHighSurrogate() && peek(1).isLowSurrogate()) c = QChar::surrogateToUcs4(peek(), peek(1));
    m_at += c > 0xffff ? 2 : 1;
    return symbolNode(mathSymbolOf(c), m_alphabet);
}

MathNode MathReader::primes() {
    MathSymbol prime{{}, MathClass::Ordinary};
    while (peek() == u'\'') {
        prime.text += QChar(0x2032);
        ++m_at;
    }
    return symbolNode(prime);
}

MathNode MathReader::withScripts(MathNode base) {
    MathNode above, below;
    bool hasAny = false;
    for (skipBlanks(); !m_isTooMuch && !atEnd(); skipBlanks()) {
        if (commandIsNext(u"limits") || commandIsNext(u"nolimits")) {
            base.symbol.hasLimits = commandName() == u"limits";
            continue;
        }
        const QChar mark = peek();
        const bool isBase = base.kind == MathNode::Kind::Symbol && base.symbol.text.startsWith(QChar(0x2032));
        if (mark != u'^' && mark != u'_' && (mark != u'\'' || isBase)) break;
        MathNode& script = mark == u'_' ? below : above;
        if (mark != u'\'') ++m_at;
        MathNode next = mark == u'\'' ? primes() : argument();
        if (script.isEmptyRow()) {
            script = std::move(next);
        } else {
            std::vector<MathNode> both;
            both.push_back(std::move(script));
            both.push_back(std::move(next));
            script = row(std::move(both));
        }
        hasAny = true;
    }
    if (!hasAny) return base;
    MathNode node;
    node.kind = MathNode::Kind::Scripts;
    // Braces over and under a formula carry what is said of it.
    node.isOn = base.kind == MathNode::Kind::Accent && base.text.endsWith(QLatin1String("brace"));
    node.children.push_back(std::move(base));
    node.children.push_back(std::move(above));
    node.children.push_back(std::move(below));
    return node;
}

std::optional<MathNode> parseMath(QStringView latex) {
    if (latex.size() > longestMath) return {};
    MathReader reader(latex);
    MathNode node = reader.formula();
    if (reader.isTooMuch() || reader.isUnknown()) return {};
    return node;
}

}  // namespace hearth::app
