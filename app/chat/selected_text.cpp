#include "chat/selected_text.h"

#include <QTextBlock>
#include <QTextDocument>
#include <QTextFragment>
#include <algorithm>

#include "chat/message_block_model.h"
#include "chat/plain_text.h"

namespace hearth::app {

namespace {

/// Stands where ProseStyle pads inline code, so that positions are those of the window: no character, and
/// QTextDocument has no meaning for it, as it has for U+FDD0.
constexpr QChar padding(0xFDEF);

/// Before the LaTeX of a formula that stands as a link.
const QString formulaScheme = QStringLiteral("tex:");

bool hasText(MessageBlockModel::Kind kind) {
    switch (kind) {
        case MessageBlockModel::Footer:
        case MessageBlockModel::PrefillBar:
        case MessageBlockModel::Notice:
        case MessageBlockModel::ErrorCard:
        case MessageBlockModel::Reasoning:
        case MessageBlockModel::Summary:
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

/// Character for character what the row's TextEdit holds. Each formula is a link to its LaTeX.
void fillAsShown(QTextDocument& document, const QString& richText) {
    QString html = richText;
    html.replace(QLatin1String("<code>"), QString(padding));
    html.replace(QLatin1String("</code>"), QString(padding));
    // Italics and scripts would part a formula.
    for (const char* tag : {"<i>", "</i>", "<sup>", "</sup>", "<sub>", "</sub>"})
        html.remove(QLatin1String(tag));
    html.replace(QLatin1String("<math tex=\""), QLatin1String("<a href=\"") + formulaScheme);
    html.replace(QLatin1String("</math>"), QLatin1String("</a>"));
    document.setHtml(QStringLiteral("<p>%1</p>").arg(html));
}

QString formulaOf(const QTextFragment& fragment) {
    const QString address = fragment.charFormat().anchorHref();
    return address.startsWith(formulaScheme) ? address.mid(formulaScheme.size()) : QString();
}

/// The part [first, end) of a row of rich text; a formula that lies in it wholly is its LaTeX.
QString shownPart(const QString& richText, int first, int end) {
    QTextDocument document;
    fillAsShown(document, richText);
    const QString plain = document.toPlainText();
    QString part;
    int taken = first;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextFragment fragment = at.fragment();
            const int from = fragment.position(), to = from + fragment.length();
            const QString formula = formulaOf(fragment);
            if (formula.isEmpty() || from < first || to > end) continue;
            part += plain.mid(taken, from - taken) + u'$' + formula + u'$';
            taken = to;
        }
    }
    return part + plain.mid(taken, end - taken);
}

int shownLength(const QString& richText) {
    QTextDocument document;
    fillAsShown(document, richText);
    return static_cast<int>(document.toPlainText().size());
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
        if (kind == MessageBlockModel::Fold) {
            MarkdownBlock rest;
            rest.joint = MarkdownBlock::Joint::Line;
            plain.add(rest, blocks.hiddenText(row).toString(), false);
            continue;
        }
        const bool whole = kind == MessageBlockModel::Table || kind == MessageBlockModel::Math ||
                           kind == MessageBlockModel::Rule || !isEnd;
        if (whole) {
            plain.add(block, kind == MessageBlockModel::UserText ? block.text : copiedWordsOf(block), true);
            continue;
        }
        const bool rich = isRich(kind);
        const int length = rich ? shownLength(block.text) : static_cast<int>(block.text.size());
        const int first = row == fromRow ? std::clamp(from, 0, length) : 0;
        const int end = row == toRow ? std::min(to, length) : length;
        if (end <= first) continue;
        QString part = rich ? shownPart(block.text, first, end) : block.text.mid(first, end - first);
        part.remove(padding);
        plain.add(block, part, first == 0);
    }
    return plain.text();
}

}  // namespace hearth::app
