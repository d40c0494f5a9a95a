#include "math/chemistry.h"

#include <array>
#include <utility>

namespace hearth::app {

namespace {

/// Longest first, since they begin alike.
constexpr std::array<std::pair<QStringView, QStringView>, 6> arrows{{{u"<=>", u"\\rightleftharpoons "},
                                                                     {u"<->", u"\\leftrightarrow "},
                                                                     {u"->", u"\\rightarrow "},
                                                                     {u"<-", u"\\leftarrow "},
                                                                     {u"⇌", u"\\rightleftharpoons "},
                                                                     {u"→", u"\\rightarrow "}}};

bool isAsciiLetter(QChar c) {
    return c.unicode() < 128 && c.isLetter();
}

bool isDigit(QChar c) {
    return c >= u'0' && c <= u'9';
}

bool isSign(QChar c) {
    return c == u'+' || c == u'-';
}

class ChemistryReader {
public:
    explicit ChemistryReader(QStringView text) : m_text(text) {}

    QString read() {
        while (m_at < m_text.size())
            if (!step()) return {};
        return m_out;
    }

private:
    QChar peek(qsizetype ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : QChar(u' ');
    }
    /// Numbers and signs belong to what stands right before them.
    bool isAfterPart() const {
        const QChar before = m_at > 0 ? m_text[m_at - 1] : QChar(u' ');
        return isAsciiLetter(before) || before == u')' || before == u']' || before == u'}' || isDigit(before);
    }

    bool step() {
        for (const auto& [written, meant] : arrows)
            if (m_text.mid(m_at).startsWith(written)) {
                m_at += written.size();
                m_out += meant;
                return true;
            }
        const QChar c = peek();
        if (isAsciiLetter(c)) return takeLetters();
        if (isDigit(c)) return takeNumber();
        if (c == u'^' || c == u'_') return takeScript();
        if (isSign(c) && isAfterPart() && !isAsciiLetter(peek(1)) && !isDigit(peek(1))) {
            ++m_at;
            m_out += QStringLiteral("^{") + c + u'}';
            return true;
        }
        ++m_at;
        if (c.isSpace()) return true;
        if (c == u'*' || c == u'.' || c == u'·')
            m_out += QLatin1String("\\cdot ");
        else if (c == u'#')
            m_out += QLatin1String("\\equiv ");
        else if (QStringView(u"()[]+-=").contains(c))
            m_out += c;
        else
            return false;
        return true;
    }

    bool takeLetters() {
        const qsizetype start = m_at;
        while (isAsciiLetter(peek()) && m_at < m_text.size()) ++m_at;
        m_out += QStringLiteral("\\mathrm{%1}").arg(m_text.mid(start, m_at - start));
        return true;
    }

    bool takeNumber() {
        const bool isBelow = isAfterPart();
        const qsizetype start = m_at;
        while (isDigit(peek())) ++m_at;
        const QStringView number = m_text.mid(start, m_at - start);
        m_out += isBelow ? QStringLiteral("_{%1}").arg(number) : number.toString();
        return true;
    }

    /// "^{2+}", "^2-", "^+", "_{n}", "_2"
    bool takeScript() {
        const QChar mark = peek();
        ++m_at;
        QStringView inside;
        if (peek() == u'{') {
            const qsizetype end = m_text.indexOf(u'}', m_at);
            if (end < 0) return false;
            inside = m_text.mid(m_at + 1, end - m_at - 1);
            m_at = end + 1;
        } else {
            const qsizetype start = m_at;
            while (isDigit(peek())) ++m_at;
            if (mark == u'^' && isSign(peek())) ++m_at;
            inside = m_text.mid(start, m_at - start);
        }
        for (const QChar c : inside)
            if (!isAsciiLetter(c) && !isDigit(c) && !isSign(c)) return false;
        if (inside.isEmpty()) return false;
        // An isotope's numbers stand before its letter.
        if (m_out.isEmpty() || m_out.endsWith(u' ')) m_out += QLatin1String("{}");
        m_out += QStringLiteral("%1{%2}").arg(QString(mark), inside);
        return true;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    QString m_out;
};

}  // namespace

QString chemistryLatex(QStringView written) {
    return ChemistryReader(written.trimmed()).read();
}

}  // namespace hearth::app
