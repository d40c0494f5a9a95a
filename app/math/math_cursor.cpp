#include "math/math_cursor.h"

#include <algorithm>

namespace hearth::app {

void MathCursor::skipBlanks() {
    while (!atEnd() && m_text[m_at].isSpace()) ++m_at;
}

QString MathCursor::commandName() {
    const qsizetype start = ++m_at;
    while (!atEnd() && m_text[m_at].unicode() < 128 && m_text[m_at].isLetter()) ++m_at;
    if (m_at == start && !atEnd()) ++m_at;
    return m_text.mid(start, m_at - start).toString();
}

bool MathCursor::commandIsNext(QStringView name) const {
    if (peek() != u'\\' || m_text.mid(m_at + 1, name.size()) != name) return false;
    const QChar after = peek(1 + name.size());
    return !(after.unicode() < 128 && after.isLetter());
}

QString MathCursor::rawArgument() {
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

QString MathCursor::optionalArgument() {
    if (peek() != u'[') return {};
    const qsizetype end = m_text.indexOf(u']', m_at);
    if (end < 0) return {};
    const QString inside = m_text.mid(m_at + 1, end - m_at - 1).toString();
    m_at = end + 1;
    return inside;
}

bool MathCursor::takeRowEnd() {
    if (!commandIsNext(u"\\") && !commandIsNext(u"cr")) return false;
    commandName();
    if (peek() == u'*') ++m_at;
    if (peek() == u'[') {  // the room that is to follow
        const qsizetype end = m_text.indexOf(u']', m_at);
        if (end >= 0 && end - m_at < 12 && peek(1).isDigit()) m_at = end + 1;
    }
    return true;
}

}  // namespace hearth::app
