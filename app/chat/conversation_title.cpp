#include "chat/conversation_title.h"

#include <QCoreApplication>
#include <QTextBoundaryFinder>

#include "chat/rich_text.h"

namespace hearth::app {

namespace {
constexpr qsizetype longest = 60;
}

QString titleFromMessage(const QString& message) {
    // The first line with words in it: code fences and rules make poor titles.
    QString line;
    for (const QString& candidate : message.left(2000).split(u'\n')) {
        line = candidate.simplified();
        while (!line.isEmpty() && !line.front().isLetterOrNumber() && !line.front().isSurrogate())
            line.remove(0, 1);
        if (!line.isEmpty()) break;
    }
    line = withVisibleControls(line);
    if (line.isEmpty()) return QCoreApplication::translate("Chat", "New chat");
    if (line.size() <= longest) return line;
    QTextBoundaryFinder words(QTextBoundaryFinder::Word, line);
    words.setPosition(longest - 1);
    qsizetype end = words.isAtBoundary() ? longest - 1 : words.toPreviousBoundary();
    // One long word (an address, a script without spaces) is cut between letters.
    if (end < longest / 2) {
        QTextBoundaryFinder letters(QTextBoundaryFinder::Grapheme, line);
        letters.setPosition(longest - 1);
        end = letters.isAtBoundary() ? longest - 1 : letters.toPreviousBoundary();
    }
    return line.left(end).trimmed() + QChar(0x2026);
}

}  // namespace hearth::app
