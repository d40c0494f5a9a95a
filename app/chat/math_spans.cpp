#include "chat/math_spans.h"

#include <algorithm>
#include <array>
#include <optional>

namespace hearth::app {

namespace {

/// Longer ones are text.
constexpr qsizetype longestFormula = 20000;

bool isAsciiLetter(QChar c) {
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isAsciiDigit(QChar c) {
    return c >= u'0' && c <= u'9';
}

/// "5 dollars and 10 cents": begins with a number, has words and nothing that only formulas have.
bool looksLikeMoney(QStringView inside) {
    if (inside.isEmpty() || !isAsciiDigit(inside.front())) return false;
    for (const QChar c : inside)
        if (QStringView(u"\\^_={}").contains(c)) return false;
    const auto words = inside.split(u' ', Qt::SkipEmptyParts);
    return std::any_of(words.begin(), words.end(), [](QStringView word) {
        return word.size() > 1 && std::all_of(word.begin(), word.end(), isAsciiLetter);
    });
}

/// "\[1\] Smith" is a bracket that Markdown would have taken for a link.
bool looksLikeFormula(QStringView inside) {
    return std::any_of(inside.begin(), inside.end(),
                       [](QChar c) { return QStringView(u"\\^_=<>+").contains(c); });
}

class SpanFinder {
public:
    explicit SpanFinder(QStringView text) : m_text(text) {}

    std::vector<MathSpan> find() {
        skipFence();
        while (m_at < m_text.size()) {
            switch (m_text[m_at].unicode()) {
                case u'\n':
                    ++m_at;
                    skipFence();
                    break;
                case u'`':
                    skipCode();
                    break;
                case u'\\':
                    takeBracket();
                    break;
                case u'$':
                    takeDollars();
                    break;
                default:
                    ++m_at;
            }
        }
        return std::move(m_spans);
    }

private:
    QChar charAt(qsizetype at) const { return at >= 0 && at < m_text.size() ? m_text[at] : QChar(u'\n'); }

    qsizetype runAt(qsizetype at) const {
        qsizetype end = at;
        while (end < m_text.size() && m_text[end] == m_text[at]) ++end;
        return end - at;
    }

    /// End of the paragraph that contains m_at.
    qsizetype paragraphEnd() {
        if (m_at < m_paragraphEnd) return m_paragraphEnd;
        for (qsizetype line = m_text.indexOf(u'\n', m_at); line >= 0;
             line = m_text.indexOf(u'\n', line + 1)) {
            qsizetype next = line + 1;
            while (next < m_text.size() && m_text[next] != u'\n' && m_text[next].isSpace()) ++next;
            if (next < m_text.size() && m_text[next] != u'\n') continue;
            return m_paragraphEnd = line;
        }
        return m_paragraphEnd = m_text.size();
    }

    /// At the start of a line: over the whole of a code block, when one begins here.
    void skipFence() {
        qsizetype at = m_at;
        while (charAt(at) == u' ' || charAt(at) == u'>') ++at;
        const QChar fence = charAt(at);
        if (fence != u'`' && fence != u'~') return;
        const qsizetype length = runAt(at);
        if (length < 3) return;
        qsizetype line = m_text.indexOf(u'\n', at);
        if (fence == u'`' &&
            m_text.mid(at + length, (line < 0 ? m_text.size() : line) - at - length).contains(u'`'))
            return;
        while (line >= 0) {
            qsizetype start = line + 1;
            while (charAt(start) == u' ' || charAt(start) == u'>') ++start;
            line = m_text.indexOf(u'\n', start);
            if (charAt(start) == fence && runAt(start) >= length) break;
        }
        m_at = line < 0 ? m_text.size() : line;
    }

    void skipCode() {
        const qsizetype length = runAt(m_at);
        const qsizetype end = paragraphEnd();
        // A mark that was not found once is not found later in the paragraph either.
        const size_t slot = static_cast<size_t>(std::min<qsizetype>(length, m_notClosed.size() - 1));
        qsizetype at = m_at + length;
        m_at = at;
        if (m_notClosed[slot] == end || slot + 1 == m_notClosed.size()) return;
        while ((at = m_text.indexOf(u'`', at)) >= 0 && at < end) {
            const qsizetype run = runAt(at);
            at += run;
            if (run != length) continue;
            m_at = at;
            return;
        }
        m_notClosed[slot] = end;
    }

    void add(qsizetype start, qsizetype end, qsizetype markLength, bool isDisplay) {
        m_spans.push_back({start, end - start, markLength, isDisplay});
        m_at = end;
    }

    /// Position of the closing mark of `length` characters; nothing when the formula does not end. Another
    /// opening mark means that the first one was not an opening mark.
    std::optional<qsizetype> closing(qsizetype from, QChar second, QChar opening) {
        const qsizetype end = std::min(paragraphEnd(), from + longestFormula);
        for (qsizetype at = from; at < end; ++at) {
            if (m_text[at] == u'`') return {};
            if (m_text[at] != u'\\') continue;
            ++at;
            if (charAt(at) == second) return at - 1;
            if (charAt(at) == opening) return {};
        }
        return {};
    }

    void takeBracket() {
        const QChar opening = charAt(m_at + 1);
        const qsizetype start = m_at;
        m_at += 2;
        if (opening != u'(' && opening != u'[') return;
        const bool isDisplay = opening == u'[';
        const auto close = closing(start + 2, isDisplay ? u']' : u')', opening);
        if (!close) return;
        const QStringView inside = m_text.mid(start + 2, *close - start - 2).trimmed();
        if (inside.isEmpty()) return;
        if (isDisplay && !standsAlone(start, *close + 2) && !looksLikeFormula(inside)) return;
        add(start, *close + 2, 2, isDisplay);
    }

    /// True if its lines contain nothing else but the prefix of a block and a full stop.
    bool standsAlone(qsizetype start, qsizetype end) const {
        while (start > 0 && QStringView(u" \t>").contains(m_text[start - 1])) --start;
        while (end < m_text.size() && QStringView(u" \t.,;:").contains(m_text[end])) ++end;
        return charAt(start - 1) == u'\n' && charAt(end) == u'\n';
    }

    void takeDollars() {
        const qsizetype run = runAt(m_at);
        const qsizetype start = m_at;
        m_at += run;
        if (run == 1) takeInline(start);
        if (run == 2) takeDisplay(start);
    }

    void takeInline(qsizetype start) {
        const QChar before = charAt(start - 1);
        if (start > 0 && (isAsciiLetter(before) || isAsciiDigit(before))) return;
        if (charAt(start + 1).isSpace()) return;
        m_at = start;
        const qsizetype end = std::min(paragraphEnd(), start + longestFormula);
        m_at = start + 1;
        qsizetype at = start + 1;
        for (; at < end && m_text[at] != u'$'; ++at) {
            if (m_text[at] == u'`') return;
            if (m_text[at] == u'\\') ++at;
        }
        if (at >= end || m_text[at - 1].isSpace() || runAt(at) != 1 || !mayFollow(at + 1)) return;
        if (looksLikeMoney(m_text.mid(start + 1, at - start - 1))) return;
        add(start, at + 1, 1, false);
    }

    /// True if this text may follow a closing dollar: no digit, and letters only as in "the $n$th".
    bool mayFollow(qsizetype at) const {
        if (isAsciiDigit(charAt(at))) return false;
        qsizetype end = at;
        while (isAsciiLetter(charAt(end))) ++end;
        const QStringView letters = m_text.mid(at, end - at);
        return letters.isEmpty() || letters == u"th" || letters == u"st" || letters == u"nd" ||
               letters == u"rd" || letters == u"s";
    }

    void takeDisplay(qsizetype start) {
        m_at = start;
        const qsizetype end = std::min(paragraphEnd(), start + longestFormula);
        m_at = start + 2;
        for (qsizetype at = start + 2; at + 1 < end; ++at) {
            if (m_text[at] == u'`') return;
            if (m_text[at] == u'\\')
                ++at;
            else if (m_text[at] == u'$' && m_text[at + 1] == u'$') {
                if (isAsciiDigit(charAt(at + 2)) || m_text.mid(start + 2, at - start - 2).trimmed().isEmpty())
                    return;
                add(start, at + 2, 2, true);
                return;
            }
        }
    }

    QStringView m_text;
    qsizetype m_at = 0;
    qsizetype m_paragraphEnd = 0;
    /// By length of a run of backticks: the end of the paragraph that has no other such run.
    std::array<qsizetype, 64> m_notClosed{};
    std::vector<MathSpan> m_spans;
};

}  // namespace

std::vector<MathSpan> mathSpans(QStringView text) {
    return SpanFinder(text).find();
}

}  // namespace hearth::app
