#pragma once

#include <QString>
#include <QStringList>

namespace hearth::app {

/// Texts that may be quoted. Only letters count, so line breaks, kinds of quotation marks and hyphens at the
/// ends of lines make no difference.
class QuotableText {
public:
    void add(const QString& text);
    bool isEmpty() const { return m_letters.isEmpty(); }
    /// True if one of the texts contains the quotation word for word. An ellipsis may leave something out.
    bool has(const QString& quotation) const;

private:
    QString m_letters;
};

/// Shorter quotations are names and terms, and prove nothing.
inline constexpr int fewestQuotedWords = 4;

/// The quotations of a Markdown text, of at least fewestQuotedWords words, in the quotation marks of any
/// language, without these marks. Code contains no quotations.
QStringList quotationsIn(const QString& text);

/// Quotations that are in none of the sources.
QStringList unfoundQuotations(const QString& text, const QuotableText& sources);

}  // namespace hearth::app
