#include "chat/plain_text.h"

#include <QStringList>

#include "chat/markdown_blocks.h"

namespace hearth::app {

QString withoutTags(const QString& richText) {
    QString out;
    out.reserve(richText.size());
    for (qsizetype i = 0; i < richText.size(); ++i) {
        const QChar c = richText[i];
        if (c == u'<') {
            const qsizetype end = richText.indexOf(u'>', i);
            if (end < 0) break;
            if (QStringView(richText).mid(i + 1, 2) == QLatin1String("br")) out += u'\n';
            i = end;
        } else if (c == u'&') {
            const qsizetype end = richText.indexOf(u';', i);
            const QStringView name = QStringView(richText).mid(i + 1, end < 0 ? 0 : end - i - 1);
            const char16_t meant = name == QLatin1String("lt")     ? u'<'
                                   : name == QLatin1String("gt")   ? u'>'
                                   : name == QLatin1String("amp")  ? u'&'
                                   : name == QLatin1String("quot") ? u'"'
                                                                   : u'\0';
            out += meant == u'\0' ? c : QChar(meant);
            if (meant != u'\0') i = end;
        } else {
            out += c;
        }
    }
    return out;
}

QString plainTextOf(const QString& markdown) {
    using Kind = MarkdownBlock::Kind;
    QString out;
    Kind previous = Kind::Rule;
    for (const MarkdownBlock& block : MarkdownBlocks::parse(markdown)) {
        if (block.kind == Kind::Reasoning) continue;
        const bool isItem = block.kind == Kind::ListItem || block.kind == Kind::TaskItem;
        const bool wasItem = previous == Kind::ListItem || previous == Kind::TaskItem;
        if (!out.isEmpty()) out += isItem && wasItem ? QStringLiteral("\n") : QStringLiteral("\n\n");
        previous = block.kind;
        const QString indent(2 * std::max(0, block.level - 1), u' ');
        switch (block.kind) {
            case Kind::Code:
            case Kind::Math:
                out += block.text;
                break;
            case Kind::Table: {
                QStringList rows;
                for (const QStringList& row : block.cells) {
                    QStringList cells;
                    for (const QString& cell : row) cells += withoutTags(cell);
                    rows += cells.join(u'\t');
                }
                out += rows.join(u'\n');
                break;
            }
            case Kind::Rule:
                out += QStringLiteral("—");
                break;
            case Kind::TaskItem:
                out += indent + (block.checked ? QStringLiteral("☑ ") : QStringLiteral("☐ ")) +
                       withoutTags(block.text);
                break;
            case Kind::ListItem:
                out += indent + (block.marker.isEmpty() ? QString() : block.marker + u' ') +
                       withoutTags(block.text);
                break;
            default:
                out += withoutTags(block.text);
        }
    }
    return out;
}

}  // namespace hearth::app
