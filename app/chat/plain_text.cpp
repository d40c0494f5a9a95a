#include "chat/plain_text.h"

#include <QStringList>
#include <algorithm>

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

QString withoutTagsButFormulas(const QString& richText) {
    static const QLatin1String tag("<math tex=\"");
    QString out;
    qsizetype at = 0;
    for (qsizetype start = richText.indexOf(tag); start >= 0; start = richText.indexOf(tag, at)) {
        const qsizetype source = start + tag.size();
        const qsizetype sourceEnd = richText.indexOf(u'"', source);
        const qsizetype end = richText.indexOf(QLatin1String("</math>"), sourceEnd);
        if (sourceEnd < 0 || end < 0) break;
        out += withoutTags(richText.mid(at, start - at));
        out += u'$' + withoutTags(richText.mid(source, sourceEnd - source)) + u'$';
        at = end + 7;
    }
    return out + withoutTags(richText.mid(at));
}

QString copiedWordsOf(const MarkdownBlock& block) {
    if (block.kind == MarkdownBlock::Kind::Math)
        return QStringLiteral("$$") + block.source + QStringLiteral("$$");
    MarkdownBlock copied = block;
    copied.text = withoutTagsButFormulas(block.text).toHtmlEscaped();
    for (QStringList& row : copied.cells)
        for (QString& cell : row) cell = withoutTagsButFormulas(cell).toHtmlEscaped();
    const bool isPlain =
        block.kind == MarkdownBlock::Kind::Code || block.kind == MarkdownBlock::Kind::Reasoning;
    return wordsOf(isPlain ? block : copied);
}

QString wordsOf(const MarkdownBlock& block) {
    switch (block.kind) {
        case MarkdownBlock::Kind::Code:
        case MarkdownBlock::Kind::Math:
        case MarkdownBlock::Kind::Reasoning:
            return block.text;
        case MarkdownBlock::Kind::Table: {
            QStringList rows;
            for (const QStringList& row : block.cells) {
                QStringList cells;
                for (const QString& cell : row) cells += withoutTags(cell);
                rows += cells.join(u'\t');
            }
            return rows.join(u'\n');
        }
        case MarkdownBlock::Kind::Rule:
            return QStringLiteral("—");
        default:
            return withoutTags(block.text);
    }
}

void PlainBlocks::add(const MarkdownBlock& block, const QString& words, bool marked) {
    if (block.joint != MarkdownBlock::Joint::None && !m_text.isEmpty()) {
        if (block.joint == MarkdownBlock::Joint::Line) m_text += u'\n';
        m_text += words;
        return;
    }
    const bool isTask = block.kind == MarkdownBlock::Kind::TaskItem;
    const bool isItem = isTask || block.kind == MarkdownBlock::Kind::ListItem;
    if (!m_text.isEmpty()) m_text += isItem && m_afterItem ? QStringLiteral("\n") : QStringLiteral("\n\n");
    m_afterItem = isItem;
    if (isItem && marked) {
        m_text += QString(2 * std::max(0, block.level - 1), u' ');
        if (isTask)
            m_text += block.checked ? QStringLiteral("☑ ") : QStringLiteral("☐ ");
        else if (!block.marker.isEmpty())
            m_text += block.marker + u' ';
    }
    m_text += words;
}

QString plainTextOf(const QString& markdown) {
    PlainBlocks plain;
    for (const MarkdownBlock& block : MarkdownBlocks::parse(markdown))
        if (block.kind != MarkdownBlock::Kind::Reasoning) plain.add(block, wordsOf(block), true);
    return plain.text();
}

}  // namespace hearth::app
