#include "chat/repetition_watch.h"

#include <algorithm>
#include <vector>

namespace hearth::app {

namespace {

/// Length of the end that is examined: four copies of a piece of 4,000 characters.
constexpr qsizetype tailLength = 16384;
constexpr qsizetype stepLength = 512;

/// The end of the text, backwards, with each number as one '0'.
QString backwards(QStringView text, bool withoutNumbers) {
    QString out;
    out.reserve(text.size());
    for (qsizetype i = text.size() - 1; i >= 0; --i) {
        const bool isDigit = withoutNumbers && text[i].isDigit();
        if (isDigit && out.endsWith(u'0')) continue;
        out += isDigit ? QChar(u'0') : text[i];
    }
    return out;
}

/// Contents of a piece.
struct Make {
    qsizetype letters = 0, words = 0;
    bool isRow = false;  ///< of a table
};

Make makeOf(QStringView piece) {
    Make make;
    bool inWord = false;
    for (const QChar c : piece) {
        make.isRow = make.isRow || c == u'|';
        make.letters += c.isLetter();
        make.words += c.isLetter() && !inWord;
        inWord = c.isLetter();
    }
    return make;
}

/// True if this many copies of such a piece are too many for an intentional repetition.
bool isTooMuch(QStringView piece, qsizetype length, bool withoutNumbers, bool inCode) {
    const qsizetype copies = length / piece.size();
    if (copies < 4) return false;
    const Make make = makeOf(piece);
    // Rulers, figures, cells, data.
    if (make.letters < 3 || make.isRow || inCode) return !withoutNumbers && length >= 4000 && copies >= 16;
    // "Chapter 1, Chapter 2" is a list.
    if (withoutNumbers) return make.words >= 4 && copies >= 12 && length >= 800;
    return length >= 2000 || (copies >= 10 && length >= 300);
}

/// By the prefix function of Knuth, Morris and Pratt on the text backwards: its first i characters have the
/// period i - border[i].
bool repeats(QStringView text, bool withoutNumbers, bool inCode) {
    const QString reversed = backwards(text, withoutNumbers);
    std::vector<qsizetype> border(static_cast<size_t>(reversed.size()) + 1);
    qsizetype matched = border[0] = -1, best = 0, bestPeriod = 0;
    for (qsizetype i = 0; i < reversed.size(); ++i) {
        while (matched >= 0 && reversed[matched] != reversed[i])
            matched = border[static_cast<size_t>(matched)];
        border[static_cast<size_t>(i) + 1] = ++matched;
        const qsizetype length = i + 1, period = length - matched;
        if (length < 4 * period) continue;
        best = length;
        bestPeriod = period;
    }
    return best > 0 && isTooMuch(QStringView(reversed).first(bestPeriod), best, withoutNumbers, inCode);
}

}  // namespace

void RepetitionWatch::add(QStringView delta) {
    for (const QChar c : delta) {
        if (c == u'\n') {
            if (m_lineStart.startsWith(u"```") || m_lineStart.startsWith(u"~~~")) m_inCode = !m_inCode;
            m_lineStart.clear();
        } else if (m_lineStart.size() < 3 && !(m_lineStart.isEmpty() && c.isSpace())) {
            m_lineStart += c;
        }
    }
    m_tail += delta;
    m_unseen += delta.size();
    if (m_tail.size() > 2 * tailLength) m_tail.remove(0, m_tail.size() - tailLength);
    if (m_unseen >= stepLength) look();
}

bool RepetitionWatch::isRepeatingNow() {
    look();
    return m_isRepeating;
}

void RepetitionWatch::look() {
    m_unseen = 0;
    const QStringView end = QStringView(m_tail).last(std::min(m_tail.size(), tailLength));
    m_isRepeating = repeats(end, false, m_inCode) || repeats(end, true, m_inCode);
}

}  // namespace hearth::app
