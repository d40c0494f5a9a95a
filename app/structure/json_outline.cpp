#include "structure/json_outline.h"

#include <algorithm>
#include <utility>

namespace hearth::app {

namespace {

bool isBlank(QChar c) {
    return c == u' ' || c == u'\n' || c == u'\r' || c == u'\t';
}

bool isDigit(QChar c) {
    return c >= u'0' && c <= u'9';
}

/// States of a number, by JSON's own rule, one character at a time.
enum class NumberState { Start, Minus, Zero, Digits, Point, Fraction, Exponent, Sign, Power, Bad };

NumberState next(NumberState state, QChar c) {
    using S = NumberState;
    const bool digit = isDigit(c), exponent = c == u'e' || c == u'E';
    switch (state) {
        case S::Start:
            if (c == u'-') return S::Minus;
            [[fallthrough]];
        case S::Minus:
            return c == u'0' ? S::Zero : digit ? S::Digits : S::Bad;
        case S::Zero:
            return c == u'.' ? S::Point : exponent ? S::Exponent : S::Bad;
        case S::Digits:
            return digit ? S::Digits : c == u'.' ? S::Point : exponent ? S::Exponent : S::Bad;
        case S::Point:
            return digit ? S::Fraction : S::Bad;
        case S::Fraction:
            return digit ? S::Fraction : exponent ? S::Exponent : S::Bad;
        case S::Exponent:
            return c == u'+' || c == u'-' ? S::Sign : digit ? S::Power : S::Bad;
        case S::Sign:
        case S::Power:
            return digit ? S::Power : S::Bad;
        case S::Bad:
            break;
    }
    return S::Bad;
}

bool isNumber(NumberState state) {
    return state == NumberState::Zero || state == NumberState::Digits || state == NumberState::Fraction ||
           state == NumberState::Power;
}

/// Reads a text from its beginning; without recursion, because a model may write any depth of nesting.
class OutlineReader {
public:
    explicit OutlineReader(QStringView text) : m_text(text) {}

    JsonOutline read() {
        m_outline.isJson = readAll();
        if (!m_outline.isJson || m_outline.nodes.empty()) return {};
        for (const int open : m_open) m_outline.nodes[static_cast<size_t>(open)].end = m_at;
        m_outline.whole = m_expect == Expect::End && !m_outline.cut;
        return std::move(m_outline);
    }

private:
    enum class Expect { Value, ValueOrClose, Key, KeyOrClose, Colon, CommaOrClose, End };
    using Kind = JsonOutline::Kind;
    using Node = JsonOutline::Node;

    /// False: it is no JSON.
    bool readAll() {
        while (!m_outline.cut) {
            while (m_at < m_text.size() && isBlank(m_text[m_at])) ++m_at;
            if (m_at == m_text.size()) return true;
            if (!step(m_text[m_at])) return false;
        }
        return true;
    }

    bool step(QChar c) {
        switch (m_expect) {
            case Expect::ValueOrClose:
                if (c == u']') return close();
                [[fallthrough]];
            case Expect::Value:
                return readValue(c);
            case Expect::KeyOrClose:
                if (c == u'}') return close();
                [[fallthrough]];
            case Expect::Key:
                return c == u'"' && readKey();
            case Expect::Colon:
                ++m_at;
                m_expect = Expect::Value;
                return c == u':';
            case Expect::CommaOrClose: {
                const bool object = top().kind == Kind::Object;
                if (c == (object ? u'}' : u']')) return close();
                ++m_at;
                m_expect = object ? Expect::Key : Expect::Value;
                return c == u',';
            }
            case Expect::End:
                break;
        }
        return false;
    }

    Node& top() { return m_outline.nodes[static_cast<size_t>(m_open.back())]; }

    bool close() {
        ++m_at;
        top().end = m_at;
        top().whole = true;
        m_open.pop_back();
        m_expect = m_open.empty() ? Expect::End : Expect::CommaOrClose;
        return true;
    }

