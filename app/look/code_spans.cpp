#include <algorithm>

#include "look/code_language.h"

namespace hearth::app {
namespace {

bool isWordStart(QChar c) {
    return c.isLetter() || c == u'_';
}
bool isWordPart(QChar c) {
    return c.isLetterOrNumber() || c == u'_';
}

class LineReader {
public:
    LineReader(const CodeLanguage& language, QStringView line) : m_language(language), m_line(line) {}

    std::vector<CodeSpan> read(int& state) {
        if (state == 1 && !finish(m_language.blockCommentEnd, 0, CodePart::Comment))
            return std::move(m_spans);
        if (state >= 2 && !finish(m_language.longQuotes.value(state - 2), 0, CodePart::String))
            return std::move(m_spans);
        state = 0;
        bool commandStart = true;
        while (m_at < m_line.size()) {
            const QChar c = m_line[m_at];
            if (c.isSpace()) {
                ++m_at;
                continue;
            }
            if (starts(m_language.blockCommentStart)) {
                if (!finish(m_language.blockCommentEnd, m_language.blockCommentStart.size(),
                            CodePart::Comment))
                    state = 1;
                continue;
            }
            if (lineComment()) break;
            if (const int quote = longQuote(); quote >= 0) {
                const QString& mark = m_language.longQuotes[quote];
                if (!finish(mark, mark.size(), CodePart::String)) state = 2 + quote;
                commandStart = false;
                continue;
            }
            if (m_language.quotes.contains(c)) {
                quoted(c);
            } else if (c.isDigit() && (m_at == 0 || !isWordPart(m_line[m_at - 1]))) {
                number();
            } else if (isWordStart(c)) {
                word(commandStart);
            } else {
                commandStart = c == u'|' || c == u';' || c == u'(' || c == u'&';
                ++m_at;
                continue;
            }
            commandStart = false;
        }
        return std::move(m_spans);
    }

private:
    bool starts(const QString& mark) const { return !mark.isEmpty() && m_line.mid(m_at).startsWith(mark); }

    void add(qsizetype from, CodePart part) {
        m_spans.push_back({static_cast<int>(from), static_cast<int>(m_at - from), part});
    }

    // Up to and with `mark`, looked for behind `skip`; false when the line ends first.
    bool finish(const QString& mark, qsizetype skip, CodePart part) {
        const qsizetype from = m_at;
        const qsizetype end = m_line.indexOf(mark, m_at + skip);
        m_at = end < 0 ? m_line.size() : end + mark.size();
        if (m_at > from) add(from, part);
        return end >= 0;
    }

    // A hash starts a comment only at the start of a word: $# and a#b are none.
    bool lineComment() {
        for (const QString& mark : m_language.lineComments) {
            if (!starts(mark)) continue;
            if (mark == u"#" && m_at > 0 && !m_line[m_at - 1].isSpace() && m_line[m_at - 1] != u';') continue;
            const qsizetype from = m_at;
            m_at = m_line.size();
            add(from, CodePart::Comment);
            return true;
        }
        return false;
    }

    int longQuote() const {
        for (int i = 0; i < m_language.longQuotes.size(); ++i)
            if (starts(m_language.longQuotes[i])) return i;
        return -1;
    }

    void quoted(QChar quote) {
        const qsizetype from = m_at++;
        while (m_at < m_line.size() && m_line[m_at] != quote) m_at += m_line[m_at] == u'\\' ? 2 : 1;
        m_at = std::min(m_at + 1, m_line.size());
        add(from, CodePart::String);
    }

    void number() {
        const qsizetype from = m_at;
        while (m_at < m_line.size() && (isWordPart(m_line[m_at]) || m_line[m_at] == u'.')) ++m_at;
        add(from, CodePart::Number);
    }

    void word(bool commandStart) {
        const qsizetype from = m_at;
        const bool shell = m_language.firstWordIsCall;
        while (m_at < m_line.size() && (isWordPart(m_line[m_at]) || (shell && m_line[m_at] == u'-'))) ++m_at;
        const QString text = m_line.mid(from, m_at - from).toString();
        const bool attached =
            from > 0 && (m_line[from - 1] == u'-' || m_line[from - 1] == u'/' || m_line[from - 1] == u'$');
        if (m_language.keywords.contains(m_language.caseSensitive ? text : text.toLower()) &&
            !(shell && attached)) {
            add(from, CodePart::Keyword);
        } else if (shell) {
            if (m_at < m_line.size() && m_line[m_at] == u'=' && !attached) {
                assignment();
            } else if (commandStart && !attached) {
                add(from, CodePart::Call);
            }
        } else if (m_at < m_line.size() && m_line[m_at] == u'(') {
            add(from, CodePart::Call);
        }
    }

    // NAME=value in a shell: the bare value is a string.
    void assignment() {
        const qsizetype from = ++m_at;
        if (m_at < m_line.size() && m_language.quotes.contains(m_line[m_at])) return;
        while (m_at < m_line.size() && !m_line[m_at].isSpace() && m_line[m_at] != u'$') ++m_at;
        if (m_at > from) add(from, CodePart::String);
    }

    const CodeLanguage& m_language;
    QStringView m_line;
    qsizetype m_at = 0;
    std::vector<CodeSpan> m_spans;
};

}  // namespace

std::vector<CodeSpan> codeSpans(const CodeLanguage& language, QStringView line, int& state) {
    return LineReader(language, line).read(state);
}

}  // namespace hearth::app
