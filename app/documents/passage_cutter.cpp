#include "documents/passage_cutter.h"

#include <QStringList>
#include <QStringView>
#include <algorithm>
#include <utility>

namespace hearth::app {

namespace {

constexpr int mostHeadingLevels = 6;
constexpr qsizetype mostHeadingLength = 120;

/// A quarter of a token each.
int quartersOf(QChar c) {
    if (c.unicode() < 0x80) return 1;
    return c.unicode() < 0x0e00 ? 2 : 4;
}

qsizetype quartersIn(QStringView text) {
    qsizetype quarters = 0;
    for (const QChar c : text) quarters += quartersOf(c);
    return quarters;
}

/// The level of a heading of Markdown, and what it says; 0: the line is none.
int headingOf(QStringView line, QString& title) {
    int level = 0;
    while (level < line.size() && line[level] == u'#') ++level;
    if (level == 0 || level > mostHeadingLevels) return 0;
    if (level < line.size() && line[level] != u' ' && line[level] != u'\t') return 0;
    QStringView words = line.mid(level).trimmed();
    while (words.endsWith(u'#')) words.chop(1);
    title = words.trimmed().left(mostHeadingLength).toString();
    return level;
}

bool isFence(QStringView line) {
    const QStringView words = line.trimmed();
    return words.startsWith(QLatin1String("```")) || words.startsWith(QLatin1String("~~~"));
}

/// Cuts while it goes through the lines of a text once.
class Cutter {
public:
    Cutter(const QString& text, TextForm form) : m_text(text), m_form(form) {}

    std::vector<store::PassageRecord> cut() {
        if (m_text.contains(u'\f')) m_page = 1;
        qsizetype at = 0;
        while (at < m_text.size() && !isFull()) {
            qsizetype end = at;
            while (end < m_text.size() && m_text[end] != u'\n' && m_text[end] != u'\f') ++end;
            takeLine(at, end);
            if (end < m_text.size() && m_text[end] == u'\f') {
                flush();
                ++m_page;
            }
            if (end < m_text.size() && m_text[end] == u'\n') ++m_line;
            at = end + 1;
        }
        flush();
        return std::move(m_passages);
    }

private:
    bool isFull() const { return std::ssize(m_passages) > maxPassagesOfText; }

    void takeLine(qsizetype begin, qsizetype end) {
        while (end > begin && m_text[end - 1].isSpace()) --end;
        const QStringView line = QStringView(m_text).mid(begin, end - begin);
        if (line.isEmpty()) {
            m_afterBlank = true;
            return;
        }
        if (m_form == TextForm::Marked) noteHeading(line);
        if (m_form == TextForm::Table && m_firstRow) {
            m_firstRow = false;
            m_headings = {line.trimmed().left(2 * mostHeadingLength).toString()};
        }
        const qsizetype quarters = quartersIn(line);
        const bool mayEnd =
            m_form == TextForm::Table || (m_afterBlank && (m_form != TextForm::Code || !line[0].isSpace()));
        m_afterBlank = false;
        if (mayEnd) m_goodEnd = m_begin >= 0 ? m_end : -1, m_goodEndLine = m_lastLine;
        while (m_begin >= 0 && m_quarters + (begin - m_end) + quarters > 4 * maxPassageTokens)
            cutBefore(begin);
        if (quarters > 4 * maxPassageTokens) {
            takeLongLine(begin, end);
            return;
        }
        add(begin, end, quarters);
    }

    /// A heading begins a passage, unless only headings stand in the one before.
    void noteHeading(QStringView line) {
        if (isFence(line)) m_inFence = !m_inFence;
        QString title;
        const int level = m_inFence ? 0 : headingOf(line, title);
        if (level == 0) {
            m_onlyHeadings = false;
            return;
        }
        if (!m_onlyHeadings) flush();
        m_levels.resize(static_cast<size_t>(level));
        m_levels.back() = title;
        m_headings.clear();
        for (const QString& one : m_levels)
            if (!one.isEmpty()) m_headings += one;
        m_onlyHeadings = true;
    }

    void add(qsizetype begin, qsizetype end, qsizetype quarters) {
        if (m_begin < 0) {
            m_begin = begin;
            m_end = begin;
            m_firstLine = m_line;
            m_quarters = 0;
            m_goodEnd = -1;
        }
        // Empty lines are few, and blanks count as letters.
        m_quarters += begin - m_end + quarters;
        m_end = end;
        m_lastLine = m_line;
    }