    bool readKey() {
        const qsizetype begin = m_at;
        (void)skipString();
        m_key = unescapedJson(m_text.mid(begin, m_at - begin));
        m_expect = Expect::Colon;
        return true;
    }

    /// Moves past its end; false: there is none.
    bool skipString() {
        for (++m_at; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == u'\\')
                ++m_at;
            else if (m_text[m_at] == u'"') {
                ++m_at;
                return true;
            }
        }
        m_at = m_text.size();
        return false;
    }

    bool readValue(QChar c) {
        if (m_outline.nodes.size() >= JsonOutline::mostNodes ||
            m_open.size() >= static_cast<size_t>(JsonOutline::mostDepth)) {
            m_outline.cut = true;
            return true;
        }
        Node node;
        node.begin = m_at;
        node.depth = static_cast<int>(m_open.size());
        if (!m_open.empty()) {
            node.parent = m_open.back();
            node.index = top().children++;
            node.key = std::exchange(m_key, {});
        }
        const bool container = c == u'{' || c == u'[';
        bool good = true;
        if (container) {
            ++m_at;
            node.kind = c == u'{' ? Kind::Object : Kind::List;
            m_open.push_back(static_cast<int>(m_outline.nodes.size()));
            m_expect = c == u'{' ? Expect::KeyOrClose : Expect::ValueOrClose;
        } else {
            good = readScalar(node, c);
            m_expect = m_open.empty() ? Expect::End : Expect::CommaOrClose;
        }
        node.end = m_at;
        m_outline.nodes.push_back(std::move(node));
        return good;
    }

    bool readScalar(Node& node, QChar c) {
        if (c == u'"') {
            node.kind = Kind::Text;
            node.whole = skipString();
            return true;
        }
        if (c == u'-' || isDigit(c)) {
            node.kind = Kind::Number;
            NumberState state = NumberState::Start, after = next(state, c);
            for (; after != NumberState::Bad;
                 after = m_at < m_text.size() ? next(state, m_text[m_at]) : NumberState::Bad) {
                state = after;
                ++m_at;
            }
            const bool atEnd = m_at == m_text.size();
            // Another digit may follow while the text is being written.
            node.whole = isNumber(state) && (!atEnd || m_open.empty());
            return isNumber(state) || atEnd;
        }
        for (const QStringView word : {QStringView(u"true"), QStringView(u"false"), QStringView(u"null")}) {
            const qsizetype length = std::min(word.size(), m_text.size() - m_at);
            if (m_text.mid(m_at, length) != word.left(length)) continue;
            m_at += length;
            node.whole = length == word.size();
            return true;
        }
        return false;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    Expect m_expect = Expect::Value;
    QString m_key;
    std::vector<int> m_open;  ///< objects and lists that have no end yet
    JsonOutline m_outline;
};

/// Value of four hex digits; -1: they are not.
int hexUnit(QStringView digits) {
    bool good = false;
    const int unit = digits.size() == 4 ? digits.toInt(&good, 16) : 0;
    return good ? unit : -1;
}

}  // namespace

QString unescapedJson(QStringView literal) {
    if (literal.startsWith(u'"')) literal = literal.mid(1);
    QString text;
    text.reserve(literal.size());
    for (qsizetype at = 0; at < literal.size(); ++at) {
        const QChar c = literal[at];
        if (c == u'"') break;
        if (c != u'\\' || at + 1 == literal.size()) {
            if (c != u'\\') text += c;
            continue;
        }
        const QChar kind = literal[++at];
        static constexpr QStringView signs = u"nrtbf", meant = u"\n\r\t\b\f";
        if (const qsizetype sign = signs.indexOf(kind); sign >= 0) {
            text += meant[sign];
        } else if (kind == u'u') {
            const int unit = hexUnit(literal.mid(at + 1, 4));
            if (unit < 0) continue;
            text += QChar(static_cast<char16_t>(unit));
            at += 4;
        } else {
            text += kind;
        }
    }
    return text;
}

JsonOutline JsonOutline::of(QStringView text) {
    return OutlineReader(text).read();
}

}  // namespace hearth::app
