/// Data about a programming language for a highlighter.
#pragma once

#include <QSet>
#include <QString>
#include <QStringList>
#include <QStringView>
#include <vector>

namespace hearth::app {

struct CodeLanguage {
    QSet<QString> keywords;
    QStringList lineComments;                    ///< marks that start a comment to the end of the line
    QString blockCommentStart, blockCommentEnd;  ///< empty: none
    QString quotes;                              ///< characters that enclose strings on one line
    QStringList longQuotes;                      ///< strings over several lines: """, ```, `
    bool caseSensitive = true;
    bool firstWordIsCall = false;  ///< shells: the first word of a command
};

enum class CodePart { Keyword, String, Number, Call, Comment };

struct CodeSpan {
    int start = 0, length = 0;  ///< in UTF-16 units of the line
    CodePart part = CodePart::Keyword;
    bool operator==(const CodeSpan&) const = default;
};

/// nullptr for unknown names. Names are those after a Markdown fence, in any case.
const CodeLanguage* findCodeLanguage(const QString& name);

/// Splits one line into coloured parts. `state` is what was left open by the line before (0: nothing, 1: a
/// block comment, 2 + n: the long quote n) and is set to what is open after this line. Linear in the line.
std::vector<CodeSpan> codeSpans(const CodeLanguage& language, QStringView line, int& state);

}  // namespace hearth::app
