#include "look/line_spacing.h"

#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

namespace hearth::app {

void LineSpacing::setDocument(QQuickTextDocument* document) {
    if (document == m_document) return;
    if (m_document) m_document->textDocument()->disconnect(this);
    m_document = document;
    if (document) {
        connect(document->textDocument(), &QTextDocument::contentsChange, this,
                [this](int position, int, int added) { space(position, added); });
        space(0, document->textDocument()->characterCount());
    }
    emit changed();
}

void LineSpacing::setLine(int line) {
    if (line == m_line || line <= 0) return;
    m_line = line;
    if (m_document) space(0, m_document->textDocument()->characterCount());
    emit changed();
}

void LineSpacing::space(int position, int length) {
    if (m_working || !m_document) return;
    m_working = true;
    QTextDocument* document = m_document->textDocument();
    const QTextBlock end = document->findBlock(std::min(position + length, document->characterCount() - 1));
    const auto isSpaced = [this](const QTextBlock& block) {
        const QTextBlockFormat format = block.blockFormat();
        return format.lineHeightType() == QTextBlockFormat::FixedHeight && format.lineHeight() == m_line;
    };
    QTextBlock first = document->findBlock(position);
    while (first.isValid() && first != end && isSpaced(first)) first = first.next();
    // All lines in one step: each by itself would cost the layout of all that follow.
    if (first.isValid() && !isSpaced(first)) {
        QTextCursor cursor(first);
        cursor.setPosition(end.position(), QTextCursor::KeepAnchor);
        cursor.joinPreviousEditBlock();
        QTextBlockFormat spaced;
        spaced.setLineHeight(m_line, QTextBlockFormat::FixedHeight);
        cursor.mergeBlockFormat(spaced);
        cursor.endEditBlock();
    }
    m_working = false;
}

}  // namespace hearth::app

#include "moc_line_spacing.cpp"
