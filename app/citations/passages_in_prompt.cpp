#include "citations/passages_in_prompt.h"

#include <QStringList>

#include "files/one_line_name.h"

namespace hearth::app {

QString abovePassages() {
    return QStringLiteral(
        "Passages from the documents of the person follow, each with its number. Answer from them where they "
        "help. Behind what you take from a passage put its number in brackets, such as [1]. Quote word for "
        "word or not at all. Say so where they do not answer the question.\n\n");
}

QString passageInPrompt(const CitedPassage& passage, const QString& text) {
    QStringList place{oneLineName(passage.name())};
    if (passage.page > 0) place += QStringLiteral("page %1").arg(passage.page);
    if (!passage.headings.isEmpty()) place += passage.headings;
    if (passage.whole) place += QStringLiteral("the whole document");
    return QStringLiteral("[%1] %2\n%3\n\n")
        .arg(QString::number(passage.number), place.join(QStringLiteral(", ")), text.trimmed());
}

}  // namespace hearth::app
