#pragma once

#include <QChar>
#include <QString>
#include <QStringView>

namespace hearth::app {

/// Stands beside marks of emphasis in what withEmphasisMarks() gives; no text holds it, and it is taken out
/// of what the parser makes.
inline constexpr QChar emphasisMark(0xfdd2);

/// A Markdown text whose emphasis begins and ends beside Chinese, Japanese and Korean characters as it does
/// beside others. CommonMark looks at the characters around asterisks, and takes punctuation without blanks
/// around it for a sign that nothing ends there; these languages are written without blanks. The rule is that
/// of "CJK-friendly emphasis": their punctuation counts as letters, and so does other punctuation whose
/// asterisks have one of their characters on the other side. Where that makes a difference a mark is put in
/// that the parser takes for a letter. Linear in the text.
QString withEmphasisMarks(const QString& text);

}  // namespace hearth::app
