#include "citations/quotations.h"

#include <QRegularExpression>

namespace hearth::app {

namespace {

/// Between two texts: no letter is like it.
constexpr QChar kBorder(0x01);

QString lettersOf(const QString& text) {
    QString letters;
    letters.reserve(text.size());
    const QString normal = text.normalized(QString::NormalizationForm_KC).toCaseFolded();
    for (const QChar c : normal)
        if (c.isLetterOrNumber() || c.isSurrogate() || c.isMark()) letters += c;
    return letters;
}

}  // namespace

void QuotableText::add(const QString& text) {
    m_letters += lettersOf(text) + kBorder;
}

bool QuotableText::has(const QString& quotation) const {
    static const QRegularExpression leftOut(QStringLiteral("\\[?(?:\\.\\.\\.|\u2026)\\]?"));
    qsizetype from = 0;
    const QStringList parts = quotation.split(leftOut, Qt::SkipEmptyParts);
    for (const QString& part : parts) {
        const QString letters = lettersOf(part);
        const qsizetype at = m_letters.indexOf(letters, from);
        if (at < 0) return false;
        from = at + letters.size();
    }
    return true;
}

QStringList quotationsIn(const QString& text) {
    // Of pairs of marks that are not the same on both sides, and of the plain mark; none goes over a
    // paragraph.
    static const QRegularExpression quoted(
        QStringLiteral("\u201e([^\u201c\u201d\\n]{8,2000})[\u201c\u201d]|\u201c([^\u201d\\n]{8,2000})\u201d|"
                       "\u00ab([^\u00bb\\n]{8,2000})\u00bb|\u00bb([^\u00ab\\n]{8,2000})\u00ab|"
                       "\u300c([^\u300d\\n]{4,2000})\u300d|\"([^\"\\n]{8,2000})\""));
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    QStringList quotations;
    static const QRegularExpression code(QStringLiteral("```.*?(?:```|$)|~~~.*?(?:~~~|$)|`[^`\\n]*`"),
                                         QRegularExpression::DotMatchesEverythingOption);
    QString prose = text;
    prose.remove(code);
    for (auto matches = quoted.globalMatch(prose); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString inner = match.captured(match.lastCapturedIndex()).trimmed();
        const bool withoutSpaces = match.captured(0).startsWith(QChar(0x300c));
        if (withoutSpaces || inner.split(blanks).size() >= fewestQuotedWords) quotations += inner;
    }
    return quotations;
}

QStringList unfoundQuotations(const QString& text, const QuotableText& sources) {
    QStringList unfound;
    const QStringList all = quotationsIn(text);
    for (const QString& quotation : all)
        if (!sources.has(quotation)) unfound += quotation;
    return unfound;
}

}  // namespace hearth::app