    /// Ends the passage at the last good place, so that what comes after it stays together with the line that
    /// begins at `next`; without such a place, or when that makes it small, before that line.
    void cutBefore(qsizetype next) {
        const qsizetype end = std::exchange(m_goodEnd, -1);
        if (end <= m_begin || end >= m_end || (end - m_begin) * 3 < next - m_begin) {
            flush();
            return;
        }
        const qsizetype restEnd = m_end;
        const int lastLine = m_lastLine;
        m_end = end;
        m_lastLine = m_goodEndLine;
        qsizetype rest = end;
        int restLine = m_lastLine;
        while (rest < restEnd && m_text[rest].isSpace()) restLine += m_text[rest++] == u'\n' ? 1 : 0;
        while (rest > end && m_text[rest - 1] != u'\n') --rest;
        flush();
        m_begin = rest;
        m_firstLine = restLine;
        m_end = restEnd;
        m_lastLine = lastLine;
        m_quarters = quartersIn(QStringView(m_text).mid(rest, restEnd - rest));
    }

    /// A line that is longer than a passage: at sentences, at words, anywhere.
    void takeLongLine(qsizetype begin, qsizetype end) {
        flush();
        while (begin < end && !isFull()) {
            const qsizetype part = partEnd(begin, end);
            add(begin, part, 0);
            flush();
            begin = part;
            while (begin < end && m_text[begin].isSpace()) ++begin;
        }
    }

    qsizetype partEnd(qsizetype begin, qsizetype end) const {
        int quarters = 0;
        qsizetype at = begin, sentence = -1, word = -1;
        for (; at < end; ++at) {
            quarters += quartersOf(m_text[at]);
            if (quarters > 4 * maxPassageTokens) break;
            const char16_t c = m_text[at].unicode();
            const bool blank = at + 1 < end && m_text[at + 1].isSpace();
            if (((c == u'.' || c == u'!' || c == u'?') && blank) || c == u'。' || c == u'！' || c == u'？')
                sentence = at + 1;
            if (blank) word = at + 1;
        }
        if (at >= end) return end;
        const qsizetype half = begin + (at - begin) / 2;
        if (sentence > half) return sentence;
        if (word > half) return word;
        return m_text[at].isLowSurrogate() && at - 1 > begin ? at - 1 : at;
    }

    void flush() {
        if (isFull()) m_begin = -1;
        if (m_begin < 0) return;
        store::PassageRecord passage;
        passage.number = static_cast<int>(m_passages.size());
        passage.text = m_text.mid(m_begin, m_end - m_begin);
        passage.headings = m_headings.join(QStringLiteral(" › "));
        passage.page = m_page;
        passage.firstLine = m_firstLine;
        passage.lastLine = m_lastLine;
        // Bytes are counted on from the passage before.
        m_bytes += QStringView(m_text).mid(m_counted, m_begin - m_counted).toUtf8().size();
        passage.firstByte = m_bytes;
        m_bytes += passage.text.toUtf8().size();
        passage.endByte = m_bytes;
        m_counted = m_end;
        m_passages.push_back(std::move(passage));
        m_begin = -1;
        m_goodEnd = -1;
        m_onlyHeadings = false;
    }

    const QString& m_text;
    const TextForm m_form;
    std::vector<store::PassageRecord> m_passages;
    std::vector<QString> m_levels;  ///< the headings in force, by level
    QStringList m_headings;
    qsizetype m_begin = -1, m_end = 0;  ///< of the passage that is being made; -1: none
    qsizetype m_goodEnd = -1;           ///< the best place to cut it
    int m_goodEndLine = 0;
    qsizetype m_quarters = 0;
    int m_page = 0, m_line = 1, m_firstLine = 1, m_lastLine = 1;
    qsizetype m_counted = 0;  ///< up to here
    qint64 m_bytes = 0;       ///< it has so many
    bool m_afterBlank = false, m_inFence = false, m_onlyHeadings = false, m_firstRow = true;
};

}  // namespace

std::vector<store::PassageRecord> cutPassages(const QString& text, TextForm form) {
    return Cutter(text, form).cut();
}

int estimatedTokens(QStringView text) {
    return static_cast<int>((quartersIn(text) + 3) / 4);
}

}  // namespace hearth::app
