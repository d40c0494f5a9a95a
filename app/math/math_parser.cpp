#include "math/math_parser.h"

#include <utility>

#include "math/math_commands.h"
#include "math/math_environments.h"
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

void MathReader::count(int parts) {
    m_parts += parts;
    if (m_parts > mostMathParts) m_isTooMuch = true;
}

MathNode MathReader::formula() {
    MathNode inside = sequence(End::Text);
    if (text.peek() != u'&' && !text.takeRowEnd()) return inside;
    // Lines without an environment around them.
    MathNode lines;
    lines.kind = MathNode::Kind::Array;
    lines.array = MathNode::ArrayKind::Aligned;
    text.restart();
    return MathEnvironments(*this).cells({}, std::move(lines));
}

bool MathReader::isEnd(End end) {
    if (text.atEnd()) return true;
    if (end == End::Brace && text.peek() == u'}') {
        text.skip();
        return true;
    }
    if (end == End::Bracket && text.peek() == u']') {
        text.skip();
        return true;
    }
    if (end == End::Right && text.commandIsNext(u"right")) return true;
    const bool isCellEnd = text.peek() == u'&' || text.commandIsNext(u"\\") || text.commandIsNext(u"cr") ||
                           text.commandIsNext(u"end");
    return (end == End::Cell || end == End::Text) && isCellEnd;
}

MathNode MathReader::sequence(End end) {
    const Deeper deeper(*this);
    std::vector<MathNode> children;
    const MathAlphabet before = alphabet;
    text.skipBlanks();
    while (!m_isTooMuch && !isEnd(end)) {
        if (text.commandIsNext(u"over") || text.commandIsNext(u"choose") || text.commandIsNext(u"atop")) {
            const QString name = text.commandName();
            MathNode below = sequence(end);
            MathNode whole = fractionNode(rowNode(std::move(children)), std::move(below), name == u"over",
                                          MathNode::Size::Inherited);
            alphabet = before;
            return name == u"choose" ? fencedNode(QStringLiteral("("), QStringLiteral(")"), std::move(whole))
                                     : std::move(whole);
        }
        MathNode next = withScripts(item());
        if (!next.isEmptyRow()) children.push_back(std::move(next));
        text.skipBlanks();
    }
    alphabet = before;
    // Braces around a sign make it a symbol like any other.
    const bool isSign = end == End::Brace && children.size() == 1 &&
                        children.front().kind == MathNode::Kind::Symbol &&
                        children.front().symbol.kind != MathClass::Ordinary;
    if (children.size() == 1 && !isSign) return std::move(children.front());
    return rowNode(std::move(children));
}

MathNode MathReader::argument() {
    text.skipBlanks();
    if (text.atEnd() || text.peek() == u'}' || text.peek() == u'&') return {};
    return item();
}

MathNode MathReader::item() {
    const Deeper deeper(*this);
    count(1);
    if (!goesOn()) {
        text.skipAll();
        return {};
    }
    switch (text.peek().unicode()) {
        case u'{':
            text.skip();
            return sequence(End::Brace);
        case u'\\':
            return MathCommands(*this).command();
        case u'^':
        case u'_':
            return {};  // scripts of nothing: withScripts() takes them
        case u'\'':
            return primes();
        case u'~':
            text.skip();
            return spaceNode(0.28);
        case u'}':
        case u'&':
        case u'$':
            text.skip();
            return {};
        default:
            return character();
    }
}

MathNode MathReader::character() {
    char32_t c = text.peek().unicode();
    if (text.peek().isHighSurrogate() && text.peek(1).isLowSurrogate())
        c = QChar::surrogateToUcs4(text.peek(), text.peek(1));
    text.skip(c > 0xffff ? 2 : 1);
    return symbolNode(mathSymbolOf(c), alphabet);
}

MathNode MathReader::primes() {
    MathSymbol prime{{}, MathClass::Ordinary};
    while (text.peek() == u'\'') {
        prime.text += QChar(0x2032);
        text.skip();
    }
    return symbolNode(prime);
}

MathNode MathReader::withScripts(MathNode base) {
    MathNode above, below;
    bool hasAny = false;
    for (text.skipBlanks(); goesOn(); text.skipBlanks()) {
        if (text.commandIsNext(u"limits") || text.commandIsNext(u"nolimits")) {
            base.symbol.hasLimits = text.commandName() == u"limits";
            continue;
        }
        const QChar mark = text.peek();
        const bool isBase = base.kind == MathNode::Kind::Symbol && base.symbol.text.startsWith(QChar(0x2032));
        if (mark != u'^' && mark != u'_' && (mark != u'\'' || isBase)) break;
        MathNode& script = mark == u'_' ? below : above;
        if (mark != u'\'') text.skip();
        MathNode next = mark == u'\'' ? primes() : argument();
        if (script.isEmptyRow()) {
            script = std::move(next);
        } else {
            std::vector<MathNode> both;
            both.push_back(std::move(script));
            both.push_back(std::move(next));
            script = rowNode(std::move(both));
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
