#include "chat/selected_text.h"

#include <QTextDocument>
#include <algorithm>

#include "chat/message_block_model.h"
#include "chat/plain_text.h"

namespace hearth::app {

namespace {

/// Stands where ProseStyle pads inline code, so that positions are those of the window: no character, and
/// QTextDocument has no meaning for it, as it has for U+FDD0.
constexpr QChar padding(0xFDEF);

bool hasText(MessageBlockModel::Kind kind) {
    switch (kind) {
        case MessageBlockModel::Footer:
        case MessageBlockModel::PrefillBar:
        case MessageBlockModel::ErrorCard:
        case MessageBlockModel::Reasoning:
            return false;
        default:
            return true;
    }
}

bool isRich(MessageBlockModel::Kind kind) {
    switch (kind) {
        case MessageBlockModel::Paragraph:
        case MessageBlockModel::Heading:
        case MessageBlockModel::ListItem:
        case MessageBlockModel::TaskItem:
        case MessageBlockModel::Quote:
            return true;
        default:
            return false;
    }
}

/// Character for character what the row's TextEdit holds.
QString shownText(const QString& richText) {
    QString html = richText;
    html.replace(QLatin1String("<code>"), QString(padding));
    html.replace(QLatin1String("</code>"), QString(padding));
    QTextDocument document;
    document.setHtml(QStringLiteral("<p>%1</p>").arg(html));
    return document.toPlainText();
}

}  // namespace

QString selectedText(const MessageBlockModel& blocks, int fromRow, int from, int toRow, int to) {
    PlainBlocks plain;
    const int last = std::min(toRow, blocks.count() - 1);
    for (int row = std::max(fromRow, 0); row <= last; ++row) {
        const MessageBlockModel::Kind kind = blocks.kindAt(row);
        if (!hasText(kind)) continue;
        const bool isEnd = row == fromRow || row == toRow;
        if (kind == MessageBlockModel::Rule && isEnd) continue;
        const MarkdownBlock& block = blocks.blockAt(row);
        const bool whole = kind == MessageBlockModel::Table || kind == MessageBlockModel::Math ||
                           kind == MessageBlockModel::Rule || !isEnd;
        if (whole) {
            plain.add(block, kind == MessageBlockModel::UserText ? block.text : wordsOf(block), true);
            continue;
        }
        const QString text = isRich(kind) ? shownText(block.text) : block.text;
        const int first = row == fromRow ? std::clamp(from, 0, static_cast<int>(text.size())) : 0;
        const int end =
            row == toRow ? std::min(to, static_cast<int>(text.size())) : static_cast<int>(text.size());
        if (end <= first) continue;
        QString part = text.mid(first, end - first);
        part.remove(padding);
        plain.add(block, part, first == 0);
    }
    return plain.text();
}

}  // namespace hearth::app
